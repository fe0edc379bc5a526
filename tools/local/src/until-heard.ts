import { setTimeout as sleep } from 'node:timers/promises';
import type { BlockSummary } from '@weir/devnet';

/** What is needed of what an API says of itself. */
interface Info {
  readonly chain: Pick<BlockSummary, 'height' | 'hash'> | null;
}

const PAUSE_MS = 10;
/** A service that has not heard of a block by then is not going to: its servers are made to fail. */
const PATIENCE_MS = 10_000;

/** Waits until an API has heard of a tip, or of a later one. Returns at once where it cannot be reached or reads no chain. */
export const untilHeard = async (
  apiUrl: string,
  { height, hash }: Pick<BlockSummary, 'height' | 'hash'>,
): Promise<void> => {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    while (!signal.aborted) {
      const answer = await fetch(`${apiUrl}/api/info`, { signal });
      const { chain } = (await answer.json()) as Info;
      if (chain === null || chain.height > height || chain.hash === hash) return;
      await sleep(PAUSE_MS);
    }
  } catch {
    // Whoever mines wants blocks; an API that is down reads them when it is back.
  }
};
