import { hexToBin } from '@bitauth/libauth';
import {
  type ChainReader,
  type HistoryEntry,
  HistoryHiddenError,
  historyStatus,
  type StreamRecord,
  type TransitionRecord,
} from '@weir/infra';
import type { StreamContext } from '../stream-context.js';

/** A script's history, with what is derived from it once for all records at the script. */
export interface ScriptHistory {
  readonly history: readonly HistoryEntry[];
  /** By txid. */
  readonly listed: ReadonlyMap<string, HistoryEntry>;
  /** See {@link historyStatus}. */
  readonly status: string | null;
}

interface Kept {
  readonly read: ScriptHistory;
  readonly at: number;
}

/** How long a history is reused, milliseconds: limits the harm of a server that stopped notifying of changes. */
const KEPT_MS = 5_000;
/** Entries of all histories that are kept. */
const MAX_ENTRIES = 500_000;

/** Derives what all records at a script need of its history. */
export const scriptHistoryOf = (history: readonly HistoryEntry[]): ScriptHistory => ({
  history,
  listed: new Map(history.map((entry) => [entry.txid, entry])),
  status: historyStatus(history),
});

/**
 * Reads the history of each script once for all streams at it: siblings of a plan share a script, whose history grows
 * with every payment to any of them, and each must be checked when it changes. A history stays valid as long as the
 * server reports its status for the script.
 */
export class SharedHistories {
  readonly #kept = new Map<string, Kept>();
  readonly #reading = new Map<string, Promise<ScriptHistory>>();
  /** Of all that are kept. */
  #entries = 0;

  constructor(private readonly chain: Pick<ChainReader, 'history'>) {}

  /**
   * @param holding transactions that it must contain
   * @param reportedStatus the status that the server reported last; undefined if it reported none: then the history is always read
   * @throws HistoryHiddenError, ChainUnavailableError
   */
  async read(lockingBytecode: string, holding: readonly string[], reportedStatus: string | null | undefined) {
    if (reportedStatus === undefined) return this.#fetch(lockingBytecode, holding);
    const kept = this.#kept.get(lockingBytecode);
    if (kept !== undefined && kept.read.status === reportedStatus && performance.now() - kept.at < KEPT_MS) {
      if (holding.every((txid) => kept.read.listed.has(txid))) return kept.read;
      return this.#fetch(lockingBytecode, holding);
    }
    // A reading begun for an earlier status may lack what this status covers.
    const key = `${lockingBytecode} ${reportedStatus ?? ''}`;
    const others = this.#reading.get(key);
    if (others === undefined) return this.#start(key, lockingBytecode, holding);
    const read = await others;
    return holding.every((txid) => read.listed.has(txid)) ? read : this.#fetch(lockingBytecode, holding);
  }

  async #start(key: string, lockingBytecode: string, holding: readonly string[]): Promise<ScriptHistory> {
    const reading = this.#fetch(lockingBytecode, holding);
    this.#reading.set(key, reading);
    try {
      return await reading;
    } finally {
      this.#reading.delete(key);
    }
  }

  async #fetch(lockingBytecode: string, holding: readonly string[]): Promise<ScriptHistory> {
    const read = scriptHistoryOf(await this.chain.history(hexToBin(lockingBytecode), holding));
    this.#keep(lockingBytecode, read);
    return read;
  }

  #keep(lockingBytecode: string, read: ScriptHistory): void {
    this.#forget(lockingBytecode);
    this.#kept.set(lockingBytecode, { read, at: performance.now() });
    this.#entries += read.history.length;
    // The oldest are first.
    for (const [oldest, { at }] of this.#kept) {
      if (performance.now() - at < KEPT_MS && this.#entries <= MAX_ENTRIES) return;
      this.#forget(oldest);
    }
  }

  #forget(lockingBytecode: string): void {
    this.#entries -= this.#kept.get(lockingBytecode)?.read.history.length ?? 0;
    this.#kept.delete(lockingBytecode);
  }
}

/** A stream's record beside the history that the servers show of its script; an empty history proves nothing. */
export interface Reading extends ScriptHistory {
  readonly stream: StreamRecord;
  /** Recorded steps, the funding first. */
  readonly steps: readonly TransitionRecord[];
}

/** The dependencies of reading a stream. */
export interface ReadingTools {
  readonly context: StreamContext;
  readonly histories: SharedHistories;
}

const HIDDEN = scriptHistoryOf([]);

/** The steps that the history of each script of a stream holds, its present script first. */
type Places = ReadonlyMap<string, readonly TransitionRecord[]>;

/**
 * Returns where the steps of a stream are. All are at its script, but those of a lock that has moved: there each is in the history of the
 * script that it spends from, and of the one where the lock goes on.
 */
const placesOf = async (
  { id, currentBytecode, lockingBytecode }: StreamRecord,
  steps: readonly TransitionRecord[],
  { context }: ReadingTools,
): Promise<Places> => {
  if (currentBytecode === null) return new Map([[lockingBytecode, steps]]);
  const before = await context.streams.watch.scriptsBefore(id);
  const spentFrom = steps.map(({ txHash }) => before.get(txHash) ?? lockingBytecode);
  const places = new Map<string, TransitionRecord[]>([[currentBytecode, []]]);
  for (const [index, step] of steps.entries()) {
    const scripts = [spentFrom[index] ?? lockingBytecode, spentFrom[index + 1] ?? currentBytecode];
    for (const script of new Set(scripts)) places.set(script, [...(places.get(script) ?? []), step]);
  }
  return places;
};

/** Returns what a script's history shows of steps that are final: they are not read any more. */
const finalEntries = (steps: readonly TransitionRecord[]): readonly HistoryEntry[] =>
  steps.flatMap(({ txHash: txid, block }) => (block === null ? [] : [{ txid, height: block.height }]));

/** Reads the history of one script; an empty one where it is hidden, or where a reorganisation has left nothing of it. */
const readScript = async (
  lockingBytecode: string,
  steps: readonly TransitionRecord[],
  reportedStatus: string | null | undefined,
  { histories }: ReadingTools,
): Promise<ScriptHistory> => {
  try {
    const holding = steps.map(({ txHash }) => txHash);
    return await histories.read(lockingBytecode, holding, reportedStatus);
  } catch (error) {
    if (error instanceof HistoryHiddenError) return HIDDEN;
    throw error;
  }
};

/** Reads the histories of all scripts that may still change as one. Its status is that of the present script. */
const readHistory = async (
  stream: StreamRecord,
  steps: readonly TransitionRecord[],
  reportedStatus: string | null | undefined,
  tools: ReadingTools,
): Promise<ScriptHistory> => {
  const [[script, there] = [stream.lockingBytecode, steps], ...others] = await placesOf(stream, steps, tools);
  const present = await readScript(script, there, reportedStatus, tools);
  if (others.length === 0) return present;
  const listed = new Map(present.listed);
  for (const [other, known] of others) {
    const entries = known.every(({ final }) => final)
      ? finalEntries(known)
      : (await readScript(other, known, undefined, tools)).history;
    for (const entry of entries) if (!listed.has(entry.txid)) listed.set(entry.txid, entry);
  }
  return { history: [...listed.values()], listed, status: present.status };
};

/**
 * Reads the steps of a stream, then the history of its script; of a lock that has moved, of all its scripts that may still change.
 *
 * @param reportedStatus the script's status that the server reported last
 * @throws ChainUnavailableError
 */
export const readStream = async (
  stream: StreamRecord,
  reportedStatus: string | null | undefined,
  tools: ReadingTools,
): Promise<Reading> => {
  const steps = await tools.context.streams.transitionsOf(stream.id);
  return { stream, steps, ...(await readHistory(stream, steps, reportedStatus, tools)) };
};
