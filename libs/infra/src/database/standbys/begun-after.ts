import { setImmediate } from 'node:timers/promises';

/**
 * Shares one read among concurrent callers: each gets one that began after their call, and only one runs at a time. It begins when the
 * process has handled what came in with the call, so that requests that arrive together share it.
 */
export const begunAfter = <T>(read: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  const begin = async (): Promise<T> => {
    await Promise.all([running, setImmediate()]);
    next = undefined;
    const reading = read();
    running = reading.catch(() => undefined);
    return reading;
  };
  return () => (next ??= begin());
};
