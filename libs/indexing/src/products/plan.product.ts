import type { TransactionCommon } from '@bitauth/libauth';
import {
  createPlanContracts,
  createPlanStream,
  decodePlanAnnouncement,
  decodePlanState,
  findPlanDeployments,
  isBchPlan,
  isLocalNetwork,
  type Network,
  type PlanContract,
  type PlanGroup,
  type PlanOpening,
  type PlanRules,
  planStreamSchedule,
  type PlanTerms,
} from '@weir/covenants';
import type { StoredPlan } from '@weir/infra';
import { decodedOnce } from './decoded-once.js';
import { deploymentsOf, followedStream, openingOfStored, planDetails, scheduledTerms } from './followed-stream.js';
import { problemsInWords } from './funding-problems.js';
import type { Announced, DeploymentsFound, Product, ProductContract, ProductTerms } from './product.types.js';

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
        ...planDetails(terms, stored),
        cancelFills: Number(terms.cancelFills),
        moveDelayBlocks: terms.delay,
      };
    },
    ...scheduledTerms(schedule, group.kind === 'RECURRING' ? group.cancelable : group.noticeBlocks > 0),
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
  return deploymentsOf(contracts, found.deployments, transaction.locktime, (contract, { opening, index }, group) =>
    openStream(contract, opening, { category: opening.category, index, group, commitment: opening.commitment }),
  );
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

/** The shortest notice that the network permits was checked when the plan was found. */
const decoded = decodedOnce((bytecode) => decodePlanAnnouncement(bytecode, true));

/** Plans: one announcement opens many streams. Each has its own row, since each moves on its own after the funding. */
export const planProduct: Product = {
  readTerms(bytecode, stored) {
    const terms = decoded(bytecode);
    if (terms === undefined || stored.plan === null) return undefined;
    return planStreamTerms(rulesOf(terms, stored.plan), openingOfStored(stored), stored.plan);
  },
  open(bytecode, network) {
    const terms = decodePlanAnnouncement(bytecode, isLocalNetwork(network));
    return terms && open(terms, network);
  },
};
