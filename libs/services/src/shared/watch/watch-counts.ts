/** How much a watcher follows, and about how much of it the chain gives no clear answer. */
export interface WatchCounts {
  /** Scripts followed, or lanes compared in the last round. */
  readonly following: number;
  /** Records about which the chain gives no clear answer yet; they are looked at again and again. */
  readonly unsettled: number;
  /** For how long it has given none about the first of them, seconds; 0 where there is none. */
  readonly unsettledSeconds: number;
}

/** Of a watcher that has not begun. */
export const NO_COUNTS: WatchCounts = { following: 0, unsettled: 0, unsettledSeconds: 0 };
