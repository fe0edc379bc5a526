import { binsAreEqual, type TransactionCommon } from '@bitauth/libauth';
import {
  encodePlanState,
  findPlanFunding,
  groupKey,
  type FoundPlan,
  type FoundStream,
  type Network,
  type PlannedStream,
  type PlanPart,
} from '@weir/covenants';
import type { FundingPlace } from './second-funding.js';

/**
 * Returns where the funding of a part would lie: a coin that looks like any of its streams at its first address shows
 * that it may be there.
 */
export const placeOfPart = (expected: ExpectedPart, network: Network): FundingPlace => {
  const { terms, contracts, streams } = expected.part;
  const [contract] = contracts;
  if (contract === undefined) throw new Error('A part has no address');
  const first = groupKey(contract.group);
  const units = new Map(
    streams
      .filter(({ group }) => groupKey(group) === first)
      .map(({ state, reserve }) => [encodePlanState(terms.product, state, reserve), BigInt(state.index)]),
  );
  return {
    lockingBytecode: contract.lockingBytecode,
    mayFund: ({ token }) => token?.nft?.capability === 'mutable' && units.get(token.nft.commitment) === token.amount,
    funds: ({ txid, transaction }) => findPartProblems(expected, txid, transaction, network).length === 0,
  };
};

/** How many problems are named. */
const MAX_NAMED = 20;

/** The part of a plan that is to be funded, and its asset. */
export interface ExpectedPart {
  readonly part: PlanPart;
  /** 64 lower-case hex digits; null for BCH. */
  readonly tokenCategory: string | null;
}

/** Reads the plan that a transaction funds, or explains why it funds none. */
export const readPlan = (
  txid: string,
  transaction: TransactionCommon,
  network: Network,
): { readonly plan: FoundPlan } | { readonly problems: readonly string[] } => {
  const found = findPlanFunding(network, txid, transaction);
  if (found.ok) return { plan: found.plan };
  return {
    problems: found.problems
      .slice(0, MAX_NAMED)
      .map(({ problem, vout }) => (vout === undefined ? problem : `${problem} at output ${vout}`)),
  };
};

const streamProblem = (
  { terms }: PlanPart,
  { state, recipient, group, principal, reserve }: PlannedStream,
  found: FoundStream | undefined,
): string | undefined => {
  if (found === undefined) return `row ${state.index} is not opened`;
  const { contract, coin } = found;
  if (groupKey(contract.group) !== groupKey(group)) return `row ${state.index} has other terms`;
  if (!binsAreEqual(found.recipient, recipient)) return `row ${state.index} has another recipient`;
  if (coin.principal !== principal)
    return `row ${state.index} holds ${coin.principal.toString()}, not ${principal.toString()}`;
  const same =
    encodePlanState(terms.product, coin.state, coin.reserve) === encodePlanState(terms.product, state, reserve);
  return same && coin.reserve === reserve ? undefined : `row ${state.index} has another schedule or reserve`;
};

/** Lists how a plan on the chain differs from a part; empty where it is exactly that part. */
export const comparePart = ({ part, tokenCategory }: ExpectedPart, found: FoundPlan): readonly string[] => {
  const { terms, streams, asset } = found;
  const expected = part.terms;
  if (!binsAreEqual(terms.nonce, expected.nonce)) return ['it funds another plan'];
  if (!binsAreEqual(terms.sender, expected.sender)) return ['it names another sender'];
  if (
    terms.product !== expected.product ||
    terms.fee !== expected.fee ||
    terms.floor !== expected.floor ||
    terms.cancelFills !== expected.cancelFills ||
    terms.delay !== expected.delay
  )
    return ['it announces other terms'];
  if (asset !== (tokenCategory ?? undefined)) return ['it holds another asset'];
  const byIndex = new Map(streams.map((stream) => [stream.coin.state.index, stream]));
  const problems = part.streams.flatMap(
    (planned) => streamProblem(part, planned, byIndex.get(planned.state.index)) ?? [],
  );
  if (problems.length === 0 && streams.length !== part.streams.length)
    return [`it opens ${streams.length} streams, and the part has ${part.streams.length}`];
  return problems.slice(0, MAX_NAMED);
};

/** Lists why a transaction is not the funding of a part; empty where it is. */
export const findPartProblems = (
  expected: ExpectedPart,
  txid: string,
  transaction: TransactionCommon,
  network: Network,
): readonly string[] => {
  const read = readPlan(txid, transaction, network);
  return 'plan' in read ? comparePart(expected, read.plan) : read.problems;
};
