import { decodeTransactionCommon, type Input, type TransactionCommon } from '@bitauth/libauth';
import { readOutput, readSourceOutput } from './read-outputs.js';
import {
  elements,
  malformed,
  member,
  readBoolean,
  readBytes,
  readOptional,
  readText,
  readUint32,
  type Located,
} from './read-values.js';
import type { SigningRequest } from './wc-transaction.js';

const readInput = (at: Located): Input => ({
  outpointTransactionHash: readBytes(member(at, 'outpointTransactionHash')),
  outpointIndex: readUint32(member(at, 'outpointIndex')),
  sequenceNumber: readUint32(member(at, 'sequenceNumber')),
  unlockingBytecode: readBytes(member(at, 'unlockingBytecode')),
});

const readTransaction = (at: Located): TransactionCommon => {
  if (typeof at.value === 'string') {
    const decoded = decodeTransactionCommon(readBytes(at));
    if (typeof decoded === 'string') throw malformed(at, `an encoded transaction (${decoded})`);
    return decoded;
  }
  return {
    version: readUint32(member(at, 'version')),
    locktime: readUint32(member(at, 'locktime')),
    inputs: elements(member(at, 'inputs')).map(readInput),
    outputs: elements(member(at, 'outputs')).map(readOutput),
  };
};

/** Parses a JSON text; any other value stays as it is. */
const parseText = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    throw malformed({ value, path: 'wcTransaction' }, 'an object, or JSON of one');
  }
};

/**
 * Reads the parameters of `bch_signTransaction` in any of their encodings: libauth objects, JSON with libauth's tags,
 * JSON with hex and decimal text (JSON as text or parsed), with the transaction encoded or as an object.
 *
 * @throws WalletError MALFORMED_REQUEST, naming the place
 */
export const readSigningRequest = (value: unknown): SigningRequest => {
  const at = { value: parseText(value), path: 'wcTransaction' };
  return {
    transaction: readTransaction(member(at, 'transaction')),
    sourceOutputs: elements(member(at, 'sourceOutputs')).map(readSourceOutput),
    broadcast: readOptional(member(at, 'broadcast'), readBoolean) ?? true,
    userPrompt: readOptional(member(at, 'userPrompt'), readText),
  };
};
