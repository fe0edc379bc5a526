import { setTimeout as sleep } from 'node:timers/promises';
import { repeatAtTips } from './worker.js';

type TipListener = Parameters<Parameters<typeof repeatAtTips>[1]['subscribeTip']>[0];

/** A chain whose tips are reported by hand. */
const tipsByHand = () => {
  const listeners = new Set<TipListener>();
  const subscribeTip = (listener: TipListener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const reportTip = (): void => {
    for (const listener of listeners) listener();
  };
  return { chain: { subscribeTip }, listeners, reportTip };
};

/** Longer than any test waits. */
const LONG_MS = 86_400_000;

it('repeats after the pause that the step names', async () => {
  const { chain } = tipsByHand();
  const end = new AbortController();
  const news: boolean[] = [];
  await repeatAtTips(end.signal, chain, (isNewTip) => {
    news.push(isNewTip);
    if (news.length === 3) end.abort();
    return Promise.resolve(1);
  });
  expect(news).toEqual([true, false, false]);
});

it('repeats at once at a new tip, one that was reported while the step ran too', async () => {
  const { chain, reportTip } = tipsByHand();
  const end = new AbortController();
  const news: boolean[] = [];
  const done = repeatAtTips(end.signal, chain, async (isNewTip) => {
    news.push(isNewTip);
    if (news.length === 1) {
      await sleep(5);
      reportTip();
      await sleep(5);
    }
    if (news.length === 2) setTimeout(reportTip, 10);
    if (news.length === 3) end.abort();
    return LONG_MS;
  });
  await done;
  expect(news).toEqual([true, true, true]);
});

it('ends in its pause, hears of no more tips, and does nothing where it has ended before', async () => {
  const { chain, listeners } = tipsByHand();
  const end = new AbortController();
  let steps = 0;
  setTimeout(() => end.abort(), 20);
  const step = (): Promise<number> => {
    steps += 1;
    return Promise.resolve(LONG_MS);
  };
  await repeatAtTips(end.signal, chain, step);
  expect([steps, listeners.size]).toEqual([1, 0]);
  await repeatAtTips(end.signal, chain, step);
  expect(steps).toBe(1);
});
