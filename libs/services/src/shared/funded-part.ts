import { binsAreEqual, type TransactionCommon } from '@bitauth/libauth';
import {
  announcesCalendar,
  buildCalendarFunding,
  buildPlanFunding,
  buildPlanPreparation,
  type CalendarContract,
  calendarGroupKey,
  type CalendarPart,
  type ChainTip,
  type ContractState,
  CovenantError,
  createCalendarContracts,
  encodeCalendarState,
  encodePlanState,
  findCalendarFunding,
  findOwnParties,
  findPlanFunding,
  type FoundCalendar,
  type FoundPlan,
  groupKey,
  type Network,
  type Party,
  type PlanDraftFault,
  type PlanFunding,
  type PlanFundingOptions,
  plannedCalendarMembers,
  type PlannedMember,
  plannedMembers,
  type PlanPart,
  principalOf,
  proposeCalendarFunding,
  proposePlanFunding,
  toCalendarContractState,
  toPlanContractState,
  type TreasuryContract,
  type VaultHoldings,
  type VaultProposal,
  type WalletCoins,
} from '@weir/covenants';
import type { FundingPlace } from './second-funding.js';

/** What a transaction funds: a plan in seconds or by the calendar, or why it funds none. */
export type ReadFunding =
  | { readonly by: 'SECONDS'; readonly plan: FoundPlan }
  | { readonly by: 'CALENDAR'; readonly plan: FoundCalendar }
  | { readonly problems: readonly string[] };

/** How many problems are named. */
const MAX_NAMED = 20;

const problemsOf = (
  problems: readonly { readonly problem: string; readonly vout: number | undefined }[],
): { readonly problems: readonly string[] } => ({
  problems: problems
    .slice(0, MAX_NAMED)
    .map(({ problem, vout }) => (vout === undefined ? problem : `${problem} at output ${vout}`)),
});

/** Reads the plan that a transaction funds, or explains why it funds none. */
export const readFunding = (txid: string, transaction: TransactionCommon, network: Network): ReadFunding => {
  if (transaction.outputs.some(({ lockingBytecode }) => announcesCalendar(lockingBytecode))) {
    const dated = findCalendarFunding(network, txid, transaction);
    return dated.ok ? { by: 'CALENDAR', plan: dated.plan } : problemsOf(dated.problems);
  }
  const found = findPlanFunding(network, txid, transaction);
  return found.ok ? { by: 'SECONDS', plan: found.plan } : problemsOf(found.problems);
};

/** The same for all streams of a plan, in any part. */
interface Terms {
  readonly product: string;
  readonly sender: Party;
  readonly nonce: Uint8Array;
  readonly fee: bigint;
  readonly floor: bigint;
  readonly delay: number;
  readonly cancelFills?: bigint;
}

/** A stream as its part plans it. */
interface Planned<Group, State> {
  readonly recipient: Party;
  readonly group: Group;
  readonly state: State;
  readonly principal: bigint;
  readonly reserve: bigint;
}

/** A stream as a transaction opens it. */
interface Opened<Group, State> {
  readonly contract: { readonly group: Group };
  readonly coin: { readonly state: State; readonly principal: bigint; readonly reserve: bigint };
  readonly recipient: Party;
}

/** What a plan on the chain is compared with, and in what way. */
interface Comparison<Group, State> {
  readonly terms: Terms;
  readonly tokenCategory: string | null;
  readonly streams: readonly Planned<Group, State>[];
  readonly keyOf: (group: Group) => string;
  /** Returns the commitment of a state. */
  readonly encode: (state: State, reserve: bigint) => string;
}

interface Indexed {
  readonly index: number;
}

const streamProblem = <Group, State extends Indexed>(
  { keyOf, encode }: Comparison<Group, State>,
  { state, recipient, group, principal, reserve }: Planned<Group, State>,
  found: Opened<Group, State> | undefined,
): string | undefined => {
  if (found === undefined) return `row ${state.index} is not opened`;
  const { contract, coin } = found;
  if (keyOf(contract.group) !== keyOf(group)) return `row ${state.index} has other terms`;
  if (!binsAreEqual(found.recipient, recipient)) return `row ${state.index} has another recipient`;
  if (coin.principal !== principal)
    return `row ${state.index} holds ${coin.principal.toString()}, not ${principal.toString()}`;
  const same = encode(coin.state, coin.reserve) === encode(state, reserve);
  return same && coin.reserve === reserve ? undefined : `row ${state.index} has another schedule or reserve`;
};

/** Lists how a plan on the chain differs from a part; empty where it is exactly that part. */
const differences = <Group, State extends Indexed>(
  comparison: Comparison<Group, State>,
  {
    terms,
    streams,
    asset,
  }: {
    readonly terms: Terms;
    readonly streams: readonly Opened<Group, State>[];
    readonly asset: string | undefined;
  },
): readonly string[] => {
  const { terms: expected, tokenCategory, streams: planned } = comparison;
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
  const problems = planned.flatMap(
    (stream) => streamProblem(comparison, stream, byIndex.get(stream.state.index)) ?? [],
  );
  if (problems.length === 0 && streams.length !== planned.length)
    return [`it opens ${streams.length} streams, and the part has ${planned.length}`];
  return problems.slice(0, MAX_NAMED);
};

/** A stream of a part as a record keeps it, of any plan. */
export type PartMember = Pick<PlannedMember, 'announcement' | 'group' | 'index' | 'reserve' | 'opening'> & {
  readonly contract: Pick<PlannedMember['contract'], 'address' | 'lockingBytecode'> & {
    readonly terms: Pick<Terms, 'nonce' | 'delay'>;
  };
};

/** Where streams lie. */
type FundedContract = Pick<CalendarContract, 'address' | 'lockingBytecode'>;

/** What a funding spends, and what nodes ask. */
export interface PartFundingOptions {
  readonly tip: ChainTip;
  readonly feeRate: bigint;
  readonly genesis: string | undefined;
  readonly ownGenesis: boolean;
}

/** What one funding opens: a part of a list, or a single stream, in seconds or by the calendar. */
export interface FundedPart {
  readonly sender: Party;
  readonly tokenCategory: string | null;
  /** How many streams it opens. */
  readonly count: number;
  /** Units of the asset that they hold. */
  readonly principal: bigint;
  /** One for each group of the terms, in their order. */
  readonly contracts: readonly FundedContract[];
  /** Where its funding would lie: a coin that looks like any of its streams at its first address shows that it may be there. */
  readonly place: () => FundingPlace;
  /** Lists its streams as records keep them, in its order. */
  readonly members: () => readonly PartMember[];
  /** Finds parties that are addresses of the plan itself. */
  readonly ownParties: () => readonly PlanDraftFault[];
  /** Lists how what a transaction funds differs from it; empty where it is exactly that. */
  readonly problemsOf: (read: ReadFunding) => readonly string[];
  /** Returns the states that its funding made, by the numbers of their streams. */
  readonly statesIn: (read: ReadFunding) => ReadonlyMap<number, ContractState>;
  /** Builds its funding, or the preparation that a wallet needs before. As `buildPlanFunding` throws. */
  readonly build: (payer: WalletCoins, options: PartFundingOptions) => PlanFunding;
  /** Proposes that a vault funds it. As `proposePlanFunding` throws. */
  readonly propose: (
    vault: TreasuryContract,
    holdings: VaultHoldings,
    tip: ChainTip,
    options: PlanFundingOptions,
  ) => VaultProposal;
}

const placeOf = <Group, State extends Indexed>(
  { streams, keyOf, encode }: Comparison<Group, State>,
  [contract]: readonly { readonly lockingBytecode: Uint8Array; readonly group: Group }[],
  funds: FundingPlace['funds'],
): FundingPlace => {
  if (contract === undefined) throw new Error('A part has no address');
  const first = keyOf(contract.group);
  const units = new Map(
    streams
      .filter(({ group }) => keyOf(group) === first)
      .map(({ state, reserve }) => [encode(state, reserve), BigInt(state.index)]),
  );
  return {
    lockingBytecode: contract.lockingBytecode,
    mayFund: ({ token }) => token?.nft?.capability === 'mutable' && units.get(token.nft.commitment) === token.amount,
    funds,
  };
};

/** A part of one kind of plan: what all kinds have, and what each does by itself. */
interface PartKind<Group, State, Stream extends Opened<Group, State>> extends Comparison<Group, State> {
  readonly contracts: readonly (FundedContract & { readonly network: Network; readonly group: Group })[];
  readonly members: FundedPart['members'];
  /** Returns what a transaction funds where it is a plan of this kind. */
  readonly foundIn: (
    read: ReadFunding,
  ) => { readonly terms: Terms; readonly streams: readonly Stream[]; readonly asset: string | undefined } | undefined;
  readonly stateOf: (stream: Stream) => ContractState;
  readonly build: FundedPart['build'];
  readonly propose: FundedPart['propose'];
}

const fundedPart = <Group, State extends Indexed, Stream extends Opened<Group, State>>(
  kind: PartKind<Group, State, Stream>,
  network: Network,
): FundedPart => {
  const { terms, tokenCategory, streams, contracts, members, propose } = kind;
  const findProblems: FundedPart['problemsOf'] = (read) => {
    if ('problems' in read) return read.problems;
    const found = kind.foundIn(read);
    return found === undefined ? ['it opens streams of another kind'] : differences(kind, found);
  };
  return {
    sender: terms.sender,
    tokenCategory,
    count: streams.length,
    principal: principalOf({ streams }),
    contracts,
    place: () =>
      placeOf(
        kind,
        contracts,
        ({ txid, transaction }) => findProblems(readFunding(txid, transaction, network)).length === 0,
      ),
    members,
    ownParties: () => findOwnParties({ terms, contracts, streams }),
    problemsOf: findProblems,
    statesIn: (read) =>
      new Map(
        (kind.foundIn(read)?.streams ?? []).map((stream) => [stream.coin.state.index, kind.stateOf(stream)] as const),
      ),
    build(payer, options) {
      try {
        return kind.build(payer, options);
      } catch (error) {
        if (!(error instanceof CovenantError && error.is('TRANSACTION_TOO_LARGE'))) throw error;
        return buildPlanPreparation({ contracts }, payer, { feeRate: options.feeRate });
      }
    },
    propose,
  };
};

/** Returns a part in seconds. @param tokenCategory 64 lower-case hex digits; null for BCH */
export const partInSeconds = (part: PlanPart, tokenCategory: string | null, network: Network): FundedPart => {
  const { terms } = part;
  const asset = tokenCategory ?? undefined;
  return fundedPart(
    {
      ...part,
      tokenCategory,
      keyOf: groupKey,
      encode: (state, reserve) => encodePlanState(terms.product, state, reserve),
      members: () => plannedMembers(part, asset),
      foundIn: (read) => ('plan' in read && read.by === 'SECONDS' ? read.plan : undefined),
      stateOf: ({ contract, coin }) => toPlanContractState(contract, coin, undefined),
      build: (payer, { tip, ...options }) => buildPlanFunding(part, payer, tip, asset, options),
      propose: (vault, holdings, tip, options) => proposePlanFunding(vault, holdings, part, tip, asset, options),
    },
    network,
  );
};

/** Returns a part by the calendar. @param tokenCategory 64 lower-case hex digits; null for BCH */
export const partByCalendar = (part: CalendarPart, tokenCategory: string | null, network: Network): FundedPart => {
  const { terms } = part;
  const contracts = createCalendarContracts(terms, network);
  const asset = tokenCategory ?? undefined;
  return fundedPart(
    {
      ...part,
      contracts,
      tokenCategory,
      keyOf: calendarGroupKey,
      encode: (state, reserve) => encodeCalendarState(terms.product, state, reserve),
      members: () => plannedCalendarMembers(part, contracts, asset),
      foundIn: (read) => ('plan' in read && read.by === 'CALENDAR' ? read.plan : undefined),
      stateOf: ({ contract, coin }) => toCalendarContractState(contract, coin, undefined),
      build: (payer, options) => buildCalendarFunding(part, payer, { network, asset, ...options }),
      propose: (vault, holdings, tip, options) => proposeCalendarFunding(vault, holdings, part, tip, asset, options),
    },
    network,
  );
};
