import type { ContractChange, StoredContract } from '@weir/infra';
import type { ContractCache } from './contract-cache.js';
import { followLineage, toEvent, type FollowedContract } from './contract-lineage.js';
import { readHistories, type ScriptHistory } from './histories.js';
import type { FoundContract } from './judge-announcement.js';
import { readMined, type MinedTransaction } from './read-mined.js';
import type { Segment } from './read-segment.js';
import type { Strays } from './strays.js';
import type { SyncContext } from './sync.types.js';

/** What is new of contracts. */
export interface ContractPlan {
  readonly changes: readonly ContractChange[];
  /** Scripts read to the end. */
  readonly finished: readonly ScriptHistory[];
  readonly unfinished: readonly string[];
  readonly hidden: readonly string[];
  /** Scripts at which a contract goes on, and their locking bytecodes, hex. */
  readonly live: ReadonlyMap<string, string>;
  /** Scripts at which none does. */
  readonly ended: readonly string[];
  /** Transactions at scripts that are no step of a contract there. */
  readonly strays: ReadonlyMap<string, readonly string[]>;
}

export interface ContractsToRead {
  readonly scripts: readonly string[];
  readonly found: readonly FoundContract[];
  readonly isNeeded: (scriptHash: string) => boolean;
  readonly strays: Strays;
  readonly contracts: ContractCache;
}

/** Transactions read in one round, but for the first script's. */
const MOST = 600;

interface Candidate extends FollowedContract {
  readonly isAhead: boolean;
}

const ofStored = ({ id, terms, head, isAhead }: StoredContract): Candidate => ({
  id,
  terms,
  head,
  isAhead,
  events: [],
});

const ofFound = ({ terms, step }: FoundContract): Candidate => {
  const event = toEvent(undefined, step, terms.txid, { height: terms.fundedHeight, hash: '', time: terms.fundedTime });
  return { id: null, terms, head: event, isAhead: false, events: [event] };
};

const lowest = (heights: readonly number[]): number =>
  heights.reduce((least, height) => Math.min(least, height), Infinity);

const isLive = ({ head }: FollowedContract): boolean => head.state !== null;

/**
 * Transactions of a script that may be steps of its contracts: none from before the earliest head. A stray is one only as
 * far as the history was known: a server may have shown a step and hidden the one before. So where there is something
 * new, strays of its block and of later ones are read again; mostly what is new is the latest, and there are none.
 */
const toExamine = ({ scriptHash, mined }: ScriptHistory, at: readonly Candidate[], strays: Strays): string[] => {
  const live = at.filter(isLive);
  const from = lowest(live.map(({ head }) => head.height));
  const heads = new Set(live.map(({ head }) => head.txid));
  const possible = mined.filter(({ txid, height }) => height >= from && !heads.has(txid));
  // What was none of the contracts known so far may be one of another.
  const hasNew = live.some(({ id }) => id === null);
  const isKnown = (txid: string): boolean => !hasNew && strays.has(scriptHash, txid);
  const news = lowest(possible.filter(({ txid }) => !isKnown(txid)).map(({ height }) => height));
  return possible.filter(({ height }) => height >= news).map(({ txid }) => txid);
};

/** As many scripts as fit into a round, but at least one. */
const takeSome = (
  work: readonly { readonly history: ScriptHistory; readonly txids: readonly string[] }[],
  most: number,
) => {
  let count = 0;
  return work.filter(({ txids }) => (count += txids.length) <= most || count === txids.length);
};

/** Reads the histories of contracts' scripts, of those just found as well, and follows each contract through what is new. */
export const planContracts = async (
  { scripts, found, isNeeded, strays, contracts }: ContractsToRead,
  segment: Segment,
  context: SyncContext,
): Promise<ContractPlan> => {
  const hashes = [...new Set([...scripts, ...found.map(({ terms }) => terms.scriptHash)])];
  const all = [...(await context.sync.contractsAt(hashes, segment.forkHeight)).map(ofStored), ...found.map(ofFound)];
  const at = (scriptHash: string): Candidate[] => all.filter(({ terms }) => terms.scriptHash === scriptHash);
  const liveHashes = hashes.filter((scriptHash) => at(scriptHash).some(isLive));
  const questions = liveHashes.map((scriptHash) => ({
    scriptHash,
    holding: at(scriptHash)
      .filter(isLive)
      .map(({ head }) => head.txid),
    isNeeded: isNeeded(scriptHash),
  }));
  const { shown, hidden } = await readHistories(questions, segment, context);
  const work = shown.map((history) => ({ history, txids: toExamine(history, at(history.scriptHash), strays) }));
  const taken = segment.replaced > 0 ? work : takeSome(work, MOST);
  const mined = await readMined(
    taken.flatMap(({ txids }) => txids),
    segment,
    context,
  );

  const readable = new Map(
    taken.map(({ history, txids }) => [
      history.scriptHash,
      txids.map((txid) => mined.get(txid)).filter((each): each is MinedTransaction => each !== undefined),
    ]),
  );
  const followed = all.map((candidate): Candidate => {
    const history = readable.get(candidate.terms.scriptHash) ?? [];
    if (history.length === 0 || !isLive(candidate)) return candidate;
    return { ...candidate, ...followLineage(contracts.get(candidate.terms.announcement), candidate, history) };
  });
  const steps = new Set(followed.flatMap(({ events }) => events.map(({ txid }) => txid)));
  const live = new Map(followed.filter(isLive).map(({ terms }) => [terms.scriptHash, terms.lockingBytecode]));
  const done = new Set(taken.map(({ history }) => history.scriptHash));
  return {
    changes: followed.filter(({ events, isAhead }) => events.length > 0 || isAhead),
    finished: taken.map(({ history }) => history),
    unfinished: shown.map(({ scriptHash }) => scriptHash).filter((scriptHash) => !done.has(scriptHash)),
    hidden,
    live,
    ended: hashes.filter((scriptHash) => !live.has(scriptHash)),
    strays: new Map(taken.map(({ history, txids }) => [history.scriptHash, txids.filter((txid) => !steps.has(txid))])),
  };
};
