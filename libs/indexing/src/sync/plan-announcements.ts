import type { AnnouncementRecord } from '@weir/infra';
import type { ContractCache } from './contract-cache.js';
import { groupBy } from './group-by.js';
import { readHistories, type Histories, type ScriptHistory } from './histories.js';
import { judgeTransaction, type FoundContract } from './judge-announcement.js';
import { readMined } from './read-mined.js';
import type { Segment } from './read-segment.js';
import type { SyncContext } from './sync.types.js';

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

interface Unknown {
  readonly txid: string;
  readonly height: number;
  readonly beacon: string;
}

/** Beacons whose histories are read at once. */
const AT_ONCE = 4;

interface BeaconNews {
  readonly histories: Histories;
  /** Oldest first. */
  readonly unknown: readonly Unknown[];
  /** Beacons left for a later round. */
  readonly unread: readonly string[];
}

/**
 * Reads histories of beacons until they hold as many new transactions as one round verifies. A history lists all that was ever
 * announced at its beacon: a first start that read all of them in each round would take the square of that. Where blocks were
 * replaced, reads all.
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
  const unknown = new Map<string, Unknown>();
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
): Promise<Unknown[]> => {
  const listed = new Map<string, Unknown>();
  // A transaction that pays to several beacons is verified once, for the first by script hash.
  const inOrder = shown.toSorted((a, b) => (a.scriptHash < b.scriptHash ? -1 : 1));
  for (const { scriptHash, mined } of inOrder)
    for (const { txid, height } of mined) if (!listed.has(txid)) listed.set(txid, { txid, height, beacon: scriptHash });
  const known = await sync.announcementsOf([...listed.keys()], forkHeight);
  return [...listed.values()].filter(({ txid }) => !known.has(txid));
};

/**
 * Reads beacons' histories and verifies new announcements.
 *
 * @param isNeeded whether nothing may be written before all of a beacon is read
 */
export const planAnnouncements = async (
  beacons: readonly string[],
  isNeeded: (scriptHash: string) => boolean,
  segment: Segment,
  context: SyncContext,
  contracts: ContractCache,
): Promise<AnnouncementPlan> => {
  const { histories, unknown, unread } = await readBeacons(beacons, isNeeded, segment, context);
  const { shown, hidden } = histories;
  const taken = segment.replaced > 0 ? unknown : unknown.slice(0, MAX_TRANSACTIONS);
  const left = new Set(unknown.slice(taken.length).map(({ txid }) => txid));
  const mined = await readMined(
    taken.map(({ txid }) => txid),
    segment,
    context,
  );
  const judgements = taken.flatMap(({ txid, beacon }) => {
    const transaction = mined.get(txid);
    return transaction === undefined ? [] : judgeTransaction(transaction, beacon, contracts);
  });
  const found = new Map(
    judgements.flatMap(({ found: some }) =>
      some.map((each): [string, FoundContract] => [`${each.terms.txid}:${each.terms.vout}`, each]),
    ),
  );
  const isFinished = ({ mined: entries }: ScriptHistory): boolean => !entries.some(({ txid }) => left.has(txid));
  return {
    announcements: judgements.map(({ record }) => record),
    found: [...found.values()],
    finished: shown.filter(isFinished),
    unfinished: [...shown.filter((history) => !isFinished(history)).map(({ scriptHash }) => scriptHash), ...unread],
    hidden,
  };
};
