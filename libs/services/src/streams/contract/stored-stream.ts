import { binToHex, hexToBin } from '@bitauth/libauth';
import { LRUCache } from 'lru-cache';
import {
  createPlanStream,
  memberFunding,
  paceTextOf,
  partyOfKey,
  planContractsOf,
  planStreamSchedule,
  planTermsOf,
  readHex,
  type MemberFunding,
  type Network,
  type PlanContract,
  type PlannedMember,
  type PlanOpening,
  type PlanTerms,
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
import { accruedAmount, accruedCurve } from '@weir/payments';
import { vestedAmount, vestingCurve } from '@weir/vesting';

/** The columns that identify a stream of a plan, beside those of its place. */
export type PlanRow = Pick<NewStream, 'recipientHash' | 'totalAmount' | 'tokenCategory' | 'initialCommitment'> &
  Partial<Pick<StreamRecord, 'state'>>;

const openingOf = (row: PlanRow): PlanOpening => ({
  category: row.state?.category ?? '',
  commitment: row.initialCommitment,
  total: row.totalAmount,
  asset: row.tokenCategory ?? undefined,
  recipient: partyOfKey(row.recipientHash),
});

/** What of the terms of a plan tells what falls due. */
type PacedTerms = Pick<PlanTerms, 'product' | 'groups'>;

/** By what announcements have in common: thousands of plans differ only in their senders and nonces. */
const known = new LRUCache<string, PacedTerms>({ max: 5_000 });

const termsOf = (announcement: string): PacedTerms => {
  const text = paceTextOf(announcement);
  const found = known.get(text);
  if (found !== undefined) return found;
  // Whether a short notice is acceptable was judged when the row was made.
  const bytes = readHex(announcement);
  if (bytes === undefined) throw new Error('A stored announcement is no hexadecimal text');
  const { product, groups } = planTermsOf(bytes, 'devnet');
  const terms = { product, groups };
  known.set(text, terms);
  return terms;
};

/** Returns the schedule of a stored stream or payment. Constructs no contract. */
export const scheduleOf = ({
  totalAmount: total,
  initialCommitment: commitment,
  place,
}: Pick<PlanRow, 'totalAmount' | 'initialCommitment'> & Pick<ListedStreamRecord, 'place'>): StreamSchedule => {
  const { product, groups } = termsOf(place.announcement);
  const group = groups[place.group];
  if (group === undefined) throw new Error('A stored stream stands in a group that its plan does not have');
  return planStreamSchedule({ terms: { product }, group }, { commitment, total });
};

/** Returns the columns that say where a contract is. */
const addressColumns = ({ address, lockingBytecode }: PlanContract) => ({
  contractAddress: address,
  lockingBytecode: binToHex(lockingBytecode),
  scriptHash: scriptHashOf(lockingBytecode),
});

/** Returns the columns of a new row for a planned stream. @param of its plan, null of a plan of one, and its funding */
export const memberColumns = (member: PlannedMember, of: Pick<PlanPlaceRecord, 'planId' | 'fundingId'>) => {
  const { contract, announcement, group, index, reserve, opening } = member;
  return {
    ...addressColumns(contract),
    initialCommitment: opening.commitment,
    nonce: binToHex(contract.terms.nonce),
    place: { ...of, announcement: binToHex(announcement), group, index, reserve },
  };
};

/** The columns that say what the terms make due, and when. */
export type ScheduledRow = Pick<
  NewStream,
  'totalAmount' | 'startTime' | 'endTime' | 'cliffTimestamp' | 'intervalSeconds' | 'recurring'
>;

/** Returns what the terms of a stream or payment make due, whatever was paid, cancelled or paused. */
export const termsScheduleOf = (row: ScheduledRow): Pick<StreamSchedule, 'vestedAt' | 'curve'> => {
  const { totalAmount: total, intervalSeconds, recurring } = row;
  if (recurring === null) {
    const schedule = {
      total,
      start: BigInt(row.startTime),
      end: BigInt(row.endTime),
      cliff: BigInt(row.cliffTimestamp ?? 0),
      step: BigInt(intervalSeconds ?? 0),
    };
    return { vestedAt: (time) => vestedAmount(schedule, time), curve: (points) => vestingCurve(schedule, points) };
  }
  if (intervalSeconds === null) throw new Error('A recurring row has no interval');
  const { firstDue, periods, amountPerPeriod } = recurring;
  const plan = {
    amountPerPeriod,
    lastAmount: total - BigInt(periods - 1) * amountPerPeriod,
    periods: BigInt(periods),
    interval: BigInt(intervalSeconds),
    firstDue: BigInt(firstDue),
  };
  return {
    vestedAt: (time) => accruedAmount(plan, time),
    curve: (points) => accruedCurve(plan, points).map(({ time, accrued }) => ({ time, vested: accrued })),
  };
};

/**
 * Converts a stored state to the contract's form. An NFT attached to a companion is immutable: it carries no other.
 *
 * @param clock of the notice that runs; the row does not keep it
 */
export const toContractState = (
  { category, txid, vout, satoshis, companion, commitment }: StreamState,
  clock: ClockCoin | undefined,
): ContractState => ({
  outpoint: { txid, vout },
  satoshis,
  category,
  commitment,
  ...(clock !== undefined && { clock }),
  ...(companion !== null && {
    companion: {
      satoshis: companion.satoshis,
      amount: companion.amount,
      ...(companion.nft !== null && { nft: { capability: 'none', commitment: companion.nft } }),
    },
  }),
});

/** Converts a contract's state to its stored form. */
export const toStoredState = ({ category, outpoint, satoshis, companion, commitment }: ContractState): StreamState => ({
  category,
  txid: outpoint.txid,
  vout: outpoint.vout,
  satoshis,
  companion:
    companion === undefined
      ? null
      : { satoshis: companion.satoshis, amount: companion.amount, nft: companion.nft?.commitment ?? null },
  commitment,
});

/** The columns that identify the contract of a row. */
export type ModelledRow = PlanRow & Pick<NewStream, 'place'>;

/** How many announcements are cached: making contracts takes milliseconds, and a request needs its own several times. */
const MAX_ANNOUNCEMENTS = 500;

/** Makes the contracts of stored rows and caches those of the announcements used last: siblings share them. */
export const createStreamContracts = (network: Network) => {
  const shared = new LRUCache<string, readonly PlanContract[]>({ max: MAX_ANNOUNCEMENTS });

  const contractOf = (place: PlanPlaceRecord): PlanContract => {
    const contracts = shared.get(place.announcement) ?? planContractsOf(hexToBin(place.announcement), network);
    shared.set(place.announcement, contracts);
    const contract = contracts[place.group];
    if (contract === undefined) throw new Error('A stored stream stands in a group that its plan does not have');
    return contract;
  };

  return {
    of: (row: ModelledRow): StreamModel => createPlanStream(contractOf(row.place), openingOf(row)),
    /** Returns where the contract of a row is, whatever the row says of it. */
    addressOf: (row: Pick<ModelledRow, 'place'>) => addressColumns(contractOf(row.place)),
    /** Returns how a row is funded. */
    fundingOf: (row: ModelledRow): MemberFunding =>
      memberFunding(contractOf(row.place), { opening: openingOf(row), reserve: row.place.reserve }),
  };
};

export type StreamContracts = ReturnType<typeof createStreamContracts>;
