import type { ClockCoin } from '@weir/covenants';
import type { ChainTransaction } from '@weir/infra';

/** The clock among a cancel's outputs. */
export const clockAt = ({ txid, transaction }: ChainTransaction, vout: number): ClockCoin => {
  const output = transaction.outputs[vout];
  if (output === undefined) throw new Error(`Transaction ${txid} is recorded as a cancel and has no clock`);
  return { outpoint: { txid, vout }, satoshis: output.valueSatoshis };
};
