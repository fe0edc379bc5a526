import fc from 'fast-check';
import { faultOf, sendRaw } from './raw-answers.js';
import type { RawRequest } from './raw-requests.js';
import type { GeneratedRequest } from './request-generator.js';

export interface Stoppable {
  /** URL where it listens, `http://127.0.0.1:port`. */
  readonly origin: string;
  readonly close: () => Promise<unknown>;
}

export interface StopReport {
  readonly answered: number;
  /** Requests whose connection ended or was refused, as is right once the server no longer listens. */
  readonly unheard: number;
}

const AT_ONCE = 8;

/** Converts a generated request to a raw one. */
export const rawOf = (
  { route, url, body }: GeneratedRequest,
  headers: Readonly<Record<string, string>> = {},
): RawRequest => ({
  method: route.method,
  path: url,
  headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
  ...(body !== undefined && { payload: Buffer.from(JSON.stringify(body)) }),
});

/**
 * Stops a server once a quarter of the requests are answered, while others are in progress and more arrive.
 *
 * @throws Error with the first answer that is an internal error or not documented, or for a connection that ended
 * before the stop
 */
export const stopUnderWay = async (
  { origin, close }: Stoppable,
  requests: fc.Arbitrary<RawRequest>,
  count: number,
): Promise<StopReport> => {
  let closing: Promise<unknown> | undefined;
  let [answered, unheard] = [0, 0];
  const send = async (asked: RawRequest): Promise<void> => {
    try {
      const fault = faultOf(asked, await sendRaw(origin, asked));
      if (fault !== undefined) throw new Error(fault);
      answered += 1;
    } catch (error) {
      const isEnd = typeof error === 'object' && error !== null && 'code' in error;
      if (!isEnd || closing === undefined) throw error;
      unheard += 1;
    }
    if (answered >= count / 4) closing ??= close();
  };
  const waiting = fc.sample(requests, count).values();
  const sendOnAndOn = async (): Promise<void> => {
    for (const asked of waiting) await send(asked);
  };
  const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, sendOnAndOn));
  await (closing ?? close());
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return { answered, unheard };
};
