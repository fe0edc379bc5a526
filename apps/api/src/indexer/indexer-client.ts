import { Breaker } from './breaker.js';

/** The indexer does not answer, or not in time. */
export class IndexerUnavailableError extends Error {
  override readonly name = 'IndexerUnavailableError';
}

export interface IndexerAnswer {
  readonly status: number;
  /** Parsed JSON. */
  readonly body: unknown;
}

export interface IndexerClient {
  /**
   * Asks the indexer.
   *
   * @param path below `/indexer/`, with its query
   * @throws IndexerUnavailableError
   */
  get(path: string): Promise<IndexerAnswer>;
  /**
   * Asks with a body.
   *
   * @param patienceMs longest wait for an answer, milliseconds
   * @throws IndexerUnavailableError
   */
  post(path: string, body: object, patienceMs: number): Promise<IndexerAnswer>;
}

export interface IndexerClientOptions {
  /** `http://host:port`. */
  readonly baseUrl: string;
  /** Longest wait for an answer, milliseconds, default 1,000. */
  readonly timeoutMs?: number;
  /** How long an indexer that failed three times is left alone, milliseconds, default 5,000. */
  readonly pauseMs?: number;
}

const FAILURES = 3;

/** A client that never keeps anybody waiting for an indexer that is slow or away. */
export const createIndexerClient = ({
  baseUrl,
  timeoutMs = 1_000,
  pauseMs = 5_000,
}: IndexerClientOptions): IndexerClient => {
  const root = new URL('indexer/', baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
  const breaker = new Breaker(FAILURES, pauseMs);
  const ask = async (path: string, request: RequestInit, patienceMs: number): Promise<IndexerAnswer> => {
    const url = new URL(path, root);
    if (url.origin !== root.origin || !url.pathname.startsWith(root.pathname)) return { status: 404, body: undefined };
    if (breaker.isOpen) throw new IndexerUnavailableError('The indexer has not answered lately');
    try {
      const response = await fetch(url, { ...request, signal: AbortSignal.timeout(patienceMs), redirect: 'error' });
      const answer = { status: response.status, body: await response.json() };
      if (answer.status >= 500) breaker.fail();
      else breaker.succeed();
      return answer;
    } catch (error) {
      breaker.fail();
      throw new IndexerUnavailableError('The indexer does not answer', { cause: error });
    }
  };
  return {
    get: (path) => ask(path, {}, timeoutMs),
    post: (path, body, patienceMs) =>
      ask(
        path,
        { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
        patienceMs,
      ),
  };
};
