import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Compile } from 'typebox/compile';
import { IndexedStatesResponse, type Onchain, type ViewOf } from '@weir/api-contract';
import { isRecord } from '@weir/http';
import { exchange, type Exchange, type OutboundAnswer } from '@weir/infra';

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
  readonly headers: OutboundAnswer['headers'];
}

export interface IndexerClientOptions {
  /** `http://host:port`. */
  readonly baseUrl: string;
  /** Time limit of an answer, milliseconds, default 1,000. */
  readonly timeoutMs?: number;
  /** How long an indexer that failed three times in a row is not called, milliseconds, default 5,000. */
  readonly pauseMs?: number;
}

/** Whether the indexer answers that it is still counting a figure, which anybody can ask for: it works, and the answer will follow. */
export const isPendingAnswer = ({ status, body }: Pick<IndexerAnswer, 'status' | 'body'>): boolean =>
  status === 503 && isRecord(body) && body['code'] === 'INDEXER_UNAVAILABLE';

const FAILURES = 3;
/** Largest answer, bytes: far above a page of 1,000 contracts. */
const MAX_BYTES = 64 * 2 ** 20;
const KEPT_CONNECTIONS = 16;

/** Creates a client that never makes callers wait for a slow or unreachable indexer. */
export const createIndexerClient = ({ baseUrl, timeoutMs = 1_000, pauseMs = 5_000 }: IndexerClientOptions) => {
  const root = new URL('indexer/', baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
  const agent = new (root.protocol === 'https:' ? HttpsAgent : HttpAgent)({
    keepAlive: true,
    maxFreeSockets: KEPT_CONNECTIONS,
  });
  // One for each kind: slow questions of strangers must not keep the API from what it asks by itself.
  const breakers = { GET: new Breaker(FAILURES, pauseMs), POST: new Breaker(FAILURES, pauseMs) };
  const ask = async (
    path: string,
    request: Pick<Exchange, 'method' | 'headers' | 'body' | 'timeoutMs'>,
  ): Promise<IndexerAnswer> => {
    const url = new URL(path, root);
    if (url.origin !== root.origin || !url.pathname.startsWith(root.pathname))
      return { status: 404, body: undefined, headers: {} };
    const breaker = breakers[request.method];
    if (breaker.isOpen) throw new IndexerUnavailableError('The indexer did not answer the last requests');
    try {
      const { status, headers, body } = await exchange({ ...request, url, agent, maxBytes: MAX_BYTES });
      const answer = { status, headers, body: JSON.parse(body.toString('utf8')) as unknown };
      if (status >= 500 && !isPendingAnswer(answer)) breaker.fail();
      else breaker.succeed();
      return answer;
    } catch (error) {
      breaker.fail();
      throw new IndexerUnavailableError('The indexer does not answer', { cause: error });
    }
  };
  return {
    /**
     * Sends a GET request.
     *
     * @param path below `/indexer/`, with its query
     * @throws IndexerUnavailableError
     */
    get: (path: string): Promise<IndexerAnswer> => ask(path, { method: 'GET', timeoutMs }),
    /** Sends a POST request. @param patienceMs time limit of the answer, milliseconds @throws IndexerUnavailableError */
    post: (path: string, body: object, patienceMs: number): Promise<IndexerAnswer> =>
      ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        timeoutMs: patienceMs,
      }),
  };
};

export type IndexerClient = ReturnType<typeof createIndexerClient>;

/** The fields of a record by which the indexer finds its contract. */
export interface FundedRecord {
  readonly contractAddress: string;
  readonly fundingTxHash: string | null;
  /** Output index of its state in the funding; null before. */
  readonly fundingVout: number | null;
}

type IndexedState = IndexedStatesResponse['states'][number];

/** Time limit, milliseconds: this data is optional. */
const PATIENCE_MS = 500;
const check = Compile(IndexedStatesResponse);

/** Returns the funding outpoint of a record; undefined before its funding. */
const placeOf = ({ fundingTxHash, fundingVout }: FundedRecord): string | undefined =>
  fundingTxHash === null || fundingVout === null ? undefined : `${fundingTxHash}:${fundingVout}`;

const ask = async (records: readonly FundedRecord[], indexer: IndexerClient) => {
  const outpoints = records.flatMap((record) => placeOf(record) ?? []);
  const contractAddresses = records.flatMap(({ fundingTxHash, contractAddress }) =>
    fundingTxHash === null ? [contractAddress] : [],
  );
  if (records.length === 0) return undefined;
  const answer = await indexer.post('states', { outpoints, contractAddresses }, PATIENCE_MS).catch(() => undefined);
  return answer?.status === 200 && check.Check(answer.body) ? answer.body : undefined;
};

const onchainOf = ({ vestedAmountBase, releasedAmountBase, commitment, lastHeight }: IndexedState, asOf: number) => ({
  vestedAmount: BigInt(vestedAmountBase),
  releasedAmount: BigInt(releasedAmountBase),
  commitment,
  height: lastHeight,
  asOf,
});

/**
 * Adds to records, in place, what the chain shows of them, by one call to the indexer: of the deployments of their fundings
 * or, where the API knows no funding, of the first deployment at the address. Null while the indexer does not know them
 * or does not answer; nothing where there is none. Never throws.
 */
export const withOnchain = async <Shown extends FundedRecord>(
  records: readonly Shown[],
  indexer: IndexerClient | undefined,
): Promise<readonly (Shown & { readonly onchain?: ViewOf<typeof Onchain> | null })[]> => {
  if (indexer === undefined) return records;
  const answer = await ask(records, indexer);
  const byPlace = new Map(
    answer?.states.flatMap((state) =>
      [`${state.fundedTxHash}:${state.fundedVout}`, state.contractAddress].map((place) => [place, state] as const),
    ),
  );
  return records.map((record) => {
    const state = byPlace.get(placeOf(record) ?? record.contractAddress);
    // A copy by a spread would be slow to read: a tenth of the time that a list of 50 takes.
    return Object.assign(record, {
      onchain: answer === undefined || state === undefined ? null : onchainOf(state, answer.asOf),
    });
  });
};
