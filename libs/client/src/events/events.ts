import type { Connection } from '../connection/connection.js';
import { exact, type Schemas } from '../shared/amounts.js';
import { isWeirError } from '../shared/error.js';
import { type EventFilters, filtersOf, type WeirEvent } from '../shared/event-filters.js';
import { wait } from '../shared/wait.js';
import type { Wallet } from '../wallet.js';

/** Options of following events. */
export interface FollowOptions {
  /** Ends the iteration. */
  readonly signal?: AbortSignal;
  /** The `id` of the last event seen: iteration starts with the one after it. By default with the next that happens. */
  readonly after?: string;
  /** Proves who follows: for events of private vaults. */
  readonly wallet?: Wallet;
  /**
   * Called each time that events start to be followed, with whether that is where they were left. If not, what was read before
   * may be stale: read it again.
   */
  readonly onOpen?: (isResumed: boolean) => void;
  /** Called each time that the connection is lost; it is opened again automatically. */
  readonly onLost?: () => void;
}

/**
 * Iterates over events as they happen, through lost connections and restarts, without loss or repetition. It ends by
 * the signal.
 *
 * @throws WeirError EVENTS_DROPPED where `after` is older than what is kept: read the records again; or the signal's
 *   reason
 */
export type Events = (filters?: EventFilters, options?: FollowOptions) => AsyncGenerator<WeirEvent, void, undefined>;

const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Creates the events' part of a client. */
export const createEvents = ({ api, ask, wallet: own }: Connection): Events =>
  async function* follow(filters = {}, { signal, after, wallet = own, onOpen, onLost } = {}) {
    let lastId = after;
    const open = () =>
      ask(
        ({ headers, ...sent }) =>
          api.GET('/api/events', {
            ...sent,
            params: { query: filtersOf(filters) },
            headers: {
              ...headers,
              accept: 'text/event-stream',
              ...(lastId !== undefined && { 'last-event-id': lastId }),
            },
            parseAs: 'stream',
          }),
        { signal, wallet, isProven: wallet !== undefined },
      );
    for (let pause = PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        // Loaded when somebody follows: most pages that sign never do.
        const { readEvents } = await import('./read-events.js');
        const body = await open();
        if (body !== null) {
          onOpen?.(lastId !== undefined);
          const onId = (id: string): void => {
            lastId = id;
            pause = PAUSE_MS;
          };
          const events = readEvents(body, onId, undefined, signal);
          for await (const { name, data } of events)
            if (name === undefined) yield exact(JSON.parse(data) as Schemas['Event']);
        }
      } catch (error) {
        signal?.throwIfAborted();
        // A refusal that time does not resolve is thrown; a connection that broke off is opened again.
        if (isWeirError(error) && !error.retryable) throw error;
      }
      onLost?.();
      await wait(pause, signal);
    }
  };
