import type { Utxo } from 'cashscript';
import type { PlannedInput } from '../../transaction/assemble.js';
import { streamUtxos, type PlanClockCoin, type PlanCoin } from '../plan-coin.js';
import type { PlanCall, PlanContract } from '../plan-contract.js';

/** The inputs of a stream, as they stand side by side: the state by a call, of tokens the companion behind it. */
export const streamInputs = (contract: PlanContract, coin: PlanCoin, call: PlanCall): PlannedInput[] =>
  streamUtxos(contract, coin).map((utxo, i) => ({
    utxo,
    unlocker: i === 0 ? contract.call(call) : contract.companion.unlocker,
  }));

/** The input of a clock. @param blocks it must have aged for; none where the stream ends otherwise */
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
