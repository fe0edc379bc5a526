/** A circuit breaker: stops calling a service that keeps failing. */
export class Breaker {
  #failures = 0;
  #openUntil = -Infinity;

  /**
   * @param maxFailures consecutive failures that open the circuit
   * @param pauseMs how long it stays open
   */
  constructor(
    private readonly maxFailures: number,
    private readonly pauseMs: number,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** Whether calls are suspended. */
  get isOpen(): boolean {
    return this.clock() < this.#openUntil;
  }

  succeed(): void {
    this.#failures = 0;
  }

  /** The count is not reset by the pause, so that one more failure reopens the circuit. */
  fail(): void {
    this.#failures += 1;
    if (this.#failures >= this.maxFailures) this.#openUntil = this.clock() + this.pauseMs;
  }
}

/** Thrown when the indexer does not answer in time, or with something else than JSON. */
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
   * Sends a GET request.
   *
   * @param path below `/indexer/`, with its query
   * @throws IndexerUnavailableError
   */
  get(path: string): Promise<IndexerAnswer>;
  /**
   * Sends a POST request.
   *
   * @param patienceMs time limit of the answer, milliseconds
   * @throws IndexerUnavailableError
   */
  post(path: string, body: object, patienceMs: number): Promise<IndexerAnswer>;
}

export interface IndexerClientOptions {
  /** `http://host:port`. */
  readonly baseUrl: string;
  /** Time limit of an answer, milliseconds, default 1,000. */
  readonly timeoutMs?: number;
  /** How long an indexer that failed three times in a row is not called, milliseconds, default 5,000. */
  readonly pauseMs?: number;
}

const FAILURES = 3;

/** Creates a client that never makes callers wait for a slow or unreachable indexer. */
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
