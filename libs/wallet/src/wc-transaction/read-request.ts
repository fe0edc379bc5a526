import {
  decodeTransactionCommon,
  hexToBin,
  type Input,
  isHex,
  type Output,
  type TransactionCommon,
} from '@bitauth/libauth';
import { WalletError } from '../wallet-error.js';
import type { ContractInfo, SigningRequest, SourceOutput } from './wc-transaction.js';

/** A value and where it was found, for messages. */
interface Located {
  readonly value: unknown;
  readonly path: string;
}

/** Makes the error of a value that is not what was expected. */
const malformed = ({ path }: Located, expected: string): WalletError =>
  new WalletError('MALFORMED_REQUEST', `${path}: expected ${expected}`);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);

/**
 * Returns the member of an object by name; its value is undefined where there is none.
 *
 * @throws WalletError MALFORMED_REQUEST where the value is not an object
 */
const member = (at: Located, name: string): Located => {
  if (!isRecord(at.value)) throw malformed(at, 'an object');
  return { value: at.value[name], path: `${at.path}.${name}` };
};

/**
 * Returns the elements of a list.
 *
 * @throws WalletError MALFORMED_REQUEST where the value is not a list
 */
const elements = (at: Located): Located[] => {
  if (!Array.isArray(at.value)) throw malformed(at, 'a list');
  return at.value.map((value: unknown, index) => ({ value, path: `${at.path}[${index}]` }));
};

/** Whether a value is undefined or null. */
const isAbsent = ({ value }: Located): boolean => value === undefined || value === null;

/**
 * Reads bytes: native, tagged `<Uint8Array: 0x..>`, or hex.
 *
 * @throws WalletError MALFORMED_REQUEST
 */
const readBytes = (at: Located): Uint8Array => {
  if (at.value instanceof Uint8Array) return at.value;
  const hex =
    typeof at.value === 'string' ? (/^<Uint8Array: 0x([0-9a-f]*)>$/i.exec(at.value)?.[1] ?? at.value) : undefined;
  if (hex === undefined || !isHex(hex)) throw malformed(at, 'bytes, as Uint8Array, "<Uint8Array: 0x..>" or hex');
  return hexToBin(hex);
};

/**
 * Reads an unsigned integer of any size: native, tagged `<bigint: 1n>`, or decimal.
 *
 * @throws WalletError MALFORMED_REQUEST
 */
const readBigInt = (at: Located): bigint => {
  if (typeof at.value === 'bigint') return at.value;
  const digits = typeof at.value === 'string' ? (/^<bigint: (\d+)n>$/.exec(at.value)?.[1] ?? at.value) : undefined;
  if (digits === undefined || !/^\d+$/.test(digits))
    throw malformed(at, 'an amount, as bigint, "<bigint: 1n>" or decimal text');
  return BigInt(digits);
};

const MAX_UINT32 = 0xffff_ffff;

/**
 * Reads an unsigned 32-bit integer: an index, a sequence number, a version, a locktime.
 *
 * @throws WalletError MALFORMED_REQUEST
 */
const readUint32 = (at: Located): number => {
  if (typeof at.value === 'number' && Number.isInteger(at.value) && at.value >= 0 && at.value <= MAX_UINT32)
    return at.value;
  throw malformed(at, `a number from 0 to ${MAX_UINT32}`);
};

/** Reads a value with a reader; undefined where it is absent. */
const readOptional = <T>(at: Located, read: (at: Located) => T): T | undefined => (isAbsent(at) ? undefined : read(at));

const readText = (at: Located): string => {
  if (typeof at.value === 'string') return at.value;
  throw malformed(at, 'text');
};

const readBoolean = (at: Located): boolean => {
  if (typeof at.value === 'boolean') return at.value;
  throw malformed(at, 'true or false');
};

type Token = NonNullable<Output['token']>;
type Nft = NonNullable<Token['nft']>;

const readCapability = (at: Located): Nft['capability'] => {
  if (at.value === 'none' || at.value === 'mutable' || at.value === 'minting') return at.value;
  throw malformed(at, '"none", "mutable" or "minting"');
};

const readNft = (at: Located): Nft => ({
  capability: readCapability(member(at, 'capability')),
  commitment: readBytes(member(at, 'commitment')),
});

const readToken = (at: Located): Token => {
  const nft = readOptional(member(at, 'nft'), readNft);
  return {
    amount: readBigInt(member(at, 'amount')),
    category: readBytes(member(at, 'category')),
    ...(nft === undefined ? {} : { nft }),
  };
};

/**
 * Reads an output with libauth's field names, tokens included.
 *
 * @throws WalletError MALFORMED_REQUEST
 */
const readOutput = (at: Located): Output => {
  const token = readOptional(member(at, 'token'), readToken);
  return {
    lockingBytecode: readBytes(member(at, 'lockingBytecode')),
    valueSatoshis: readBigInt(member(at, 'valueSatoshis')),
    ...(token === undefined ? {} : { token }),
  };
};

const readContract = (at: Located): ContractInfo => ({
  name: readOptional(member(at, 'artifact'), (artifact) => readOptional(member(artifact, 'contractName'), readText)),
  redeemScript: readOptional(member(at, 'redeemScript'), readBytes),
});

/**
 * Reads an entry of `sourceOutputs`.
 *
 * @throws WalletError MALFORMED_REQUEST
 */
const readSourceOutput = (at: Located): SourceOutput => ({
  outpointTransactionHash: readBytes(member(at, 'outpointTransactionHash')),
  outpointIndex: readUint32(member(at, 'outpointIndex')),
  sequenceNumber: readOptional(member(at, 'sequenceNumber'), readUint32),
  unlockingBytecode: readOptional(member(at, 'unlockingBytecode'), readBytes),
  output: readOutput(at),
  contract: readOptional(member(at, 'contract'), readContract),
});

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
