import { binToHex, hexToBin, type TransactionCommon } from '@bitauth/libauth';
import {
  type ContractState,
  createPlanContracts,
  createPlanStream,
  decodePlanAnnouncement,
  decodePlanState,
  findDuties,
  findPlanDeployments,
  isBchPlan,
  isLocalNetwork,
  type Network,
  planCompanionBytecode,
  type PlanContract,
  type PlanGroup,
  type PlanOpening,
  type PlanRules,
  planStreamSchedule,
  type PlanTerms,
  type PlanStream,
  type StreamStep,
} from '@weir/covenants';
import type { StoredPlan, StoredState } from '@weir/infra';
import type { ContractStatus } from '@weir/kinds';
import { problemsInWords } from './funding-problems.js';
import { onlyLane, toStoredLane } from './lanes.js';
import type {
  Announced,
  ContractStep,
  DeploymentsFound,
  Product,
  ProductContract,
  ProductTerms,
  StoredTerms,
} from './product.types.js';

/** Converts a stored state to the contract state of the covenants library. */
export const toContractState = (state: StoredState): ContractState => ({
  category: state.category,
  ...onlyLane(state),
});

/** Converts a contract state to its stored form. */
const toStored = ({ category, ...lane }: ContractState): StoredState => ({ category, lanes: [toStoredLane(lane)] });

const STATUSES = { ACTIVE: 'ACTIVE', CANCELLED: 'CANCELLED', PAUSING: 'PAUSED', PAUSED: 'PAUSED' } as const;

/** Returns the status after a step. A payment of everything completes a stream even if it was cancelled before. */
const statusAfter = ({ kind, status, released }: StreamStep, total: bigint): ContractStatus => {
  if (status !== undefined) return STATUSES[status];
  const isPayment = kind === 'claim' || kind === 'push';
  return isPayment && released >= total ? 'COMPLETED' : 'CANCELLED';
};

/** Returns the funding of a stream as its first step. */
const fundingStep = (state: ContractState, locktime: number): ContractStep => ({
  kind: 'fund',
  locktime,
  status: 'ACTIVE',
  releasedAmount: 0n,
  commitment: state.commitment,
  state: toStored(state),
  paidToRecipient: 0n,
  paidToSender: 0n,
});

/** Wraps a stream, however it was announced, as a contract that the indexer follows. */
const followedStream = (contract: PlanStream, terms: ProductTerms, plan: StoredPlan | null): ProductContract => ({
  terms,
  model: { kind: 'stream', contract },
  address: contract.address,
  lockingBytecode: contract.lockingBytecode,
  plan,

  readStep({ state }, txid, transaction) {
    const read = contract.at(toContractState(state)).readStep(txid, transaction);
    if (read === undefined) return undefined;
    const { kind, next, released, paidToRecipient, paidToSender } = read;
    return {
      kind,
      locktime: transaction.locktime,
      status: statusAfter(read, contract.schedule.total),
      releasedAmount: released,
      commitment: next?.commitment ?? null,
      state: next === undefined ? null : toStored(next),
      paidToRecipient,
      paidToSender,
    };
  },

  noticeBlocks: contract.noticeBlocks,
  findDuties: (state, facts, options) => findDuties(contract, toContractState(state), facts, options),
});

/** Returns the product name of a plan's streams as rows store it. */
const planProductName = ({ product }: Pick<PlanTerms, 'product'>): string => `PLAN_${product}`;

/**
 * Returns which list a plan's streams belong to. Recurring ones that nobody can pause are `recurring`, since the chain
 * does not say whether they were meant as streams or payments.
 */
const planFamily = ({ groups: [group] }: Pick<PlanTerms, 'groups'>): ProductTerms['family'] => {
  if (group?.kind !== 'RECURRING') return 'stream';
  return group.pausable ? 'payment' : 'recurring';
};

const familyOf = (group: PlanGroup): ProductTerms['family'] => planFamily({ groups: [group] });

/** Restores the opening of a plan's stream from its row. @throws Error when the row is not one of a plan */
const openingOfStored = ({ plan, recipient, tokenCategory, totalAmount }: StoredTerms): PlanOpening => {
  if (plan === null || recipient === null) throw new Error('Stored stream of a plan lacks data of its funding');
  return {
    category: plan.category,
    commitment: plan.commitment,
    total: totalAmount,
    asset: tokenCategory ?? undefined,
    // Lists and sums need it of few rows.
    get recipient() {
      return hexToBin(recipient);
    },
  };
};

/** Returns the terms of a plan with the group a row names. @throws Error when there is no such group */
const rulesOf = (terms: PlanTerms, { group }: Pick<StoredPlan, 'group'>): PlanRules => {
  const named = terms.groups[group];
  if (named === undefined) throw new Error(`A stored plan has no group ${group}`);
  return { terms, group: named };
};

const scheduleDetails = ({ terms, group }: PlanRules, { commitment, total }: PlanOpening): ProductTerms['details'] => {
  const state = decodePlanState(terms.product, commitment)?.state;
  const notice = group.noticeBlocks === 0 ? null : group.noticeBlocks;
  if (group.kind === 'VESTING' && state?.kind === 'VESTING')
    return {
      streamType: group.step === 1n ? 'LINEAR' : 'STEP',
      startTime: Number(state.start),
      endTime: Number(state.end),
      cliffTimestamp: group.cliff === 0n ? null : Number(state.start + group.cliff),
      intervalSeconds: group.step === 1n ? null : Number(group.step),
      cancelable: notice !== null,
      cancelNoticeBlocks: notice,
    };
  if (group.kind !== 'RECURRING' || state?.kind !== 'RECURRING')
    throw new Error('A stored stream of a plan is not of the kind of its group');
  return {
    amountPerPeriodBase: state.amount.toString(),
    lastAmountBase: (total - state.amount * BigInt(state.unpaid - 1)).toString(),
    periods: state.unpaid,
    intervalSeconds: Number(group.interval),
    firstDue: Number(state.next),
    cancelable: group.cancelable,
    pausable: group.pausable,
    noticeBlocks: notice,
  };
};

/** Derives the terms of one stream from the plan's announcement and its funding. */
const planStreamTerms = (rules: PlanRules, opening: PlanOpening, stored: StoredPlan): ProductTerms => {
  const { terms, group } = rules;
  const schedule = planStreamSchedule(rules, opening);
  return {
    product: planProductName(terms),
    family: familyOf(group),
    sender: terms.sender,
    get recipient() {
      return opening.recipient;
    },
    tokenCategory: isBchPlan(terms.product) ? null : (opening.asset ?? null),
    total: opening.total,
    get details() {
      return {
        ...scheduleDetails(rules, opening),
        planCategory: stored.category,
        planIndex: stored.index,
        planGroup: stored.group,
        planNonce: binToHex(terms.nonce),
        feeSatoshis: Number(terms.fee),
        floorSatoshis: Number(terms.floor),
        cancelFills: Number(terms.cancelFills),
        moveDelayBlocks: terms.delay,
      };
    },
    vestedAt: (time, { commitment, releasedAmount }) =>
      commitment === null ? releasedAmount : schedule.earnedAt({ commitment }, releasedAmount, time),
    tokensBytecode: planCompanionBytecode,
    lockOf({ commitment, releasedAmount, status }) {
      if (commitment === null) return { unlockedAt: () => releasedAmount, until: null, isRevocable: true };
      return {
        unlockedAt: schedule.earning({ commitment }, releasedAmount),
        until: status === 'ACTIVE' ? (schedule.lastEarningTime({ commitment }) ?? null) : null,
        isRevocable: group.kind === 'RECURRING' ? group.cancelable : group.noticeBlocks > 0,
      };
    },
  };
};

/** Wraps a stream of a plan as a contract that the indexer follows. */
const openStream = (contract: PlanContract, opening: PlanOpening, plan: StoredPlan): ProductContract =>
  followedStream(createPlanStream(contract, opening), planStreamTerms(contract, opening, plan), plan);

const findDeployments = (
  contracts: readonly PlanContract[],
  network: Network,
  txid: string,
  transaction: TransactionCommon,
): DeploymentsFound => {
  const found = findPlanDeployments(network, txid, transaction);
  if (!found.ok) return { ok: false, problems: problemsInWords(found.problems) };
  const deployments = found.deployments.flatMap(({ stream: { contract: theirs, opening, index }, state }) => {
    const group = contracts.findIndex(({ address }) => address === theirs.address);
    const contract = contracts[group];
    if (contract === undefined) return [];
    const plan = { category: opening.category, index, group, commitment: opening.commitment };
    return [
      {
        contract: openStream(contract, opening, plan),
        step: fundingStep(state, transaction.locktime),
        vout: state.outpoint.vout,
      },
    ];
  });
  return { ok: true, deployments };
};

const open = (terms: PlanTerms, network: Network): Announced => {
  const contracts = createPlanContracts(terms, network);
  return {
    product: planProductName(terms),
    family: planFamily(terms),
    sender: terms.sender,
    recipient: null,
    address: contracts[0]?.address ?? '',
    lockingBytecodes: contracts.map(({ lockingBytecode }) => lockingBytecode),
    findDeployments: (txid, transaction) => findDeployments(contracts, network, txid, transaction),
    contractOf(stored) {
      const opening = openingOfStored(stored);
      const contract = stored.plan === null ? undefined : contracts[stored.plan.group];
      if (stored.plan === null || contract === undefined) throw new Error('A stored plan has no such group');
      return openStream(contract, opening, stored.plan);
    },
  };
};

/** What announcements declare, while somebody holds their bytes. */
const decodedBy = new WeakMap<Uint8Array, PlanTerms>();

/** Plans: one announcement opens many streams. Each has its own row, since each moves on its own after the funding. */
export const planProduct: Product = {
  readTerms(bytecode, stored) {
    // The shortest notice that the network permits was checked when the plan was found.
    const terms = decodedBy.get(bytecode) ?? decodePlanAnnouncement(bytecode, true);
    if (terms !== undefined) decodedBy.set(bytecode, terms);
    if (terms === undefined || stored.plan === null) return undefined;
    return planStreamTerms(rulesOf(terms, stored.plan), openingOfStored(stored), stored.plan);
  },
  open(bytecode, network) {
    const terms = decodePlanAnnouncement(bytecode, isLocalNetwork(network));
    return terms && open(terms, network);
  },
};
