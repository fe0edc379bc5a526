import type { Unlocker } from 'cashscript';
import {
  type LinkedArtifact,
  planRecurringBchArtifact,
  planRecurringTokenArtifact,
  planVestingBchArtifact,
  planVestingTokenArtifact,
} from '@weir/contracts';
import { isLocalNetwork, type Network } from '../chain/network.js';
import { createLinkedScript, type CovenantScript, type LinkedCovenantScript } from '../contract/covenant-script.js';
import { universalScripts } from '../contract/universal-scripts.js';
import type { PlanProduct } from './plan-limits.js';
import {
  cancelReserveOf,
  findPlanTermsProblem,
  type PlanGroup,
  type PlanTerms,
  type RecurringGroup,
  type VestingGroup,
} from './plan-terms.js';

/**
 * The functions of the plans' covenants: `pay`, which addresses show, leaves something to pay; `end` is the last payment.
 * Vesting streams have `cancel`; recurring ones have `stop`, `settle` and `resume`. `announce` begins a move to another address, `finish` makes
 * it, and `collect` is the payment meanwhile.
 */
export type PlanCall =
  | ('pay' | 'end' | 'cancel' | 'stop' | 'settle' | 'resume' | 'refund' | 'sweep')
  | ('announce' | 'finish' | 'collect');

/** What determines what falls due at one address of a plan: the same for all plans of like terms, no matter who pays. */
export interface PlanPace {
  readonly terms: Pick<PlanTerms, 'product'>;
  readonly group: PlanGroup;
}

/** All that was announced of one address of a plan. Constructs no contract. */
export interface PlanRules extends PlanPace {
  readonly terms: PlanTerms;
}

/** The contract of one group of a plan, which holds every stream of the group's terms. */
export interface PlanContract extends PlanRules, Omit<LinkedCovenantScript, 'unlock' | 'readCall'> {
  readonly network: Network;
  /**
   * Returns the unlocker of a function. Nobody signs inside, so calls have no arguments.
   *
   * @throws RangeError where the product has no such function
   */
  readonly call: (name: PlanCall) => Unlocker;
  /** Reads the function that an input calls; undefined where its unlocking bytecode does not end in this script. */
  readonly readCall: (unlockingBytecode: Uint8Array) => PlanCall | undefined;
  /** The universal scripts beside a stream, which have the function `spend`. */
  readonly clock: CovenantScript;
  readonly companion: CovenantScript;
}

const vesting = (terms: PlanTerms, { cliff, step, noticeBlocks }: VestingGroup) => {
  const { sender, delay, fee, floor, nonce } = terms;
  return [sender, cliff, step, BigInt(noticeBlocks), BigInt(delay), fee, floor, cancelReserveOf(terms), nonce] as const;
};

const recurring = (terms: PlanTerms, { interval, noticeBlocks, cancelable, pausable }: RecurringGroup) => {
  const { sender, delay, fee, floor, nonce } = terms;
  return [
    sender,
    interval,
    BigInt(noticeBlocks),
    BigInt(delay),
    cancelable,
    pausable,
    fee,
    floor,
    cancelReserveOf(terms),
    nonce,
  ] as const;
};

const ARTIFACTS = {
  VESTING_BCH: planVestingBchArtifact,
  VESTING_TOKEN: planVestingTokenArtifact,
  RECURRING_BCH: planRecurringBchArtifact,
  RECURRING_TOKEN: planRecurringTokenArtifact,
} as const;

/** Returns the compiled covenant of a product. */
export const planArtifactOf = (product: PlanProduct): LinkedArtifact => ARTIFACTS[product];

/** Returns the locking bytecode of the outputs that hold the tokens of streams: the same for all of them, on every network. */
export const planCompanionBytecode = (): Uint8Array => universalScripts('mainnet').planCompanion.lockingBytecode;

const contractOf = (terms: PlanTerms, group: PlanGroup, network: Network): PlanContract => {
  const parameters = group.kind === 'VESTING' ? vesting(terms, group) : recurring(terms, group);
  const { unlock, readCall, ...script } = createLinkedScript(planArtifactOf(terms.product), parameters, network);
  const unlockers = new Map<PlanCall, Unlocker>();
  const call = (name: PlanCall): Unlocker => {
    const unlocker = unlockers.get(name) ?? unlock(name);
    unlockers.set(name, unlocker);
    return unlocker;
  };
  const { clock, planCompanion: companion } = universalScripts(network);
  return {
    terms,
    group,
    network,
    ...script,
    call,
    readCall: (unlockingBytecode) => readCall(unlockingBytecode)?.name as PlanCall | undefined,
    clock,
    companion,
  };
};

/**
 * Creates the contracts of a plan, one for each group, in the order of the terms.
 *
 * @throws RangeError when the terms break a rule (see `findPlanTermsProblem`): such a plan must not be funded
 */
export const createPlanContracts = (terms: PlanTerms, network: Network): readonly PlanContract[] => {
  const problem = findPlanTermsProblem(terms, isLocalNetwork(network));
  if (problem !== undefined) throw new RangeError(`No plan has these terms: ${problem}`);
  return terms.groups.map((group) => contractOf(terms, group, network));
};
