import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/** What was asked, and how it went. */
export interface LoadReport {
  readonly answered: number;
  /** Every request that had no answer, or another one than 2xx. */
  readonly failures: readonly string[];
  /** Ids of the streams whose creation was answered. */
  readonly created: readonly string[];
  /** Most requests that waited at once. */
  readonly most: number;
  /** Requests that were sent in a second, on average. */
  readonly perSecond: number;
}

interface Asked {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

/** Sends one request over a connection of its own, without a second try. */
const send = (url: string, { method, path, body }: Asked, caller: string): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const sent = request(new URL(path, url), { method, agent: false });
    sent.setHeader('x-user-address', caller);
    if (body !== undefined) sent.setHeader('content-type', 'application/json');
    sent.once('error', reject);
    sent.once('response', (response) => {
      text(response).then((answer) => resolve({ status: response.statusCode ?? 0, body: answer }), reject);
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });

/** Requests that come at a rate, whatever becomes of those before. */
export interface Load {
  answered(): number;
  /** Waits for those that have begun. */
  settled(): Promise<void>;
  stop(): Promise<LoadReport>;
}

/**
 * Begins a load of creations and reads.
 *
 * @param url of a balancer
 * @param perSecond requests
 * @param creation the body of a creation by the caller
 */
export const startLoad = (url: string, perSecond: number, caller: string, creation: () => object): Load => {
  const failures: string[] = [];
  const created: string[] = [];
  const waiting = new Set<Promise<void>>();
  let [answered, most, count] = [0, 0, 0];
  const asked = (): Asked => {
    count += 1;
    const latest = created.at(-1);
    if (count % 4 === 0) return { method: 'POST', path: '/api/streams/create', body: creation() };
    if (count % 4 === 1) return { method: 'GET', path: '/api/streams?limit=20' };
    if (count % 4 === 2) return { method: 'GET', path: `/api/explorer/activity?limit=${1 + (count % 20)}` };
    return { method: 'GET', path: latest === undefined ? '/api/info' : `/api/streams/${latest}` };
  };
  const one = async (): Promise<void> => {
    const what = asked();
    try {
      const { status, body } = await send(url, what, caller);
      if (status < 200 || status > 299) failures.push(`${what.method} ${what.path}: ${status} ${body.slice(0, 200)}`);
      else if (what.method === 'POST') created.push((JSON.parse(body) as { stream: { id: string } }).stream.id);
    } catch (error) {
      failures.push(`${what.method} ${what.path}: ${String(error)}`);
    }
    answered += 1;
  };
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1_000;
  // A timer fires late, and each time later: what is due by the clock is sent, not one request each time.
  const timer = setInterval(
    () => {
      for (const due = seconds() * perSecond; count < due;) {
        const work: Promise<void> = one().finally(() => waiting.delete(work));
        waiting.add(work);
      }
      most = Math.max(most, waiting.size);
    },
    Math.min(1_000 / perSecond, 10),
  );
  return {
    answered: () => answered,
    async settled() {
      await Promise.all(waiting);
    },
    async stop() {
      clearInterval(timer);
      const sent = count / seconds();
      await Promise.all(waiting);
      return { answered, failures, created, most, perSecond: sent };
    },
  };
};
