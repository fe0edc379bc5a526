import { setTimeout as sleep } from 'node:timers/promises';
import type { ChainReader } from '@weir/infra';

/**
 * Repeats a step until `signal` is aborted: after the pause that it returns, or at once when a new tip came, also while
 * it ran.
 *
 * @param step is told whether there was a new tip since it began last (the first time: yes), and gives the pause after
 *   it,
 * milliseconds; must not throw
 */
export const repeatAtTips = async (
  signal: AbortSignal,
  chain: Pick<ChainReader, 'subscribeTip'>,
  step: (isNewTip: boolean) => Promise<number>,
): Promise<void> => {
  let wake = new AbortController();
  let isNewTip = true;
  const onTip = (): void => {
    isNewTip = true;
    wake.abort();
  };
  const onEnd = (): void => wake.abort();
  const unsubscribe = chain.subscribeTip(onTip);
  signal.addEventListener('abort', onEnd, { once: true });
  try {
    while (!signal.aborted) {
      wake = new AbortController();
      const hadNewTip = isNewTip;
      isNewTip = false;
      const pauseMs = await step(hadNewTip);
      await sleep(pauseMs, undefined, { signal: wake.signal }).catch(() => undefined);
    }
  } finally {
    unsubscribe();
    signal.removeEventListener('abort', onEnd);
  }
};
