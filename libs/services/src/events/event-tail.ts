import { setTimeout as sleep } from 'node:timers/promises';
import type { OutboxListener, PublishedEvent, PublishedEventsRepository } from '@weir/infra';
import type { WatcherLog } from '../shared/watch/worker.js';

/** The dependencies of the tail, and how often it reads. */
export interface EventTailOptions {
  readonly events: Pick<PublishedEventsRepository, 'publish' | 'scan' | 'lastPosition'>;
  /** Opens the listener that wakes it; it also polls. */
  readonly listen: (onWakeUp: () => void) => OutboxListener;
  readonly log: WatcherLog;
  /** How often it polls, milliseconds. */
  readonly pollMs?: number;
  /** How many recent events it keeps for followers that are a little behind. */
  readonly kept?: number;
}

const PAGE = 500;
const RETRY_MS = 1_000;

type Follower = (event: PublishedEvent) => boolean;

/**
 * Makes the end of the log, read once for all followers in this process. It publishes what the outbox holds, and reads it as soon
 * as anybody writes.
 */
export const createEventTail = ({ events, listen, log, pollMs = 250, kept = 2_000 }: EventTailOptions) => {
  const stopping = new AbortController();
  const followers = new Set<Follower>();
  let recent: PublishedEvent[] = [];
  let floor = 0;
  let position = 0;
  let wake: (() => void) | undefined;
  let isWoken = false;
  const onWakeUp = (): void => {
    isWoken = true;
    wake?.();
  };

  const handOut = (event: PublishedEvent): void => {
    position = event.position;
    recent.push(event);
    for (const follower of followers) if (!follower(event)) followers.delete(follower);
  };
  const trim = (): void => {
    if (recent.length <= kept) return;
    const dropped = recent.length - kept;
    floor = recent[dropped - 1]?.position ?? floor;
    recent = recent.slice(dropped);
  };
  const readAll = async (): Promise<void> => {
    await events.publish();
    for (let read = PAGE; read === PAGE;) {
      const page = await events.scan({ after: position, limit: PAGE });
      page.forEach(handOut);
      trim();
      read = page.length;
    }
  };
  const rest = async (): Promise<void> => {
    if (isWoken || stopping.signal.aborted) return;
    const woken = new Promise<void>((resolve) => (wake = resolve));
    // Stopping wakes it as well. Not AbortSignal.any: the signal of the stop would remember every rest.
    const over = new AbortController();
    await Promise.race([woken, sleep(pollMs, undefined, { signal: over.signal }).catch(() => undefined)]);
    over.abort();
    wake = undefined;
  };
  const begin = async (): Promise<void> => {
    for (;;) {
      try {
        floor = position = await events.lastPosition();
        return;
      } catch (error) {
        if (stopping.signal.aborted) throw error;
        await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  };
  const follow = async (): Promise<void> => {
    let isFailing = false;
    while (!stopping.signal.aborted) {
      isWoken = false;
      try {
        await readAll();
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.warn({ err: error }, 'Reading events failed; retrying');
        isFailing = true;
        await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
      await rest();
    }
  };

  const listener = listen(onWakeUp);
  const begun = begin();
  const following = begun.then(follow, () => undefined);
  return {
    /** The position up to which the log was read. */
    get position(): number {
      return position;
    },
    /** Waits until the end of the log is known. */
    started: (): Promise<void> => begun,
    /**
     * Hands over what it keeps after a position, then everything new, until `take` gives false or the follower leaves.
     *
     * @returns what detaches the follower; undefined where memory does not reach back so far: read the log first
     */
    attach(after: number, take: Follower): (() => void) | undefined {
      if (after < floor) return undefined;
      for (const event of recent) if (event.position > after && !take(event)) return () => undefined;
      followers.add(take);
      return () => void followers.delete(take);
    },
    async stop(): Promise<void> {
      stopping.abort();
      wake?.();
      await Promise.all([listener.stop(), following]);
    },
  };
};

export type EventTail = ReturnType<typeof createEventTail>;
