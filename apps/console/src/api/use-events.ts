import { useEffect, useEffectEvent, useState } from 'react';
import { isWeirError, type EventFilters, type Wallet, type WeirEvent } from '@weir/client';
import { useServices } from './services.js';

export interface FollowedEvents {
  readonly filters: EventFilters;
  readonly onEvent: (event: WeirEvent) => void;
  /** Events were missed that nobody keeps any more: what is shown has to be read anew. */
  readonly onGap: () => void;
  /** Proves who follows: for what is told to members alone. */
  readonly wallet?: Wallet | undefined;
}

/** Whether what is shown follows the chain by itself at the moment. */
export type Following = 'live' | 'broken';

/** Follows events for as long as its component is shown. The client itself goes on through broken connections. */
export const useEvents = ({ filters, onEvent, onGap, wallet }: FollowedEvents): Following => {
  const { weir } = useServices();
  const [following, setFollowing] = useState<Following>('live');
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
            ...(wallet !== undefined && { wallet }),
          });
          for await (const event of told) tell(event);
        } catch (error) {
          if (stop.signal.aborted) return;
          if (!isWeirError(error, 'EVENTS_DROPPED')) {
            setFollowing('broken');
            return;
          }
          tellGap();
        }
      }
    };
    setFollowing('live');
    void follow();
    return () => stop.abort();
  }, [weir, key, wallet]);
  return following;
};
