import { binToHex, type TransactionCommon } from '@bitauth/libauth';
import type { Outpoint } from '@weir/infra';

/** Formats an outpoint as a key of sets and as text for users. */
export const outpointKey = ({ txid, vout }: Outpoint): string => `${txid}:${vout}`;

/** Lists the outpoints that a transaction spends, in order. */
export const spentBy = ({ inputs }: TransactionCommon): Outpoint[] =>
  inputs.map(({ outpointTransactionHash, outpointIndex }) => ({
    txid: binToHex(outpointTransactionHash),
    vout: outpointIndex,
  }));
