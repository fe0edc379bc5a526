import type { AnnouncementRecord } from '@weir/infra';
import type { ContractCache } from './contract-cache.js';
import { readHistories, type ScriptHistory } from './histories.js';
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

const groupByScript = (
  rows: readonly { readonly scriptHash: string; readonly txid: string }[],
): ReadonlyMap<string, string[]> => {
  const groups = new Map<string, string[]>();
  for (const { scriptHash, txid } of rows) groups.set(scriptHash, [...(groups.get(scriptHash) ?? []), txid]);
  return groups;
};

interface Unknown {
  readonly txid: string;
  readonly height: number;
  readonly beacon: string;
}

/** Returns the transactions of the histories that were not verified yet, without duplicates, oldest first. */
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
  return [...listed.values()].filter(({ txid }) => !known.has(txid)).sort((a, b) => a.height - b.height);
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
  const known = groupByScript(await context.sync.announcementsAt(beacons, segment.forkHeight));
  const questions = beacons.map((scriptHash) => ({
    scriptHash,
    holding: known.get(scriptHash) ?? [],
    isNeeded: isNeeded(scriptHash),
  }));
  const { shown, hidden } = await readHistories(questions, segment, context);
  const unknown = await findUnknown(shown, segment, context);
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
    unfinished: shown.filter((history) => !isFinished(history)).map(({ scriptHash }) => scriptHash),
    hidden,
  };
};
