import { outpointKey } from '@weir/covenants';
import { type AnnouncementRecord, groupBy } from '@weir/infra';
import { type AnnouncementReading, readAnnouncements } from '../products/registry.js';
import { type FoundContract, foundIn } from './found-contract.js';
import {
  type Histories,
  type MinedTransaction,
  readHistories,
  readMined,
  type ScriptHistory,
  type Segment,
} from './read-segment.js';
import type { BeaconBacklog, ContractCache, Unverified } from './round-memory.js';
import type { SyncContext } from './sync.types.js';

interface Judgement {
  readonly record: AnnouncementRecord;
  /** One contract, or one per stream of a plan. */
  readonly found: readonly FoundContract[];
}

const judge = (reading: AnnouncementReading, mined: MinedTransaction, beacon: string): Judgement => {
  const place = { txid: mined.txid, vout: reading.vout, scriptHash: beacon, height: mined.block.height };
  if (reading.verdict === 'MALFORMED')
    return {
      record: { ...place, verdict: 'MALFORMED', product: null, contractAddress: null, problem: reading.problem },
      found: [],
    };
  const { announced } = reading;
  const about = { ...place, product: announced.product, contractAddress: announced.address };
  if (reading.verdict === 'FORGED')
    return { record: { ...about, verdict: 'FORGED', problem: reading.problem }, found: [] };
  return {
    record: { ...about, verdict: 'ACCEPTED', problem: null },
    found: reading.deployments.map((each) => foundIn(reading.announcement, each, mined)),
  };
};

/** Verifies a transaction that pays to a beacon, announcement by announcement. See {@link readAnnouncements}. */
const judgeTransaction = (mined: MinedTransaction, beacon: string, contracts: ContractCache): readonly Judgement[] => {
  const announced = readAnnouncements(mined.txid, mined.transaction, (announcement) => contracts.find(announcement));
  if (announced.length > 0) return announced.map((reading) => judge(reading, mined, beacon));
  const place = { txid: mined.txid, vout: -1, scriptHash: beacon, height: mined.block.height };
  return [{ record: { ...place, verdict: 'FOREIGN', product: null, contractAddress: null, problem: null }, found: [] }];
};

/** What a round found in the beacons' histories. */
export interface AnnouncementPlan {
  readonly announcements: readonly AnnouncementRecord[];
  readonly found: readonly FoundContract[];
  /** Beacons read to the end of their history. */
  readonly finished: readonly ScriptHistory[];
  readonly unfinished: readonly string[];
  readonly hidden: readonly string[];
}

/** Transactions verified in one round, so that a first start commits as it goes. */
const MAX_TRANSACTIONS = 400;

/** Beacons whose histories are read at once. */
const AT_ONCE = 4;

interface BeaconNews {
  readonly histories: Histories;
  /** Oldest first. */
  readonly unknown: readonly Unverified[];
  /** Beacons left for a later round. */
  readonly unread: readonly string[];
}

/**
 * Reads histories of beacons until they hold as many new transactions as one round verifies; see {@link BeaconBacklog}. Where blocks
 * were replaced, reads all.
 */
const readBeacons = async (
  beacons: readonly string[],
  isNeeded: (scriptHash: string) => boolean,
  segment: Segment,
  context: SyncContext,
): Promise<BeaconNews> => {
  // By name: see findUnknown.
  const inOrder = beacons.toSorted();
  const atOnce = segment.replaced > 0 ? Infinity : AT_ONCE;
  const [shown, hidden]: [ScriptHistory[], string[]] = [[], []];
  const unknown = new Map<string, Unverified>();
  let next = 0;
  while (next < inOrder.length && unknown.size < MAX_TRANSACTIONS) {
    const some = inOrder.slice(next, next + atOnce);
    next += some.length;
    const known = groupBy(await context.sync.announcementsAt(some, segment.forkHeight), ({ scriptHash }) => scriptHash);
    const questions = some.map((scriptHash) => ({
      scriptHash,
      holding: (known.get(scriptHash) ?? []).map(({ txid }) => txid),
      isNeeded: isNeeded(scriptHash),
    }));
    const histories = await readHistories(questions, segment, context);
    shown.push(...histories.shown);
    hidden.push(...histories.hidden);
    for (const each of await findUnknown(histories.shown, segment, context))
      if (!unknown.has(each.txid)) unknown.set(each.txid, each);
  }
  return {
    histories: { shown, hidden },
    unknown: [...unknown.values()].sort((a, b) => a.height - b.height),
    unread: inOrder.slice(next),
  };
};

/** Returns the transactions of the histories that were not verified yet, without duplicates. */
const findUnknown = async (
  shown: readonly ScriptHistory[],
  { forkHeight }: Segment,
  { sync }: SyncContext,
): Promise<Unverified[]> => {
  const listed = new Map<string, Unverified>();
  // A transaction that pays to several beacons is verified once, for the first by script hash.
  const inOrder = shown.toSorted((a, b) => (a.scriptHash < b.scriptHash ? -1 : 1));
  for (const { scriptHash, mined } of inOrder)
    for (const { txid, height } of mined) if (!listed.has(txid)) listed.set(txid, { txid, height, beacon: scriptHash });
  const known = await sync.announcementsOf([...listed.keys()], forkHeight);
  return [...listed.values()].filter(({ txid }) => !known.has(txid));
};

type Verified = Pick<AnnouncementPlan, 'announcements' | 'found'>;

/** Reads transactions that pay to beacons and verifies what they announce. */
const verify = async (
  some: readonly Unverified[],
  segment: Segment,
  context: SyncContext,
  contracts: ContractCache,
): Promise<Verified> => {
  const mined = await readMined(
    some.map(({ txid }) => txid),
    segment,
    context,
  );
  const judgements = some.flatMap(({ txid, beacon }) => {
    const transaction = mined.get(txid);
    return transaction === undefined ? [] : judgeTransaction(transaction, beacon, contracts);
  });
  const found = new Map(
    judgements.flatMap(({ found: each }) => each.map((one): [string, FoundContract] => [outpointKey(one.terms), one])),
  );
  return { announcements: judgements.map(({ record }) => record), found: [...found.values()] };
};

/** What planning announcements needs beside the beacons. */
interface AnnouncementTools {
  readonly contracts: ContractCache;
  readonly backlog: BeaconBacklog;
  /** Whether nothing may be written before all of a beacon is read. */
  readonly isNeeded: (scriptHash: string) => boolean;
}

/**
 * Verifies what is left of the round before; once nothing is, reads beacons' histories and verifies new announcements. A beacon that
 * left something is read again at the end, since more may have been announced meanwhile.
 */
export const planAnnouncements = async (
  beacons: readonly string[],
  segment: Segment,
  context: SyncContext,
  { contracts, backlog, isNeeded }: AnnouncementTools,
): Promise<AnnouncementPlan> => {
  const waiting = segment.replaced > 0 ? [] : backlog.take(segment.tipHash, MAX_TRANSACTIONS);
  if (waiting.length > 0)
    return {
      ...(await verify(waiting, segment, context, contracts)),
      finished: [],
      unfinished: beacons,
      hidden: [],
    };
  const { histories, unknown, unread } = await readBeacons(beacons, isNeeded, segment, context);
  const { shown, hidden } = histories;
  const taken = segment.replaced > 0 ? unknown : unknown.slice(0, MAX_TRANSACTIONS);
  const leftOver = unknown.slice(taken.length);
  backlog.keep(segment.tipHash, leftOver);
  const left = new Set(leftOver.map(({ txid }) => txid));
  const isFinished = ({ mined: entries }: ScriptHistory): boolean => !entries.some(({ txid }) => left.has(txid));
  return {
    ...(await verify(taken, segment, context, contracts)),
    finished: shown.filter(isFinished),
    unfinished: [...shown.filter((history) => !isFinished(history)).map(({ scriptHash }) => scriptHash), ...unread],
    hidden,
  };
};
