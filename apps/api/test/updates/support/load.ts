import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/** What was asked, and how it went. */
export interface LoadReport {
  readonly answered: number;
  /** Every request that had no answer, or another one than 2xx. */
  readonly failures: readonly string[];
  /** Ids of the streams whose creation, confirm of a funding, and confirm of a claim was answered. */
  readonly created: readonly string[];
  readonly funded: readonly string[];
  readonly claimed: readonly string[];
  /** Most requests that waited at once. */
  readonly most: number;
  /** Requests that were sent in a second, on average. */
  readonly perSecond: number;
}

export interface Asked {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  /** The address that asks, where it is not the load's. */
  readonly caller?: string;
}

/** Requests that follow one after another; each is given the body of its answer. */
type Requests = AsyncGenerator<Asked, void, string>;

/** Sends one request over a connection of its own, without a second try. */
const send = (url: string, { method, path, body, caller }: Asked): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const sent = request(new URL(path, url), { method, agent: false });
    if (caller !== undefined) sent.setHeader('x-user-address', caller);
    if (body !== undefined) sent.setHeader('content-type', 'application/json');
    sent.once('error', reject);
    sent.once('response', (response) => {
      text(response).then((answer) => resolve({ status: response.statusCode ?? 0, body: answer }), reject);
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });

/** Requests that come at a rate, as long as no more wait at once than come in a second: a busy machine gets fewer, and answers them. */
export interface Load {
  answered(): number;
  /** Waits for those that have begun. */
  settled(): Promise<void>;
  stop(): Promise<LoadReport>;
}

/**
 * Begins a load: of eight requests five are reads, two creations, and one belongs to a life.
 *
 * @param url of a balancer
 * @param perSecond requests
 * @param by the caller, the body of a creation of theirs, and what makes requests that follow one after another
 */
export const startLoad = (
  url: string,
  perSecond: number,
  by: { readonly caller: string; readonly creation: () => object; readonly life: () => Requests },
): Load => {
  const { caller } = by;
  const failures: string[] = [];
  const [created, funded, claimed]: [string[], string[], string[]] = [[], [], []];
  /** Lives whose last request was answered, with its answer. */
  const ready: { readonly life: Requests; readonly answer: string }[] = [];
  const waiting = new Set<Promise<void>>();
  let [answered, most, count] = [0, 0, 0];
  const plain = (number: number): Asked => {
    const latest = created.at(-1);
    if (number % 4 === 0) return { method: 'POST', path: '/api/streams/create', body: by.creation(), caller };
    if (number % 4 === 1) return { method: 'GET', path: '/api/streams?limit=20' };
    if (number % 4 === 2) return { method: 'GET', path: `/api/explorer/activity?limit=${1 + (number % 20)}` };
    return { method: 'GET', path: latest === undefined ? '/api/info' : `/api/streams/${latest}` };
  };
  /** Notes what a request that was answered did. */
  const note = (path: string, body: string): void => {
    const [, id = '', step] = /^\/api\/streams\/([^/]*)(?:\/(.*))?$/.exec(path) ?? [];
    if (id === 'create') created.push((JSON.parse(body) as { stream: { id: string } }).stream.id);
    if (step === 'confirm-funding') funded.push(id);
    if (step === 'confirm-claim') claimed.push(id);
  };
  /** Sends a request. @returns the body of its answer; undefined where it failed */
  const answerOf = async (asked: Asked): Promise<string | undefined> => {
    const { method, path } = asked;
    try {
      const { status, body } = await send(url, asked);
      if (status >= 200 && status < 300) {
        note(path, body);
        return body;
      }
      failures.push(`${method} ${path}: ${status} ${body.slice(0, 200)}`);
    } catch (error) {
      failures.push(`${method} ${path}: ${String(error)}`);
    } finally {
      answered += 1;
    }
    return undefined;
  };
  /** Sends the next request of a life; one that ended is followed by another. */
  const live = async (): Promise<void> => {
    const { life, answer } = ready.shift() ?? { life: by.life(), answer: '' };
    try {
      const { done, value } = await life.next(answer);
      if (done === true) {
        await live();
        return;
      }
      const body = await answerOf(value);
      if (body !== undefined) ready.push({ life, answer: body });
    } catch (error) {
      failures.push(`between two requests: ${String(error)}`);
    }
  };
  const one = async (): Promise<void> => {
    count += 1;
    if (count % 8 === 3) await live();
    else await answerOf(plain(count));
  };
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1_000;
  // A timer fires late, and each time later: what is due by the clock is sent, not one request each time.
  const timer = setInterval(
    () => {
      for (const due = seconds() * perSecond; count < due && waiting.size < perSecond;) {
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
      return { answered, failures, created, funded, claimed, most, perSecond: sent };
    },
  };
};
