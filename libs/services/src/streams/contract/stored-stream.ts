import { binsAreEqual, binToHex, hexToBin, type TransactionCommon } from '@bitauth/libauth';
import { LRUCache } from 'lru-cache';
import {
  announcesCalendar,
  type AnyPlanStream,
  type CalendarContract,
  type CalendarDeployments,
  calendarFunding,
  type CalendarMemberFunding,
  type CalendarOpening,
  calendarGroupKey,
  type CalendarStream,
  calendarStreamSchedule,
  type CalendarTerms,
  calendarTermsAt,
  canLockMove,
  createCalendarContracts,
  createCalendarStream,
  createLockContract,
  createLockStream,
  createPlanStream,
  findClaimedLock,
  findLockFunding,
  decodeCalendarAnnouncement,
  decodeCalendarState,
  decodePlanAnnouncement,
  decodePlanState,
  encodeCalendarAnnouncement,
  encodePlanAnnouncement,
  findCalendarDeployments,
  findPlanDeployments,
  isLocalNetwork,
  type LockFundingResult,
  findLocksAmong,
  matchLocks,
  type PlanDeployments,
  type FoundDeployment,
  type LockDraft,
  groupKey,
  lockReserve,
  toLockState,
  type LockContract,
  type LockPace,
  type LockTerms,
  lockStreamSchedule,
  memberFunding,
  movedKey,
  paidDates,
  partyAddress,
  paceTextOf,
  partyOfKey,
  planContractsOf,
  planStreamSchedule,
  planTermsOf,
  readHex,
  restoreLockContract,
  type MemberFunding,
  type Network,
  type PlanContract,
  type PlanStream,
  type PlannedMember,
  type PlanOpening,
  type PlanTerms,
  type StreamFunding,
  type StreamStep,
  type StreamModel,
  type StreamSchedule,
  type ClockCoin,
  type ContractState,
} from '@weir/covenants';
import {
  scriptHashOf,
  type NewStream,
  type PlanPlaceRecord,
  type StreamRecord,
  type ListedStreamRecord,
  type StreamState,
} from '@weir/infra';
import { tranchesOf } from '../../shared/dated-columns.js';
import { type FundedPart, partByCalendar, partInSeconds } from '../../shared/funded-part.js';

/** The columns that identify a stream of a plan, beside those of its place. */
export type PlanRow = Pick<NewStream, 'recipientHash' | 'totalAmount' | 'tokenCategory' | 'initialCommitment'> &
  Partial<Pick<StreamRecord, 'state' | 'trancheList'>>;

/** The columns from which the schedule of any stream follows. */
type PacedRow = Pick<PlanRow, 'totalAmount' | 'initialCommitment' | 'trancheList'> &
  Pick<ListedStreamRecord, 'withdrawnAmount'> &
  Pick<NewStream, LockColumn> & { readonly place: Pick<PlanPlaceRecord, 'announcement' | 'group'> };

/** The columns that say the terms of a lock beside its recipient. */
type LockColumn =
  | ('tokenType' | 'totalAmount' | 'startTime' | 'endTime' | 'cliffTimestamp' | 'intervalSeconds')
  | 'moveDelay';

/** Returns the delay of a stored lock; none of a lock that its recipient cannot move. */
const delayOf = ({ moveDelay = 0 }: Pick<NewStream, 'moveDelay'>): Pick<LockTerms, 'delay'> =>
  moveDelay === 0 ? {} : { delay: moveDelay };

/** Returns when a stored lock pays how much: all of it is in its columns. */
const lockPaceOf = (row: Pick<NewStream, LockColumn>): LockPace => {
  const [start, step] = [BigInt(row.startTime), BigInt(row.intervalSeconds ?? 1)];
  return {
    ...delayOf(row),
    asset: row.tokenType,
    total: row.totalAmount,
    start,
    cliff: BigInt(row.cliffTimestamp ?? row.startTime),
    step,
    steps: (BigInt(row.endTime) - start) / step,
  };
};

/** Returns the terms of a stored lock, where no move of it is pending. */
export const lockTermsOf = (row: Pick<NewStream, LockColumn | 'recipientHash'>): LockTerms => ({
  ...lockPaceOf(row),
  recipient: partyOfKey(row.recipientHash),
});

const openingOf = (row: PlanRow): PlanOpening => ({
  category: row.state?.category ?? '',
  commitment: row.initialCommitment,
  total: row.totalAmount,
  asset: row.tokenCategory ?? undefined,
  recipient: partyOfKey(row.recipientHash),
});
const calendarOpeningOf = (row: PlanRow): CalendarOpening => ({ ...openingOf(row), tranches: tranchesOf(row) });

/** What of the terms of a plan shows what falls due. */
type PacedTerms = Pick<PlanTerms, 'product' | 'groups' | 'delay'> | CalendarPacedTerms;
type CalendarPacedTerms = Pick<CalendarTerms, 'product' | 'groups' | 'delay'> & { readonly byCalendar: true };

/** By what announcements have in common: thousands of plans differ only in their senders and nonces. */
const known = new LRUCache<string, PacedTerms>({ max: 5_000 });

/** @throws Error for an announcement that this service never wrote */
const pacedTermsOf = (announcement: string): PacedTerms => {
  const bytes = readHex(announcement);
  if (bytes === undefined) throw new Error('Stored announcement is not hexadecimal');
  // Whether a short notice is acceptable was judged when the row was made.
  if (announcesCalendar(bytes)) {
    const { product, groups, delay } = calendarTermsAt(bytes, 'devnet');
    return { byCalendar: true, product, groups, delay };
  }
  const { product, groups, delay } = planTermsOf(bytes, 'devnet');
  return { product, groups, delay };
};

const termsOf = (announcement: string): PacedTerms => {
  const text = paceTextOf(announcement);
  const found = known.get(text);
  if (found !== undefined) return found;
  const terms = pacedTermsOf(announcement);
  known.set(text, terms);
  return terms;
};

/** Returns what is at a place in a plan. @throws Error where the plan has no such place */
const groupAt = <Group>(groups: readonly Group[], at: number): Group => {
  const group = groups[at];
  if (group === undefined) throw new Error('Stored stream names a group that its plan does not have');
  return group;
};

/** Returns the schedule of a stored stream or payment. Constructs no contract. */
export const scheduleOf = (row: PacedRow): StreamSchedule => {
  const { totalAmount: total, initialCommitment: commitment, place } = row;
  if (place.announcement === null) return lockStreamSchedule(lockPaceOf(row), row.withdrawnAmount);
  const terms = termsOf(place.announcement);
  const at = place.group ?? 0;
  if ('byCalendar' in terms) {
    const group = groupAt(terms.groups, at);
    return calendarStreamSchedule(
      { terms: { product: terms.product }, group },
      { commitment, total, tranches: tranchesOf(row) },
    );
  }
  return planStreamSchedule(
    { terms: { product: terms.product }, group: groupAt(terms.groups, at) },
    { commitment, total },
  );
};

/**
 * Returns when the last installment or tranche came that a step of a stream pays, Unix seconds; null of any other record, whose columns
 * say which periods it pays.
 *
 * @param row before the step
 */
export const paydayOf = (
  { state, recurring, place, initialCommitment: commitment, totalAmount: total, trancheList }: StreamRecord,
  step: StreamStep,
): number | null => {
  if (place.announcement === null || recurring !== null || state === null) return null;
  const terms = termsOf(place.announcement);
  if (!('byCalendar' in terms)) return null;
  const pace = { terms: { product: terms.product }, group: groupAt(terms.groups, place.group ?? 0) };
  const opening = { commitment, total, tranches: tranchesOf({ totalAmount: total, trancheList }) };
  const dates = paidDates(pace, opening, state, step);
  return dates === undefined ? null : Number(dates.lastAt);
};

/** Returns the blocks between the announcement of another address and the move; 0 where the recipient cannot move. */
export const moveDelayOf = ({
  place: { announcement },
  moveDelay = 0,
}: Pick<PacedRow, 'place' | 'moveDelay'>): number => (announcement === null ? moveDelay : termsOf(announcement).delay);

/** Returns the columns that say where a contract is. */
const addressColumns = ({ address, lockingBytecode }: Pick<PlanContract, 'address' | 'lockingBytecode'>) => ({
  contractAddress: address,
  lockingBytecode: binToHex(lockingBytecode),
  scriptHash: scriptHashOf(lockingBytecode),
});

/** A planned stream of any product, as its row says it. */
interface NewMember extends Pick<PlannedMember, 'announcement' | 'group' | 'index' | 'reserve'> {
  readonly contract: Pick<PlanContract, 'address' | 'lockingBytecode'> & {
    readonly terms: Pick<PlanTerms, 'nonce' | 'delay'>;
  };
  readonly opening: Pick<PlanOpening, 'commitment'>;
}

/** Returns the columns of a new row for a planned stream. @param of its plan, null of a plan of one, and its funding */
export const memberColumns = (member: NewMember, of: Pick<PlanPlaceRecord, 'planId' | 'fundingId'>) => {
  const { contract, announcement, group, index, reserve, opening } = member;
  return {
    ...addressColumns(contract),
    initialCommitment: opening.commitment,
    nonce: binToHex(contract.terms.nonce),
    moveDelay: contract.terms.delay,
    place: { ...of, announcement: binToHex(announcement), group, index, reserve },
  };
};

/** What of a lock the columns of a new row say in addition to its terms. */
interface NewLock {
  /** Of tokens: satoshis that lie beside them. */
  readonly reserve: bigint;
  /** Its row in a list, from 1. */
  readonly index?: number;
  readonly planId?: string | null;
  /** What funds it; undefined of a new lock that no list has, null where a claim made it. */
  readonly fundingId?: string | null;
  /** Blocks between the announcement of another address and the move; by default its recipient cannot move it. */
  readonly delay?: number | undefined;
}

/** Returns the columns of a new row for a lock. */
export const lockColumns = (
  { lockingBytecode, address }: Pick<LockContract, 'address' | 'lockingBytecode'>,
  { reserve, index = 1, planId = null, fundingId, delay = 0 }: NewLock,
) => ({
  ...addressColumns({ address, lockingBytecode }),
  contract: 'LOCK' as const,
  cancelable: false,
  cancelNoticeBlocks: 0,
  initialCommitment: '',
  nonce: null,
  moveDelay: delay,
  place: { fundingId, planId, announcement: null, group: null, index, reserve },
});

/**
 * Converts a stored state to the contract's form. An NFT attached to a companion is immutable: it carries no other.
 *
 * @param clock of the notice that runs; the row does not keep it
 */
export const toContractState = (
  { category, txid, vout, satoshis, companion, commitment, movesTo, lockingBytecode }: StreamState,
  clock: ClockCoin | undefined,
): ContractState => ({
  outpoint: { txid, vout },
  satoshis,
  category,
  commitment,
  ...(clock !== undefined && { clock }),
  ...(movesTo !== null && { movesTo: partyOfKey(movesTo) }),
  ...(lockingBytecode !== null && { lockingBytecode: hexToBin(lockingBytecode) }),
  ...(companion !== null && {
    companion: {
      satoshis: companion.satoshis,
      amount: companion.amount,
      ...(companion.nft !== null && { nft: { capability: 'none', commitment: companion.nft } }),
    },
  }),
});

/** Converts a contract's state to its stored form. */
export const toStoredState = ({
  category,
  outpoint,
  satoshis,
  companion,
  commitment,
  movesTo,
  lockingBytecode,
}: ContractState): StreamState => ({
  category,
  txid: outpoint.txid,
  vout: outpoint.vout,
  satoshis,
  companion:
    companion === undefined
      ? null
      : { satoshis: companion.satoshis, amount: companion.amount, nft: companion.nft?.commitment ?? null },
  commitment,
  movesTo: movesTo === undefined ? null : movedKey(movesTo),
  lockingBytecode: lockingBytecode === undefined ? null : binToHex(lockingBytecode),
});

/** Returns a stored lock as its funding is built from it. */
const draftOfLock = (row: ModelledRow): LockDraft => ({
  asset: row.tokenCategory === null ? { type: 'BCH' } : { type: 'FUNGIBLE_TOKEN', category: row.tokenCategory },
  sender: partyOfKey(row.senderHash),
  ...delayOf(row),
  locks: [
    {
      ...lockTermsOf(row),
      ...(row.tokenCategory !== null && { payments: Number(row.place.reserve / lockReserve(1, delayOf(row))) }),
    },
  ],
});

/** The columns that identify the contract of a row. */
export type ModelledRow = PlanRow & Pick<NewStream, 'place' | 'senderHash' | LockColumn>;

/** The same, and where its funding lies. */
export type FindableRow = ModelledRow & Pick<NewStream, 'lockingBytecode'>;

/**
 * Returns the row of a lock with the recipient whom its funding names, where the row names the one that it has moved to since. The funding
 * is found by its address, which stays in the row.
 */
const asFunded = (row: FindableRow, result: LockFundingResult): FindableRow | undefined => {
  if (!result.ok || delayOf(row).delay === undefined) return undefined;
  const lock = result.found.locks.find(({ contract }) => binToHex(contract.lockingBytecode) === row.lockingBytecode);
  const recipientHash = lock && movedKey(lock.contract.terms.recipient);
  return recipientHash === undefined || recipientHash === row.recipientHash ? undefined : { ...row, recipientHash };
};

/** What a transaction opens, read when it is asked for. */
export interface OpenedBy {
  readonly plan: () => PlanDeployments;
  readonly calendar: () => CalendarDeployments;
  readonly locks: () => LockFundingResult;
}

/** Whether a row that is not a lock is by the calendar: its announcement says so. */
const isByCalendar = ({ announcement }: Pick<PlanPlaceRecord, 'announcement'>): boolean => {
  const bytes = announcement === null ? undefined : readHex(announcement);
  return bytes !== undefined && announcesCalendar(bytes);
};

/** A stream that a transaction opens, of any plan. */
interface OpenedStream {
  readonly stream: {
    readonly lockingBytecode: Uint8Array;
    readonly opening: Pick<PlanOpening, 'commitment' | 'total' | 'asset'>;
  };
}

/** How many announcements are cached: making contracts takes milliseconds, and a request needs its own several times. */
const MAX_ANNOUNCEMENTS = 500;

/** Makes the contracts of stored rows and caches those of the announcements used last: siblings share them. */
export const createStreamContracts = (network: Network) => {
  const plans = new LRUCache<string, readonly PlanContract[]>({ max: MAX_ANNOUNCEMENTS });
  const calendars = new LRUCache<string, readonly CalendarContract[]>({ max: MAX_ANNOUNCEMENTS });

  /** Returns the contract at a place, made once for all siblings. */
  const contractAt = <Contract>(
    shared: LRUCache<string, readonly Contract[]>,
    { announcement, group }: PlanPlaceRecord,
    create: (announcement: Uint8Array) => readonly Contract[],
  ): Contract => {
    if (announcement === null) throw new Error('Stored stream of a plan has no announcement');
    const contracts = shared.get(announcement) ?? create(hexToBin(announcement));
    shared.set(announcement, contracts);
    return groupAt(contracts, group ?? 0);
  };
  const contractOf = (place: PlanPlaceRecord): PlanContract =>
    contractAt(plans, place, (announcement) => planContractsOf(announcement, network));
  const calendarContractOf = (place: PlanPlaceRecord): CalendarContract =>
    contractAt(calendars, place, (announcement) =>
      createCalendarContracts(calendarTermsAt(announcement, network), network),
    );

  const lockOf = (row: ModelledRow): LockContract => {
    const terms = lockTermsOf(row);
    return canLockMove(terms) ? restoreLockContract(terms, network) : createLockContract(terms, network);
  };
  const planOf = (row: ModelledRow): PlanStream => createPlanStream(contractOf(row.place), openingOf(row));

  const memberOf = (row: ModelledRow): MemberFunding =>
    memberFunding(contractOf(row.place), { opening: openingOf(row), reserve: row.place.reserve });
  const calendarOf = (row: ModelledRow): CalendarStream =>
    createCalendarStream(calendarContractOf(row.place), calendarOpeningOf(row));
  const calendarFundingOf = (row: ModelledRow): CalendarMemberFunding =>
    calendarFunding(calendarContractOf(row.place), { opening: calendarOpeningOf(row), reserve: row.place.reserve });

  /** A claim's lock is found by the claim, any other by its funding. */
  const lockDeployment = (
    row: FindableRow,
    txid: string,
    transaction: TransactionCommon,
    funding: () => LockFundingResult,
  ): FoundDeployment => {
    const contract = lockOf(row);
    if (row.place.fundingId === null) {
      const claimed = findClaimedLock(network, txid, transaction);
      const isIt = claimed !== undefined && binsAreEqual(claimed.contract.lockingBytecode, contract.lockingBytecode);
      if (isIt && claimed.coin.token?.category === (row.tokenCategory ?? undefined))
        return { ok: true, state: toLockState(contract, claimed.coin), recipient: contract.terms.recipient };
      return { ok: false, problems: ['it claims another lock'] };
    }
    // A row of a list is one of many in its funding.
    const matches = row.place.planId === null ? matchLocks : findLocksAmong;
    const result = funding();
    const found = matches(draftOfLock(row), result);
    if (!found.ok) {
      const first = asFunded(row, result);
      return first === undefined ? found : lockDeployment(first, txid, transaction, () => result);
    }
    const [lock] = found.locks;
    if (lock === undefined) throw new Error('Expected exactly one lock in the draft');
    return { ok: true, state: toLockState(contract, lock.coin), recipient: contract.terms.recipient };
  };

  return {
    /** Returns the contract of a lock. */
    lockOf,
    /** Returns the model of a row that is not a lock. */
    planOf: (row: ModelledRow): AnyPlanStream => (isByCalendar(row.place) ? calendarOf(row) : planOf(row)),
    of(row: ModelledRow): StreamModel {
      if (isByCalendar(row.place)) return calendarOf(row);
      if (row.place.announcement !== null) return planOf(row);
      const opening = { sender: partyOfKey(row.senderHash), category: row.tokenCategory ?? undefined };
      return createLockStream(lockOf(row), opening);
    },
    /** Returns where the contract of a row is, no matter what the row says of it. */
    addressOf(row: ModelledRow) {
      if (isByCalendar(row.place)) return addressColumns(calendarContractOf(row.place));
      return addressColumns(row.place.announcement === null ? lockOf(row) : contractOf(row.place));
    },
    /** Returns what the funding of a lock is built from. */
    lockDraftOf: draftOfLock,
    /**
     * Finds the deployment that a transaction makes of a row.
     *
     * @param read what the transaction opens, for callers that ask for many rows of one
     */
    findDeployment(
      row: FindableRow,
      txid: string,
      transaction: TransactionCommon,
      read: Partial<OpenedBy> = {},
    ): FoundDeployment {
      const {
        plan = () => findPlanDeployments(network, txid, transaction),
        calendar = () => findCalendarDeployments(network, txid, transaction),
        locks = () => findLockFunding(network, txid, transaction),
      } = read;
      if (isByCalendar(row.place)) return calendarFundingOf(row).findAmong(calendar());
      if (row.place.announcement !== null) return memberOf(row).findAmong(plan());
      return lockDeployment(row, txid, transaction, locks);
    },
    /** Whether a row says enough to make its contract. One that is damaged, or has another plan's announcement, may not. */
    isReadable: ({
      place: { announcement, group },
      initialCommitment,
    }: PlanRow & Pick<NewStream, 'place'>): boolean => {
      if (announcement === null) return true;
      const bytes = readHex(announcement) ?? new Uint8Array();
      if (announcesCalendar(bytes)) {
        const said = decodeCalendarAnnouncement(bytes, isLocalNetwork(network));
        return (
          said?.groups[group ?? 0] !== undefined && decodeCalendarState(said.product, initialCommitment) !== undefined
        );
      }
      const terms = decodePlanAnnouncement(bytes, isLocalNetwork(network));
      return terms?.groups[group ?? 0] !== undefined && decodePlanState(terms.product, initialCommitment) !== undefined;
    },
    /**
     * Reads from its funding where a row that is not a lock is in its plan: the announcement and the group.
     *
     * @returns undefined where the transaction opens no stream at the row's address with its amount, token and recipient
     */
    placeIn(
      row: ModelledRow & Pick<NewStream, 'lockingBytecode'>,
      { plan, calendar }: Pick<OpenedBy, 'plan' | 'calendar'>,
    ): PlanPlaceRecord | undefined {
      if (row.place.announcement === null) return undefined;
      const { commitment, total, asset } = openingOf(row);
      const isOwn = ({ stream: { lockingBytecode, opening } }: OpenedStream): boolean =>
        opening.commitment === commitment &&
        opening.total === total &&
        opening.asset === asset &&
        binToHex(lockingBytecode) === row.lockingBytecode;
      const at = (announcement: Uint8Array, group: number) => ({
        ...row.place,
        announcement: binToHex(announcement),
        group,
      });
      const opened = plan();
      const own = opened.ok ? opened.deployments.find(isOwn) : undefined;
      if (own !== undefined) {
        const { terms, group } = own.stream.contract;
        const place = terms.groups.findIndex((each) => groupKey(each) === groupKey(group));
        return at(encodePlanAnnouncement(terms), place);
      }
      const dated = calendar();
      const found = dated.ok ? dated.deployments.find(isOwn) : undefined;
      if (found === undefined) return undefined;
      const { terms, group } = found.stream.contract;
      const place = terms.groups.findIndex((each) => calendarGroupKey(each) === calendarGroupKey(group));
      return at(encodeCalendarAnnouncement(terms), place);
    },
    /** Returns the columns that name a recipient. */
    recipientColumns: (party: Uint8Array) => ({
      recipient: partyAddress(party, network) ?? movedKey(party),
      recipientHash: movedKey(party),
    }),
    /** Returns how a row that is not a lock is funded. */
    fundingOf: (row: ModelledRow): StreamFunding => (isByCalendar(row.place) ? calendarFundingOf(row) : memberOf(row)),
    /** Returns what opens a row that is not a lock. */
    partOf: (row: ModelledRow): FundedPart =>
      isByCalendar(row.place)
        ? partByCalendar(calendarFundingOf(row).part, row.tokenCategory, network)
        : partInSeconds(memberOf(row).part, row.tokenCategory, network),
  };
};

export type StreamContracts = ReturnType<typeof createStreamContracts>;
