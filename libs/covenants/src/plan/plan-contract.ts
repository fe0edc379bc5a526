import { hexToBin } from '@bitauth/libauth';
import { Contract, type Unlocker } from 'cashscript';
import {
  planClockArtifact,
  planCompanionArtifact,
  planRecurringBchArtifact,
  planRecurringTokenArtifact,
  planVestingBchArtifact,
  planVestingTokenArtifact,
} from '@weir/contracts';
import { isLocalNetwork, type Network } from '../chain/network.js';
import { contractLockingBytecode, fixedUnlocker, offlineProvider } from '../contract/instance.js';
import { isBchPlan } from './plan-limits.js';
import {
  cancelReserveOf,
  findPlanTermsProblem,
  type PlanGroup,
  type PlanTerms,
  type RecurringGroup,
  type VestingGroup,
} from './plan-terms.js';

/**
 * The functions of the plans' covenants. Vesting streams have `cancel`; recurring ones have `stop`, `settle` and
 * `resume`.
 */
export type PlanCall = 'pay' | 'cancel' | 'stop' | 'settle' | 'resume' | 'refund' | 'sweep';

/** The functions in the order of their selectors. */
const CALLS: Readonly<Record<PlanGroup['kind'], readonly PlanCall[]>> = {
  VESTING: ['pay', 'cancel', 'refund', 'sweep'],
  RECURRING: ['pay', 'stop', 'settle', 'resume', 'refund', 'sweep'],
};

/** Returns the function that a selector names; undefined for none. */
export const planCallOf = (kind: PlanGroup['kind'], selector: number): PlanCall | undefined => CALLS[kind][selector];

/** A universal script beside a stream: its clock or companion. */
export interface PlanUniversalScript {
  readonly lockingBytecode: Uint8Array;
  readonly unlocker: Unlocker;
}

/** What determines what falls due at one address of a plan: the same for all plans of like terms, whoever pays. */
export interface PlanPace {
  readonly terms: Pick<PlanTerms, 'product'>;
  readonly group: PlanGroup;
}

/** All that was announced of one address of a plan. Constructs no contract. */
export interface PlanRules extends PlanPace {
  readonly terms: PlanTerms;
}

/** The contract of one group of a plan, which holds every stream of the group's terms. */
export interface PlanContract extends PlanRules {
  readonly network: Network;
  /** P2SH32, token-aware. */
  readonly address: string;
  readonly lockingBytecode: Uint8Array;
  readonly redeemScript: Uint8Array;
  /**
   * Returns the unlocker of a function. Nobody signs inside, so calls have no arguments.
   *
   * @throws RangeError where the product has no such function
   */
  readonly call: (name: PlanCall) => Unlocker;
  readonly clock: PlanUniversalScript;
  readonly companion: PlanUniversalScript;
}

type Instance = Pick<Contract, 'address' | 'tokenAddress' | 'bytecode'> & {
  readonly unlock: Readonly<Partial<Record<PlanCall, () => Unlocker>>>;
};

const vesting = (terms: PlanTerms, { cliff, step, noticeBlocks }: VestingGroup) => {
  const { sender, feeBound, nonce } = terms;
  return [sender, cliff, step, BigInt(noticeBlocks), feeBound, cancelReserveOf(terms), nonce] as const;
};

const recurring = (terms: PlanTerms, { interval, noticeBlocks, cancelable, pausable }: RecurringGroup) => {
  const { sender, feeBound, nonce } = terms;
  return [
    sender,
    interval,
    BigInt(noticeBlocks),
    cancelable,
    pausable,
    feeBound,
    cancelReserveOf(terms),
    nonce,
  ] as const;
};

const instantiate = (terms: PlanTerms, group: PlanGroup, network: Network): Instance => {
  const options = { provider: offlineProvider(network) };
  const bch = isBchPlan(terms.product);
  if (group.kind === 'VESTING') {
    const parameters = vesting(terms, group);
    return bch
      ? new Contract(planVestingBchArtifact, [...parameters], options)
      : new Contract(planVestingTokenArtifact, [...parameters], options);
  }
  const parameters = recurring(terms, group);
  return bch
    ? new Contract(planRecurringBchArtifact, [...parameters], options)
    : new Contract(planRecurringTokenArtifact, [...parameters], options);
};

const universal = (artifact: typeof planClockArtifact | typeof planCompanionArtifact, network: Network) => {
  const { address, unlock } = new Contract(artifact, [], { provider: offlineProvider(network) });
  return { lockingBytecode: contractLockingBytecode(address), unlocker: fixedUnlocker(unlock.spend()) };
};

type UniversalScripts = Pick<PlanContract, 'clock' | 'companion'>;
const universalByNetwork = new Map<Network, UniversalScripts>();

/** The scripts beside streams: the same for all plans of a network, and made once, since that takes as long as a group's contract. */
const universalScripts = (network: Network): UniversalScripts => {
  const scripts = universalByNetwork.get(network) ?? {
    clock: universal(planClockArtifact, network),
    companion: universal(planCompanionArtifact, network),
  };
  universalByNetwork.set(network, scripts);
  return scripts;
};

const contractOf = (terms: PlanTerms, group: PlanGroup, network: Network, scripts: UniversalScripts): PlanContract => {
  const { address, tokenAddress, bytecode, unlock } = instantiate(terms, group, network);
  const unlockers = new Map<PlanCall, Unlocker>();
  const call = (name: PlanCall): Unlocker => {
    const known = unlockers.get(name);
    if (known !== undefined) return known;
    const made = unlock[name]?.();
    if (made === undefined) throw new RangeError(`A plan of ${terms.product} has no ${name}`);
    const unlocker = fixedUnlocker(made);
    unlockers.set(name, unlocker);
    return unlocker;
  };
  return {
    terms,
    group,
    network,
    address: tokenAddress,
    lockingBytecode: contractLockingBytecode(address),
    redeemScript: hexToBin(bytecode),
    call,
    ...scripts,
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
  return terms.groups.map((group) => contractOf(terms, group, network, universalScripts(network)));
};
