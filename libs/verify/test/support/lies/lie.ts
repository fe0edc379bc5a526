import type { Output } from '@bitauth/libauth';
import { lockingBytecodeOf } from '@weir/covenants';
import type { Signer, SigningRequest } from '../../../src/index.js';
import { hashOf } from '../coins.js';

/** What a lie is about. */
export type LieKind =
  | 'recipient'
  | 'missing output'
  | 'amount'
  | 'byte of a script'
  | 'token'
  | 'state'
  | 'fee and change'
  | 'further coin'
  | 'outpoint'
  | 'call of a contract'
  | 'time'
  | 'source output'
  | 'funding';

/** A transaction that differs from what was asked for. */
export interface Lie {
  readonly kind: LieKind;
  readonly name: string;
  /** Made when it is tried: there are tens of thousands. */
  readonly request: () => SigningRequest;
  /** Where the lie is in what the signer was given with the transaction. */
  readonly signer?: Signer;
}

export const THIEF = lockingBytecodeOf(hashOf(0xee));

/** Returns the bytes with one bit changed. */
export const flipped = (bytes: Uint8Array, at: number): Uint8Array =>
  bytes.map((byte, index) => (index === at ? byte ^ 1 : byte));

/** Returns a list with one of its entries changed. */
export const changed = <Item>(items: readonly Item[], at: number, change: Partial<Item>): Item[] =>
  items.map((item, index) => (index === at ? { ...item, ...change } : item));

/** Returns the outputs without the token of one of them. */
export const withoutToken = (outputs: readonly Output[], at: number): Output[] =>
  outputs.map((output, index) => {
    const { lockingBytecode, valueSatoshis } = output;
    return index === at ? { lockingBytecode, valueSatoshis } : output;
  });
