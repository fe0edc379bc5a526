import { useEffect, useEffectEvent, useState } from 'react';
import { isWeirError, type EventFilters, type Wallet, type WeirEvent } from '@weir/client';
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
  const tell = useEffectEvent(onEvent);
  const tellGap = useEffectEvent(onGap);
  const key = JSON.stringify(filters);
  useEffect(() => {
    const stop = new AbortController();
    const follow = async (): Promise<void> => {
      for (;;) {
        try {
          const told = weir.events(JSON.parse(key) as EventFilters, {
            signal: stop.signal,
            onOpen: (isResumed) => {
              setLiveState('live');
              if (!isResumed) tellGap();
            },
            onLost: () => setLiveState('lost'),
            ...(wallet !== undefined && { wallet }),
          });
          for await (const event of told) tell(event);
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
