import { binToHex, encodeTransaction, stringify } from '@bitauth/libauth';
import type { WcTransactionObject } from 'cashscript';

/**
 * What a WalletConnect wallet signs by `bch_signTransaction`, as an object (libauth types, bigint and Uint8Array). It
 * becomes JSON only at the HTTP boundary, by {@link encodeWcTransaction}.
 */
export interface WcTransaction extends WcTransactionObject {
  /** Always explicit: wallets differ in the default. */
  readonly broadcast: boolean;
  readonly userPrompt: string;
}

/**
 * Encoding of source outputs. `tagged`: libauth's `<Uint8Array: 0x..>` and `<bigint: 1n>`, as wallets expect;
 * `plain`: hex and decimal strings.
 */
export type WcEncoding = 'tagged' | 'plain';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const plain = (_: string, value: unknown): unknown => {
  if (value instanceof Uint8Array) return binToHex(value);
  return typeof value === 'bigint' ? value.toString() : value;
};

/**
 * Encodes a wcTransaction as JSON: `transaction` as hex, `sourceOutputs` in the encoding asked for.
 *
 * @example
 * encodeWcTransaction(built.wcTransaction, 'tagged').sourceOutputs; // [{ valueSatoshis: '<bigint: 1000n>', .. }]
 */
export const encodeWcTransaction = (wc: WcTransaction, encoding: WcEncoding) => {
  const text = encoding === 'tagged' ? stringify(wc.sourceOutputs) : JSON.stringify(wc.sourceOutputs, plain);
  return {
    transaction: binToHex(encodeTransaction(wc.transaction)),
    sourceOutputs: JSON.parse(text) as { [key: string]: Json }[],
    broadcast: wc.broadcast,
    userPrompt: wc.userPrompt,
  };
};
