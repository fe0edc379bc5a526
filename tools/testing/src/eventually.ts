import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 20;
/** Reached only by a condition that is never met: shorter than the spec runner's limit, so that the reason is shown. */
const GIVE_UP_MS = 10 * 60_000;

/**
 * Waits for a condition: tries again until `attempt` does not throw.
 *
 * @param attempt asks for the current state and expects something of it, or throws
 * @returns what the successful attempt returned
 * @throws what the last attempt threw, where none succeeds within ten minutes
 * @example
 * await eventually(async () => expect(await client.get('/ready')).toMatchObject({ status: 200 }));
 */
export const eventually = async <T>(attempt: () => Promise<T> | T): Promise<T> => {
  const end = Date.now() + GIVE_UP_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await sleep(PAUSE_MS);
  }
};

/** Waits until there is an answer. @param what it is, for the error where it never comes */
export const until = <T>(what: string, ask: () => Promise<T | undefined> | T | undefined): Promise<T> =>
  eventually(async () => {
    const answer = await ask();
    if (answer === undefined) throw new Error(`Waited in vain for ${what}`);
    return answer;
  });

/** Waits until something is so. @param what it is, for the error where it never is */
export const untilSo = async (what: string, isSo: () => Promise<boolean> | boolean): Promise<void> =>
  void (await until(what, async () => ((await isSo()) ? true : undefined)));

export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
}

/** Returns a promise that the test fulfils at the moment it chooses: `Promise.withResolvers`, which Node 20 lacks. */
export const deferred = <T = void>(): Deferred<T> => {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve };
};
