import { groupBy, type ContractChange, type StoredContract } from '@weir/infra';
import { followLineage, toEvent, type FollowedContract, scriptOf, toSpenders } from './contract-lineage.js';
import type { FoundContract } from './found-contract.js';
import { readHistories, type ScriptHistory, readMined, type Segment } from './read-segment.js';
import type { ContractCache, ReadTransactions } from './round-memory.js';
import type { SyncContext } from './sync.types.js';

/** What a round found in the contracts' histories. */
export interface ContractPlan {
  readonly changes: readonly ContractChange[];
  /** Scripts read to the end of their history. */
  readonly finished: readonly ScriptHistory[];
  readonly unfinished: readonly string[];
  readonly hidden: readonly string[];
  /** Scripts with a live contract, and their locking bytecodes, hex. */
  readonly live: ReadonlyMap<string, string>;
  /** Scripts without a live contract. */
  readonly ended: readonly string[];
  /** Scripts that a contract came to and that were not read to the end: what was read there before may be a step of it. */
  readonly forgotten: readonly string[];
  /** Transactions by script that need not be read again. */
  readonly read: ReadonlyMap<string, readonly string[]>;
}

interface ContractsToRead {
  readonly scripts: readonly string[];
  readonly found: readonly FoundContract[];
  readonly isNeeded: (scriptHash: string) => boolean;
  readonly read: ReadTransactions;
  readonly contracts: ContractCache;
}

/** Transactions read in one round; the first script is always read whole. */
const MAX_CONTRACTS = 600;

interface Candidate extends FollowedContract {
  readonly isAhead: boolean;
  /** Whether it came to its script in this round: what was read there before may be a step of it. */
  readonly isNew: boolean;
}

const ofStored = ({ id, terms, head, isAhead }: StoredContract): Candidate => ({
  id,
  terms,
  head,
  isAhead,
  isNew: false,
  events: [],
  opened: [],
});

const ofFound = ({ terms, step }: FoundContract): Candidate => {
  const event = toEvent(undefined, step, terms.txid, { height: terms.fundedHeight, hash: '', time: terms.fundedTime });
  return { id: null, terms, head: event, isAhead: false, isNew: true, events: [event], opened: [] };
};

const lowest = (heights: readonly number[]): number =>
  heights.reduce((least, height) => Math.min(least, height), Infinity);

const isLive = ({ head }: FollowedContract): boolean => head.state !== null;

/**
 * Returns the transactions of a script that may be steps of its contracts: none from before the earliest head. A
 * transaction already read is settled only as far as the history was complete then, since a server may have shown a
 * step and hidden the one before. So where something is new, its block and all later ones are examined again; usually
 * the new entry is the last and that is all.
 */
const toExamine = (
  { scriptHash, mined }: ScriptHistory,
  at: readonly Candidate[],
  read: ReadTransactions,
): string[] => {
  const live = at.filter(isLive);
  const from = lowest(live.map(({ head }) => head.height));
  const heads = new Set(live.map(({ head }) => head.txid));
  // The head of one contract may also be a step of a sibling, unless all share that head.
  const possible = mined.filter(({ txid, height }) => height >= from && !(heads.size === 1 && heads.has(txid)));
  // A transaction that was not a step of the contracts known so far may be one of a newly found contract.
  const fresh = lowest(live.filter(({ isNew }) => isNew).map(({ head }) => head.height));
  const isKnown = (txid: string, height: number): boolean => height < fresh && read.has(scriptHash, txid);
  const news = lowest(possible.filter(({ txid, height }) => !isKnown(txid, height)).map(({ height }) => height));
  return possible.filter(({ height }) => height >= news).map(({ txid }) => txid);
};

/**
 * Preloads the known steps of scripts that siblings share, so that a new process need not read hundreds of transactions
 * again.
 */
const recall = async (
  scriptHashes: readonly string[],
  read: ReadTransactions,
  { forkHeight }: Segment,
  { sync }: SyncContext,
): Promise<void> => {
  const unknown = scriptHashes.filter((scriptHash) => !read.knows(scriptHash));
  const steps = groupBy(await sync.stepsAt(unknown, forkHeight), ({ scriptHash }) => scriptHash);
  for (const [scriptHash, rows] of steps)
    read.add(
      scriptHash,
      rows.map(({ txid }) => txid),
    );
};

/** Takes as many scripts as fit into a round, but at least one. */
const takeSome = (
  work: readonly { readonly history: ScriptHistory; readonly txids: readonly string[] }[],
  most: number,
) => {
  let count = 0;
  return work.filter(({ txids }) => (count += txids.length) <= most || count === txids.length);
};

/** What one pass over some scripts found. */
interface Pass extends Omit<ContractPlan, 'changes' | 'live' | 'ended' | 'forgotten'> {
  /** All contracts at these scripts. */
  readonly followed: readonly Candidate[];
  /** The scripts themselves. */
  readonly hashes: readonly string[];
}

/** What a pass begins with. */
interface PassInputs extends Omit<ContractsToRead, 'found'> {
  /** Contracts that are not, or not so, in the tables. They take the place of what the tables say. */
  readonly begun: readonly Candidate[];
  /** Most scripts to read; the contracts at others are taken as they are. */
  readonly most: number;
}

/** Reads the histories of some scripts, and follows each contract there through what is new. */
const follow = async (
  { scripts, begun, isNeeded, read, contracts, most }: PassInputs,
  segment: Segment,
  context: SyncContext,
): Promise<Pass> => {
  const own = new Set([...scripts, ...begun.map((each) => scriptOf(each).scriptHash)]);
  const hashes = [...own];
  const ids = new Set(begun.map(({ id }) => id));
  // A lock that was funded here may have moved elsewhere.
  const stored = (await context.sync.contractsAt(hashes, segment.forkHeight)).filter(
    (each) => !ids.has(each.id) && own.has(scriptOf(each).scriptHash),
  );
  const all = [...stored.map(ofStored), ...begun];
  const byScript = groupBy(all, (each) => scriptOf(each).scriptHash);
  const at = (scriptHash: string): readonly Candidate[] => byScript.get(scriptHash) ?? [];
  const live = hashes.filter((scriptHash) => at(scriptHash).some(isLive));
  const liveHashes = live.slice(0, most);
  const questions = liveHashes.map((scriptHash) => ({
    scriptHash,
    holding: [
      ...new Set(
        at(scriptHash)
          .filter(isLive)
          .map(({ head }) => head.txid),
      ),
    ],
    isNeeded: isNeeded(scriptHash),
  }));
  const { shown, hidden } = await readHistories(questions, segment, context);
  await recall(
    liveHashes.filter((scriptHash) => at(scriptHash).length > 1),
    read,
    segment,
    context,
  );
  const work = shown.map((history) => ({ history, txids: toExamine(history, at(history.scriptHash), read) }));
  const taken = segment.replaced > 0 ? work : takeSome(work, MAX_CONTRACTS);
  const mined = await readMined(
    taken.flatMap(({ txids }) => txids),
    segment,
    context,
  );

  const spenders = new Map(
    taken.map(({ history, txids }) => [
      history.scriptHash,
      toSpenders(txids.map((txid) => mined.get(txid)).filter((each) => each !== undefined)),
    ]),
  );
  const followed = all.map((candidate): Candidate => {
    const blocks = spenders.get(scriptOf(candidate).scriptHash) ?? [];
    if (blocks.length === 0 || !isLive(candidate)) return candidate;
    return { ...candidate, ...followLineage(() => contracts.get(candidate.terms), candidate, blocks) };
  });
  const done = new Set(taken.map(({ history }) => history.scriptHash));
  const unread = shown.map(({ scriptHash }) => scriptHash).filter((scriptHash) => !done.has(scriptHash));
  return {
    followed,
    hashes,
    hidden,
    finished: taken.map(({ history }) => history),
    unfinished: [...unread, ...live.slice(most)],
    read: new Map(taken.map(({ history, txids }) => [history.scriptHash, txids])),
  };
};

/** What a pass found, without the contracts that another one takes over, and without the histories of its scripts. */
const without = (pass: Pass, taken: ReadonlySet<Candidate>, isLeftOut: (scriptHash: string) => boolean): Pass => {
  const isKept = (scriptHash: string): boolean => !isLeftOut(scriptHash);
  return {
    followed: pass.followed.filter((each) => !taken.has(each)),
    hashes: pass.hashes.filter(isKept),
    finished: pass.finished.filter(({ scriptHash }) => isKept(scriptHash)),
    unfinished: pass.unfinished.filter(isKept),
    hidden: pass.hidden.filter(isKept),
    read: new Map([...pass.read].filter(([scriptHash]) => isKept(scriptHash))),
  };
};

/** Most scripts of contracts that steps opened, or moved there, read in one pass: those of others are read in the next rounds. */
const MAX_OPENED = 300;

/** Returns the contracts that a pass has followed to a script whose history it did not read. */
const movedIn = ({ followed, hashes }: Pass): readonly Candidate[] => {
  const read = new Set(hashes);
  return followed.filter((each) => isLive(each) && !read.has(scriptOf(each).scriptHash));
};

/**
 * Reads the histories of contracts' scripts, newly found ones included, and follows each contract through what is new. What
 * their steps opened (the locks of a vested list's claims) is followed in the same round, since nothing else announces it; and so is a
 * lock that moved to another script.
 */
export const planContracts = async (
  { found, ...inputs }: ContractsToRead,
  segment: Segment,
  context: SyncContext,
): Promise<ContractPlan> => {
  let passes: readonly Pass[] = [
    await follow({ ...inputs, begun: found.map(ofFound), most: Infinity }, segment, context),
  ];
  const known = new Set<FoundContract>();
  for (;;) {
    const all = passes.flatMap(({ followed }) => followed);
    const opened = all.flatMap((each) => each.opened).filter((each) => !known.has(each));
    for (const each of opened) known.add(each);
    const last = passes.at(-1);
    const moved = last === undefined ? [] : movedIn(last);
    const next = [...moved.map((each) => ({ ...each, isNew: true })), ...opened.map(ofFound)];
    if (next.length === 0) break;
    const most = segment.replaced > 0 ? Infinity : MAX_OPENED + moved.length;
    const scripts = new Set(next.map((each) => scriptOf(each).scriptHash));
    const isTaken = (scriptHash: string): boolean => scripts.has(scriptHash);
    // Others may be followed there already: such a script is read once more, with all of them.
    const there = all.filter((each) => isTaken(scriptOf(each).scriptHash) && !moved.includes(each));
    const taken = new Set([...there, ...moved]);
    const others = passes.map((pass) => without(pass, taken, isTaken));
    passes = [...others, await follow({ ...inputs, scripts: [], begun: [...next, ...there], most }, segment, context)];
  }
  const followed = passes.flatMap((each) => each.followed);
  const live = new Map(
    followed.filter(isLive).map((each) => {
      const { scriptHash, lockingBytecode } = scriptOf(each);
      return [scriptHash, lockingBytecode];
    }),
  );
  const hashes = new Set(passes.flatMap((each) => each.hashes));
  const unfinished = passes.flatMap((each) => each.unfinished);
  const hidden = passes.flatMap((each) => each.hidden);
  const open = new Set([...unfinished, ...hidden]);
  return {
    changes: followed.filter(({ events, isAhead }) => events.length > 0 || isAhead),
    finished: passes.flatMap(({ finished }) => finished),
    unfinished,
    hidden,
    forgotten: followed.flatMap((each) => {
      const { scriptHash } = scriptOf(each);
      return each.isNew && open.has(scriptHash) ? [scriptHash] : [];
    }),
    live,
    ended: [...hashes].filter((scriptHash) => !live.has(scriptHash)),
    read: new Map(passes.flatMap(({ read }) => [...read])),
  };
};
