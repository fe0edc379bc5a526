import { binsAreEqual, binToHex, type TransactionCommon } from '@bitauth/libauth';
import type { Network } from '../../chain/network.js';
import type { ClockCoin } from '../../contract/coins.js';
import { findPlanFunding, type FoundStream, type PlanFundingFault } from '../../plan/funding/find-plan.js';
import { decodePlanState, encodePlanState } from '../../plan/plan-commitment.js';
import type { PlanContract } from '../../plan/plan-contract.js';
import { buildPlanSweep, isPlanStray } from '../../plan/transactions/sweep-plan.js';
import type { StreamModel } from '../stream-model.types.js';
import type { ContractState } from '../stream-schedule.types.js';
import { planStateOf, toPlanContractState, type PlanOpening } from './plan-opening.js';
import { keyWallet, planPosition } from './plan-position.js';
import { planStreamSchedule } from './plan-schedule.js';

/**
 * Finds the clock of a stream: the output of the universal script with as many units of the plan's category as the
 * stream's index.
 */
const findClock = (
  contract: PlanContract,
  { category }: PlanOpening,
  index: number,
  txid: string,
  { outputs }: TransactionCommon,
): ClockCoin | undefined => {
  const vout = outputs.findIndex(
    ({ lockingBytecode, token }) =>
      token?.amount === BigInt(index) &&
      token.nft === undefined &&
      binToHex(token.category) === category &&
      binsAreEqual(lockingBytecode, contract.clock.lockingBytecode),
  );
  const output = outputs[vout];
  return output && { outpoint: { txid, vout }, satoshis: output.valueSatoshis };
};

const endsWith = (bytes: Uint8Array, end: Uint8Array): boolean =>
  bytes.length > end.length && binsAreEqual(bytes.slice(-end.length), end);

/**
 * Creates the model of a stream. Cheap: the contract is its siblings', too.
 *
 * @param contract of the group at whose address the stream lies
 * @throws Error where the opening's commitment is none of the plan's product
 */
export const createPlanStream = (contract: PlanContract, opening: PlanOpening): StreamModel => {
  const { terms, group, network, address, lockingBytecode, clock, companion } = contract;
  const { index } = planStateOf(contract, opening.commitment).state;
  return {
    contract,
    opening,
    index,
    network,
    address,
    lockingBytecode,
    scripts: [lockingBytecode, clock.lockingBytecode, companion.lockingBytecode],
    sender: terms.sender,
    recipient: opening.recipient,
    noticeBlocks: group.noticeBlocks,
    schedule: planStreamSchedule(contract, opening),
    initialCommitment: opening.commitment,
    findClock: (txid, transaction) => findClock(contract, opening, index, txid, transaction),
    at: (state, options) => planPosition(contract, opening, state, options),
    stateInputs: ({ inputs }) =>
      inputs.flatMap(({ unlockingBytecode }, i) => (endsWith(unlockingBytecode, contract.redeemScript) ? [i] : [])),
    isState: ({ lockingBytecode: at, token }) =>
      token?.nft !== undefined &&
      binToHex(token.category) === opening.category &&
      binsAreEqual(at, lockingBytecode) &&
      decodePlanState(terms.product, binToHex(token.nft.commitment))?.state.index === index,
    isStray: (coin) => isPlanStray(contract, coin),
    buildSweep: (strays, coins, options) => buildPlanSweep(contract, strays, keyWallet(terms.sender, coins), options),
  };
};

/** Returns what the funding fixes for a stream that was found in it. */
export const planOpeningOf = ({ contract, coin, recipient }: FoundStream): PlanOpening => ({
  category: coin.category,
  commitment: encodePlanState(contract.terms.product, coin.state, coin.reserve),
  total: coin.principal,
  asset: coin.companion?.category,
  recipient,
});

/** One stream as a funding made it. */
export interface PlanStreamDeployment {
  readonly stream: StreamModel;
  readonly state: ContractState;
}

/** All streams that a funding opens, or why it opens none. */
export type PlanDeployments =
  | { readonly ok: true; readonly deployments: readonly PlanStreamDeployment[] }
  | { readonly ok: false; readonly problems: readonly PlanFundingFault[] };

/**
 * Finds the streams that a transaction opens, in the order of its outputs: all of them, or none where one is not
 * sound (see `findPlanFunding`).
 *
 * @param txid display-order hex
 */
export const findPlanDeployments = (
  network: Network,
  txid: string,
  transaction: TransactionCommon,
): PlanDeployments => {
  const found = findPlanFunding(network, txid, transaction);
  if (!found.ok) return found;
  return {
    ok: true,
    deployments: found.plan.streams.map((each) => ({
      stream: createPlanStream(each.contract, planOpeningOf(each)),
      state: toPlanContractState(each.contract, each.coin, undefined),
    })),
  };
};
