import { withTimeout } from '../../concurrency/with-timeout.js';
import { codeOf, isRetryable } from '../classify-error.js';
import { DatabaseUnavailableError } from '../database-errors.js';
import type { WalPosition } from './primary-position.js';
import type { Standby } from './standby.js';

/**
 * Reads where it may be read.
 *
 * @param read may be called a second time, and must change nothing
 */
export type Reads<At> = <T>(read: (at: At) => Promise<T>) => Promise<T>;

export interface ReadsOptions<At> {
  /** What reads at the primary. */
  readonly primary: At;
  readonly standbys: readonly { readonly standby: Standby; readonly at: At }[];
  readonly position: () => Promise<WalPosition>;
  /** Longest wait for a standby to show what was committed, milliseconds. */
  readonly waitMs: number;
  /** Told who answered: the name of a standby, or `primary`. */
  readonly onRead?: ((place: string) => void) | undefined;
  /** Told when a standby is left aside, and why. */
  readonly onAside?: ((standby: string, reason: Error) => void) | undefined;
}

/** For how long a standby that was away or behind is left aside, milliseconds. */
const ASIDE_MS = 1_000;
/** A statement that took too long, or would have written: the server itself is well. */
const OF_THE_STATEMENT = new Set(['57014', '25006']);

interface Place<At> {
  readonly standby: Standby;
  readonly at: At;
  /** Before that it is left aside; past it, the next who reads tries. */
  asideUntil: number;
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

const isGone = (error: unknown): boolean =>
  error instanceof DatabaseUnavailableError && !OF_THE_STATEMENT.has(codeOf(error.cause));

/** What the primary may do better: a standby ends queries that stand in the way of what it replays. */
const isOfThePlace = (error: unknown): boolean => error instanceof DatabaseUnavailableError || isRetryable(error);

const behind = (waitMs: number) => (): Error =>
  new Error(`It did not show within ${waitMs} ms what the primary had committed`);

/**
 * Reads as if there were the primary alone. What was told to anybody before somebody asks is in what they are given: the primary
 * says how far its log goes, once for all who ask meanwhile, and a standby answers that shows as much. So those who have
 * written see it, and nobody sees less than they have seen, whichever process they ask.
 *
 * A standby that is away or behind is left aside for a second, and the primary answers.
 */
export const createReads = <At>({ primary, standbys, ...options }: ReadsOptions<At>): Reads<At> => {
  const { position, waitMs, onRead = () => undefined, onAside = () => undefined } = options;
  const places = standbys.map((each): Place<At> => ({ ...each, asideUntil: 0 }));
  let turn = 0;

  const next = (): Place<At> | undefined => {
    turn += 1;
    const now = performance.now();
    const inTurn = places.map((_, at) => places[(turn + at) % places.length]);
    const place = inTurn.find((each) => each !== undefined && each.asideUntil <= now);
    // One that was left aside is tried by one reader; the others do not wait for what comes of it.
    if (place !== undefined && place.asideUntil > 0) place.asideUntil = now + ASIDE_MS;
    return place;
  };
  const leaveAside = (place: Place<At>, reason: Error): void => {
    place.asideUntil = performance.now() + ASIDE_MS;
    onAside(place.standby.name, reason);
  };
  const isFit = async (place: Place<At>, committed: WalPosition, withinMs: number): Promise<boolean> => {
    const signal = AbortSignal.timeout(withinMs);
    try {
      // A server that is cut off does not even answer.
      await withTimeout(withinMs, place.standby.shows(committed, signal), behind(waitMs));
      place.asideUntil = 0;
      return true;
    } catch (error) {
      leaveAside(place, signal.aborted ? behind(waitMs)() : asError(error));
      return false;
    }
  };
  /** One that is away is passed over at once; for those that are behind there is one wait in all. */
  const choose = async (): Promise<Place<At> | undefined> => {
    let place = next();
    if (place === undefined) return undefined;
    // A primary that cannot say so may still read.
    const committed = await position().catch(() => undefined);
    if (committed === undefined) return undefined;
    for (const end = performance.now() + waitMs; place !== undefined; place = next()) {
      const leftMs = Math.ceil(end - performance.now());
      if (leftMs <= 0) return undefined;
      if (await isFit(place, committed, leftMs)) return place;
    }
    return undefined;
  };

  return async (read) => {
    const place = await choose();
    if (place !== undefined) {
      try {
        const found = await read(place.at);
        onRead(place.standby.name);
        return found;
      } catch (error) {
        if (!isOfThePlace(error)) throw error;
        if (isGone(error)) leaveAside(place, asError(error));
      }
    }
    onRead('primary');
    return read(primary);
  };
};
