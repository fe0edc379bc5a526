import type { Utxo } from 'cashscript';
import type { PlannedInput } from '../../transaction/assemble.js';
import { streamUtxos, type PlanClockCoin, type PlanCoin } from '../plan-coin.js';
import type { PlanCall, PlanContract } from '../plan-contract.js';

/** Plans the inputs of a stream side by side: the state by a call and, for tokens, the companion behind it. */
export const streamInputs = (contract: PlanContract, coin: PlanCoin, call: PlanCall): PlannedInput[] =>
  streamUtxos(contract, coin).map((utxo, i) => ({
    utxo,
    unlocker: i === 0 ? contract.call(call) : contract.companion.unlocker,
  }));

/**
 * Plans the input of a clock.
 *
 * @param blocks that the clock must be old; none where a last payment ends the stream
 */
export const clockInput = (
  contract: PlanContract,
  { category }: Pick<PlanCoin, 'category'>,
  { outpoint, satoshis, units }: PlanClockCoin,
  blocks?: number,
): PlannedInput => {
  const utxo: Utxo = { ...outpoint, satoshis, token: { category, amount: units } };
  const input = { utxo, unlocker: contract.clock.unlocker };
  return blocks === undefined ? input : { ...input, sequence: blocks };
};
