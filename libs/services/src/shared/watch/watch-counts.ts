/** How much a watcher follows, and about how much of it the chain gives no clear answer. */
export interface WatchCounts {
  /** Scripts followed, or lanes compared in the last round. */
  readonly following: number;
  /** Records about which the chain gives no clear answer yet; they are looked at again and again. */
  readonly unsettled: number;
  /** For how long it has given none about the first of them, seconds; 0 where there is none. */
  readonly unsettledSeconds: number;
}

/** The progress of a watcher, for /ready and /metrics. */
export interface WatchProgress extends WatchCounts {
  /** Unix seconds of the last complete round; null before the first. */
  readonly lastRoundAt: number | null;
}

/** Keeps the progress of a watcher. @param now Unix seconds */
export const createWatchProgress = (now: () => number) => {
  let lastRoundAt: WatchProgress['lastRoundAt'] = null;
  let counts: WatchCounts = { following: 0, unsettled: 0, unsettledSeconds: 0 };
  return {
    onRound: (): void => void (lastRoundAt = now()),
    onCount: (latest: WatchCounts): void => void (counts = latest),
    read: (): WatchProgress => ({ lastRoundAt, ...counts }),
  };
};
