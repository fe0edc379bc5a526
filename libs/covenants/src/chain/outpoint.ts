import { binToHex, type Input, type TransactionCommon } from '@bitauth/libauth';

/** A transaction output by its place: display-order txid and index. */
export interface Outpoint {
  readonly txid: string;
  readonly vout: number;
}

/** Whether two outpoints are the same. */
export const sameOutpoint = (a: Outpoint, b: Outpoint): boolean => a.vout === b.vout && a.txid === b.txid;

/** Returns the outpoint that an input spends. */
export const outpointOf = ({
  outpointTransactionHash,
  outpointIndex,
}: Pick<Input, 'outpointTransactionHash' | 'outpointIndex'>): Outpoint => ({
  txid: binToHex(outpointTransactionHash),
  vout: outpointIndex,
});

/** Whether a transaction makes a category (display-order hex): it spends the output 0 that the category is named after. */
export const makesCategory = ({ inputs }: Pick<TransactionCommon, 'inputs'>, category: string): boolean =>
  inputs.some((input) => input.outpointIndex === 0 && binToHex(input.outpointTransactionHash) === category);

/** Formats an outpoint as `txid:index`, a key of maps and sets, and text for users. */
export const outpointKey = ({ txid, vout }: Outpoint): string => `${txid}:${vout}`;

const OUTPOINT = /^([0-9a-f]{64}):(\d{1,6})$/i;

/** Parses `txid:index`, in either case; undefined for any other text. No transaction has a million outputs. */
export const parseOutpoint = (text: string): Outpoint | undefined => {
  const [, txid, vout] = OUTPOINT.exec(text) ?? [];
  return txid === undefined || vout === undefined ? undefined : { txid: txid.toLowerCase(), vout: Number(vout) };
};
