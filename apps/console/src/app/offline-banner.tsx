import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { timeText } from '../format/time.js';
import styles from './offline-banner.module.css';

/** What the service worker tells: whether answers are fresh, and of when they are, milliseconds; null without an answer. */
interface Told {
  readonly weir?: 'fresh' | 'stale';
  readonly at?: number | null;
}

/** Says that there is no network, and of when the oldest amount on show is. */
export const OfflineBanner = () => {
  const client = useQueryClient();
  const [isOffline, setOffline] = useState(!navigator.onLine);
  const [since, setSince] = useState<number>();
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const back = (): void => {
      setOffline(false);
      setSince(undefined);
      void client.invalidateQueries();
    };
    addEventListener('offline', () => setOffline(true), { signal });
    addEventListener('online', back, { signal });
    const hear = ({ data }: MessageEvent<Told>): void => {
      const { weir, at } = data;
      if (weir === 'stale') {
        setOffline(true);
        if (typeof at === 'number') setSince((before) => Math.min(before ?? at, at));
      } else if (weir === 'fresh' && navigator.onLine) {
        setOffline(false);
        setSince(undefined);
      }
    };
    if ('serviceWorker' in navigator) navigator.serviceWorker.addEventListener('message', hear, { signal });
    return () => stop.abort();
  }, [client]);
  if (!isOffline) return null;
  return (
    <p className={styles['banner']} role="status">
      You are offline.{' '}
      {since === undefined
        ? 'Amounts are as they were when they came.'
        : `What is on show is of ${timeText(Math.floor(since / 1_000))}.`}
    </p>
  );
};
