import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { type EventFilters, isWeirError, type Wallet, type WeirEvent } from '@weir/client';
import { useServices } from './services.js';

export interface FollowedEvents {
  readonly filters: EventFilters;
  readonly onEvent: (event: WeirEvent) => void;
  /** Called when events may have been missed, and on the first connection: data on show must be read again. */
  readonly onGap: () => void;
  /** Wallet that signs in, for events that only members receive. */
  readonly wallet?: Wallet | undefined;
}

/** State of the event stream; `lost` while it reconnects. */
export type LiveState = 'opening' | 'live' | 'lost' | 'broken';

/** Follows events while its component is mounted. The client reconnects by itself. */
export const useEvents = ({ filters, onEvent, onGap, wallet }: FollowedEvents): LiveState => {
  const { weir } = useServices();
  const [liveState, setLiveState] = useState<LiveState>('opening');
  const report = useEffectEvent(onEvent);
  const reportGap = useEffectEvent(onGap);
  const key = JSON.stringify(filters);
  useEffect(() => {
    const stop = new AbortController();
    const follow = async (): Promise<void> => {
      for (;;) {
        try {
          const events = weir.events(JSON.parse(key) as EventFilters, {
            signal: stop.signal,
            onOpen: (isResumed) => {
              setLiveState('live');
              if (!isResumed) reportGap();
            },
            onLost: () => setLiveState('lost'),
            ...(wallet !== undefined && { wallet }),
          });
          for await (const event of events) report(event);
        } catch (error) {
          if (stop.signal.aborted) return;
          if (!isWeirError(error, 'EVENTS_DROPPED')) {
            setLiveState('broken');
            return;
          }
        }
      }
    };
    setLiveState('opening');
    void follow();
    return () => stop.abort();
  }, [weir, key, wallet]);
  return liveState;
};

/**
 * Creates a function that refetches queries. A fetch already under way may have begun before the change, so another one follows
 * it. It is not cancelled, so that the page keeps up however fast changes come.
 */
export const createRefetch = (client: QueryClient, queryKey: QueryKey): (() => Promise<void>) => {
  let isReading = false;
  let isStale = false;
  return async () => {
    isStale = true;
    if (isReading) return;
    isReading = true;
    try {
      while (isStale) {
        isStale = client.isFetching({ queryKey }) > 0;
        await client.invalidateQueries({ queryKey }, { cancelRefetch: false });
      }
    } finally {
      isReading = false;
    }
  };
};

/** Returns a function that refetches the queries of a key: see {@link createRefetch}. */
export const useRefetch = (...queryKey: readonly string[]): (() => Promise<void>) => {
  const client = useQueryClient();
  const key = JSON.stringify(queryKey);
  return useMemo(() => createRefetch(client, JSON.parse(key) as string[]), [client, key]);
};
