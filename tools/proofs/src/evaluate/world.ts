import type { Output, TransactionCommon } from '@bitauth/libauth';
import type { Field, Source } from '../terms/term.js';
import type { World } from './evaluate.js';

/** Values of a contract's parameters and arguments, by their names. */
export interface Bindings {
  readonly ints?: Readonly<Record<string, bigint>>;
  readonly flags?: Readonly<Record<string, boolean>>;
  readonly bytes?: Readonly<Record<string, Uint8Array>>;
  readonly signed?: World['signed'];
}

const KINDS = { none: 1n, mutable: 2n, minting: 3n } as const;

const kindOf = (output: Output | undefined): bigint => {
  if (output?.token === undefined) return 0n;
  return output.token.nft === undefined ? 1n : KINDS[output.token.nft.capability];
};

/** Category ids and transaction hashes as scripts read them: in the order of the network, not of displays. */
const reversed = (bytes: Uint8Array | undefined): Uint8Array => bytes?.slice().reverse() ?? new Uint8Array();

/**
 * Returns the world that a transaction is to the script of one of its inputs.
 *
 * @param coins the outputs that the inputs spend, in their order
 */
export const worldOf = (
  transaction: TransactionCommon,
  coins: readonly Output[],
  activeIndex: number,
  { ints = {}, flags = {}, bytes = {}, signed = () => false }: Bindings = {},
): World => {
  const { inputs, outputs } = transaction;
  const fields: Record<Field, (index: number) => bigint | number | undefined> = {
    utxoValue: (index) => coins[index]?.valueSatoshis,
    outputValue: (index) => outputs[index]?.valueSatoshis,
    utxoUnits: (index) => coins[index]?.token?.amount,
    outputUnits: (index) => outputs[index]?.token?.amount,
    utxoTokenKind: (index) => kindOf(coins[index]),
    outputTokenKind: (index) => kindOf(outputs[index]),
    sequence: (index) => inputs[index]?.sequenceNumber,
    outpointIndex: (index) => inputs[index]?.outpointIndex,
    activeIndex: () => activeIndex,
    locktime: () => transaction.locktime,
    version: () => transaction.version,
    inputCount: () => inputs.length,
    outputCount: () => outputs.length,
  };
  const sources: Record<Source, (index: number) => Uint8Array | undefined> = {
    utxoBytecode: (index) => coins[index]?.lockingBytecode,
    outputBytecode: (index) => outputs[index]?.lockingBytecode,
    utxoCommitment: (index) => coins[index]?.token?.nft?.commitment,
    outputCommitment: (index) => outputs[index]?.token?.nft?.commitment,
    utxoCategory: (index) => reversed(coins[index]?.token?.category),
    outputCategory: (index) => reversed(outputs[index]?.token?.category),
    inputBytecode: (index) => inputs[index]?.unlockingBytecode,
    outpointHash: (index) => reversed(inputs[index]?.outpointTransactionHash),
  };
  const named = <T>(values: Readonly<Record<string, T>>, name: string): T => {
    const value = values[name];
    if (value === undefined) throw new Error(`No value is given for ${name}`);
    return value;
  };
  return {
    field: (name, index) => BigInt(fields[name](index ?? 0) ?? 0),
    read: (source, index) => sources[source](index) ?? new Uint8Array(),
    variable: (name) => named(ints, name),
    flag: (name) => named(flags, name),
    given: (name) => named(bytes, name),
    signed,
  };
};
