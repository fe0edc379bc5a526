import { setTimeout as sleep } from 'node:timers/promises';
import { createEventTail } from './event-tail.js';

const QUIET = {
  publish: () => Promise.resolve(0),
  scan: () => Promise.resolve([]),
  lastPosition: () => Promise.resolve(0),
};
const log = { info: () => undefined, warn: () => undefined };

it('looks again and again without leaving anything at a signal that lives as long as it, and stops at once', async () => {
  const combine = AbortSignal.any.bind(AbortSignal);
  let combined = 0;
  // Sources remember each signal that is made of them, for as long as they live.
  AbortSignal.any = (signals) => {
    combined += 1;
    return combine(signals);
  };
  try {
    let looks = 0;
    const tail = createEventTail({
      events: { ...QUIET, publish: () => Promise.resolve((looks += 1)) },
      listen: () => ({ stop: () => Promise.resolve() }),
      log,
      pollMs: 1,
    });
    while (looks < 20) await sleep(1);
    await tail.stop();
    expect(combined).toBe(0);
    const slow = createEventTail({
      events: QUIET,
      listen: () => ({ stop: () => Promise.resolve() }),
      log,
      pollMs: 600_000,
    });
    await slow.started();
    await sleep(20);
    await slow.stop();
  } finally {
    AbortSignal.any = combine;
  }
});
