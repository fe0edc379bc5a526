import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { offlineSince } from '../api/offline.js';
import { useInfo } from '../api/services.js';
import { timeText } from '../format/time.js';
import { t } from '../language/text.js';
import { serviceWorkers } from '../storage/browser.js';
import styles from './offline-banner.module.css';

/** What the service worker reports of an answer: whether it is fresh, and of when it is, milliseconds; null without an answer. */
interface Report {
  readonly weir?: 'fresh' | 'stale';
  readonly url: string;
  readonly at?: number | null;
}

/** An answer that is not fresh: of when it is, and when that was reported, milliseconds. */
interface Stale {
  readonly at: number;
  readonly reported: number;
}

type StaleAnswers = ReadonlyMap<string, Stale>;

/** After an answer has come again, how long until all others are asked for, milliseconds. */
const AGAIN_MS = 5_000;

/** Returns the answers on show that are not fresh, by address. All are asked for again once the network is back. */
const useStaleAnswers = (): StaleAnswers => {
  const client = useQueryClient();
  const [stale, setStale] = useState<StaleAnswers>(new Map());
  const isStale = stale.size > 0;
  useEffect(() => {
    const workers = serviceWorkers();
    if (workers === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const askAgain = async (): Promise<void> => {
      timer = undefined;
      const begun = Date.now();
      await client.invalidateQueries();
      // Left are those that failed again; what is no longer on show is asked for by nobody.
      setStale((before) => new Map([...before].filter(([, { reported }]) => reported >= begun)));
    };
    const hear = ({ data: { weir, url, at } }: MessageEvent<Report>): void => {
      if (weir === 'stale' && typeof at === 'number')
        setStale((before) => new Map([...before, [url, { at, reported: Date.now() }]]));
      if (weir !== 'fresh' || !isStale) return;
      setStale((before) => new Map([...before].filter(([one]) => one !== url)));
      timer ??= setTimeout(() => void askAgain(), AGAIN_MS);
    };
    const stop = new AbortController();
    workers.addEventListener('message', hear, { signal: stop.signal });
    addEventListener('online', () => void askAgain(), { signal: stop.signal });
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [client, isStale]);
  return stale;
};

const useOnline = (): boolean => {
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const stop = new AbortController();
    const read = (): void => setOnline(navigator.onLine);
    addEventListener('online', read, { signal: stop.signal });
    addEventListener('offline', read, { signal: stop.signal });
    return () => stop.abort();
  }, []);
  return isOnline;
};

/** Says that there is no network, and of when the oldest amount on show is; or that the service has none to the chain. */
export const OfflineBanner = () => {
  const isOnline = useOnline();
  const stale = useStaleAnswers();
  const isOffline = !isOnline || stale.size > 0;
  useEffect(() => offlineSince.set(isOffline ? Date.now() : undefined), [isOffline]);
  const begun = offlineSince.use();
  const isChainAway = useInfo().data?.chain === null;
  if (!isOffline)
    return isChainAway ? (
      <p className={styles['banner']} role="status">
        {t('The chain cannot be reached at the moment. What is shown may be old.')}
      </p>
    ) : null;
  const since = Math.min(...[...stale.values()].map(({ at }) => at));
  return (
    <p className={styles['banner']} role="status">
      {stale.size === 0
        ? t('You are offline. Last update: {when}.', {
            when: timeText(Math.floor((begun ?? Date.now()) / 1_000)),
          })
        : t('You are offline. This page shows data from {when}.', { when: timeText(Math.floor(since / 1_000)) })}
    </p>
  );
};
