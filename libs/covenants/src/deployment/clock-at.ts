import type { TransactionCommon } from '@bitauth/libauth';
import type { ClockCoin } from '../contract/clock-coin.js';

/** Reads the clock at an output of a cancel or pause; undefined where there is no such output. */
export const clockAt = (txid: string, { outputs }: TransactionCommon, vout: number): ClockCoin | undefined => {
  const output = outputs[vout];
  return output && { outpoint: { txid, vout }, satoshis: output.valueSatoshis };
};
