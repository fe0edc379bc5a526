import { withTimeout } from '../../concurrency.js';
import { codeOf, isRetryable, DatabaseUnavailableError } from '../sql/database-errors.js';
import type { WalPosition, Standby } from './standbys.js';

/**
 * Reads at the primary or at a standby that is up to date.
 *
 * @param read may be called a second time, and must change nothing
 */
export type Reads<At> = <T>(read: (at: At) => Promise<T>) => Promise<T>;

/** Where reads may go, and how long they wait for a standby. */
interface ReadsOptions<At> {
  readonly primary: At;
  readonly standbys: readonly { readonly standby: Standby; readonly at: At }[];
  readonly position: () => Promise<WalPosition>;
  /** Longest wait for a standby to catch up, milliseconds. */
  readonly waitMs: number;
  /** Called with who answered: the name of a standby, or `primary`. */
  readonly onRead?: ((place: string) => void) | undefined;
  /** Called when a standby is suspended, with the reason. */
  readonly onSuspended?: ((standby: string, reason: Error) => void) | undefined;
}

/** How long a standby that was away or behind is suspended, milliseconds. */
const SUSPENDED_MS = 1_000;
/** SQLSTATEs that are the statement's fault (too slow, or a write), not the server's. */
const OF_THE_STATEMENT = new Set(['57014', '25006']);

interface Place<At> {
  readonly standby: Standby;
  readonly at: At;
  /** Suspended until then; after it the next reader tries it. */
  suspendedUntil: number;
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

const isGone = (error: unknown): boolean =>
  error instanceof DatabaseUnavailableError && !OF_THE_STATEMENT.has(codeOf(error.cause));

/** Whether the primary may succeed instead: a standby cancels queries that block its replay. */
const isOfThePlace = (error: unknown): boolean => error instanceof DatabaseUnavailableError || isRetryable(error);

const behind = (waitMs: number) => (): Error =>
  new Error(`It did not show within ${waitMs} ms what the primary had committed`);

/**
 * Creates reads with the consistency of the primary: every answer includes all that was committed before the request.
 * The primary reports its log position, once for all concurrent callers, and a standby that has replayed up to it
 * answers. So callers see their own writes, and never less than they have seen before, no matter which process they ask.
 *
 * A standby that is unreachable or behind is suspended for a second, and the primary answers.
 */
export const createReads = <At>({ primary, standbys, ...options }: ReadsOptions<At>): Reads<At> => {
  const { position, waitMs, onRead = () => undefined, onSuspended = () => undefined } = options;
  const places = standbys.map((each): Place<At> => ({ ...each, suspendedUntil: 0 }));
  let turn = 0;

  const next = (): Place<At> | undefined => {
    turn += 1;
    const now = performance.now();
    const inTurn = places.map((_, at) => places[(turn + at) % places.length]);
    const place = inTurn.find((each) => each !== undefined && each.suspendedUntil <= now);
    // One that was suspended is tried by one reader; the others do not wait for what comes of it.
    if (place !== undefined && place.suspendedUntil > 0) place.suspendedUntil = now + SUSPENDED_MS;
    return place;
  };
  const suspend = (place: Place<At>, reason: Error): void => {
    place.suspendedUntil = performance.now() + SUSPENDED_MS;
    onSuspended(place.standby.name, reason);
  };
  const isFit = async (place: Place<At>, committed: WalPosition, withinMs: number): Promise<boolean> => {
    const signal = AbortSignal.timeout(withinMs);
    try {
      // A server that is cut off does not even answer.
      await withTimeout(withinMs, place.standby.shows(committed, signal), behind(waitMs));
      place.suspendedUntil = 0;
      return true;
    } catch (error) {
      suspend(place, signal.aborted ? behind(waitMs)() : asError(error));
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
        if (isGone(error)) suspend(place, asError(error));
      }
    }
    onRead('primary');
    return read(primary);
  };
};
