import { ChainUnavailableError, type TokenRecord, type TokensRepository, type TokenSettlement } from '@weir/infra';
import { repeat, startWorker, type Worker, type WorkerOptions } from '../shared/watch/worker.js';
import { lookUpToken, type LookUp, type LookUpContext } from './look-up-token.js';

/** How long results count as current, seconds. */
interface TokenAges {
  /** Of what was read from the chain, and from a registry. */
  readonly freshSeconds: number;
}

/** Pause after a look-up without a result, seconds; doubled each time, up to the age at which findings expire. */
const FIRST_PAUSE = 30;
const DOUBLINGS = 10;
/** Pause before a long authchain is followed further, seconds: other tokens get their turn. */
const STEP_PAUSE = 2;
/** After how many failed look-ups in a row a token is left until a client asks for it again. */
const MAX_FAILURES = 6;

const pauseAfter = (failures: number, { freshSeconds }: TokenAges): number =>
  Math.min(freshSeconds, FIRST_PAUSE * 2 ** Math.min(failures, DOUBLINGS));

/** Returns what follows from a look-up, or from a failed one where there is no result. */
const settlementOf = (record: TokenRecord, lookUp: LookUp | undefined, ages: TokenAges): TokenSettlement => {
  const { standing, position, genesisSupply, publication, shown } = record;
  const failures = record.failures + 1;
  if (lookUp === undefined) {
    const pause = pauseAfter(record.failures, ages);
    const againIn = failures < MAX_FAILURES ? Math.max(1, pause) : null;
    return { standing, position, genesisSupply, publication, shown, failures, againIn, freshFor: pause };
  }
  const { finding, isWhole } = lookUp;
  if (!isWhole) return { ...finding, failures: 0, againIn: Math.min(STEP_PAUSE, ages.freshSeconds), freshFor: 0 };
  const isFound = finding.standing === 'named' || finding.standing === 'unnamed';
  if (isFound) return { ...finding, failures: 0, againIn: null, freshFor: ages.freshSeconds };
  return { ...finding, failures, againIn: null, freshFor: pauseAfter(record.failures, ages) };
};

/** The result of a look-up: the token's being afterwards, or that the chain could not be read. */
export type LookUpResult = TokenRecord['standing'] | 'unfinished' | 'chain_unavailable' | 'failed';

/** The dependencies of the token watcher, and how often it works. */
export interface TokenWatcherOptions
  extends Omit<LookUpContext, 'bounds' | 'signal' | 'timeoutMs' | 'maxBytes'>, WorkerOptions {
  readonly tokens: TokensRepository;
  readonly ages: TokenAges;
  readonly onLookUp?: (result: LookUpResult) => void;
  /** How often it polls for what is due, milliseconds. */
  readonly pollMs?: number;
  /** Of tests: what one look-up may cost, and how long a registry may take. */
  readonly bounds?: LookUpContext['bounds'];
  readonly timeoutMs?: number;
}

/** How many look-ups run at once, per network that asks and overall. */
const PER_NETWORK = 2;
const OVERALL = 8;
const KEEPING_MS = 600_000;
/** A registry of a large collection; parsing it takes some tens of milliseconds. */
const MAX_BYTES = 2 * 2 ** 20;
const TIMEOUT_MS = 10_000;
const BOUNDS: LookUpContext['bounds'] = { reads: 1_000, candidates: 12_000, bytes: 2 ** 25 };
const KEPT = { unnamedAfter: 86_400, namedAfter: 90 * 86_400, rows: 100_000 };

const resultOf = ({ finding, isWhole }: LookUp): LookUpResult => (isWhole ? finding.standing : 'unfinished');

/** Looks up the tokens that answers name, each token once at a time. */
export const createTokenWatcher = (options: TokenWatcherOptions): Worker => {
  const { tokens, ages, log, onLookUp, pollMs = 250, bounds = BOUNDS, timeoutMs = TIMEOUT_MS } = options;

  const work = async (signal: AbortSignal): Promise<void> => {
    const underWay = new Map<string, Promise<void>>();
    const perNetwork = new Map<string, number>();
    let keepAt = 0;

    const lookUp = async (record: TokenRecord): Promise<void> => {
      const tokenRequests = record.askedBy ?? '';
      perNetwork.set(tokenRequests, (perNetwork.get(tokenRequests) ?? 0) + 1);
      try {
        const outcome = await lookUpToken({ ...options, bounds, timeoutMs, maxBytes: MAX_BYTES, signal }, record).catch(
          (error: unknown) => error,
        );
        if (signal.aborted) return;
        const failed = outcome instanceof Error;
        if (failed && !(outcome instanceof ChainUnavailableError))
          log.warn({ err: outcome, category: record.category }, 'Looking up a token failed');
        onLookUp?.(
          failed
            ? outcome instanceof ChainUnavailableError
              ? 'chain_unavailable'
              : 'failed'
            : resultOf(outcome as LookUp),
        );
        await tokens.settle(record.category, settlementOf(record, failed ? undefined : (outcome as LookUp), ages));
      } catch (error) {
        log.warn({ err: error, category: record.category }, 'Storing a token look-up failed; repeating it');
      } finally {
        const left = (perNetwork.get(tokenRequests) ?? 1) - 1;
        if (left === 0) perNetwork.delete(tokenRequests);
        else perNetwork.set(tokenRequests, left);
        underWay.delete(record.category);
      }
    };
    const lookAtDue = async (): Promise<void> => {
      if (underWay.size >= OVERALL) return;
      // Running look-ups are still due: they must not hide others.
      for (const record of await tokens.due(PER_NETWORK * 2, OVERALL * 2)) {
        if (underWay.size >= OVERALL) return;
        if (underWay.has(record.category) || (perNetwork.get(record.askedBy ?? '') ?? 0) >= PER_NETWORK) continue;
        underWay.set(record.category, lookUp(record));
      }
    };
    const keep = async (): Promise<void> => {
      if (Date.now() < keepAt) return;
      keepAt = Date.now() + KEEPING_MS;
      await tokens.drop(KEPT);
    };

    await repeat(signal, {
      pauseMs: pollMs,
      afterFailureMs: 1_000,
      async step() {
        await lookAtDue();
        await keep();
      },
      onFailure: (error) => log.warn({ err: error }, 'Looking up tokens failed; retrying'),
    });
    await Promise.all(underWay.values());
  };
  return startWorker({ ...options, name: 'token-watcher', work, status: () => ({}) });
};
