import { setTimeout as sleep } from 'node:timers/promises';
import { ChainUnavailableError, electLeader, type TokenRecord, type TokensRepository } from '@weir/infra';
import type { WatcherLog } from '../shared/watch/watcher-log.js';
import { lookAtToken, type Look, type LookContext } from './look-at-token.js';
import { settlementOf, type TokenAges } from './settlement-of.js';

/** The result of a look-up: the token's standing afterwards, or that the chain could not be read. */
export type LookResult = TokenRecord['standing'] | 'unfinished' | 'chain_unavailable' | 'failed';

/** The dependencies of the token watcher, and how often it works. */
export interface TokenWatcherOptions extends Omit<LookContext, 'bounds' | 'signal' | 'timeoutMs' | 'maxBytes'> {
  readonly tokens: TokensRepository;
  /** The database that holds the election's lock. */
  readonly databaseUrl: string;
  readonly ages: TokenAges;
  readonly log: WatcherLog;
  readonly onLook?: (result: LookResult) => void;
  /** How often it polls for what is due, milliseconds. */
  readonly pollMs?: number;
  /** Of tests: what one look may cost, and how long a registry may take. */
  readonly bounds?: LookContext['bounds'];
  readonly timeoutMs?: number;
}

/** How many looks run at once, per network that asks and overall. */
const PER_NETWORK = 2;
const OVERALL = 8;
const KEEPING_MS = 600_000;
/** A registry of a large collection; parsing it takes some tens of milliseconds. */
const MAX_BYTES = 2 * 2 ** 20;
const TIMEOUT_MS = 10_000;
const BOUNDS: LookContext['bounds'] = { reads: 1_000, candidates: 12_000, bytes: 2 ** 25 };
const KEPT = { unnamedAfter: 86_400, namedAfter: 90 * 86_400, rows: 100_000 };

const resultOf = ({ finding, isWhole }: Look): LookResult => (isWhole ? finding.standing : 'unfinished');

/** Looks up the tokens that answers name, in one process among all replicas, each token once at a time. */
export const createTokenWatcher = (options: TokenWatcherOptions): { stop(): Promise<void> } => {
  const { tokens, databaseUrl, ages, log, onLook, pollMs = 250, bounds = BOUNDS, timeoutMs = TIMEOUT_MS } = options;

  const work = async (signal: AbortSignal): Promise<void> => {
    const underWay = new Map<string, Promise<void>>();
    const perNetwork = new Map<string, number>();
    let keepAt = 0;

    const look = async (record: TokenRecord): Promise<void> => {
      const asker = record.askedBy ?? '';
      perNetwork.set(asker, (perNetwork.get(asker) ?? 0) + 1);
      try {
        const outcome = await lookAtToken(record, { ...options, bounds, timeoutMs, maxBytes: MAX_BYTES, signal }).catch(
          (error: unknown) => error,
        );
        if (signal.aborted) return;
        const failed = outcome instanceof Error;
        if (failed && !(outcome instanceof ChainUnavailableError))
          log.warn({ err: outcome, category: record.category }, 'A look at a token failed');
        onLook?.(
          failed
            ? outcome instanceof ChainUnavailableError
              ? 'chain_unavailable'
              : 'failed'
            : resultOf(outcome as Look),
        );
        await tokens.settle(record.category, settlementOf(record, failed ? undefined : (outcome as Look), ages));
      } catch (error) {
        log.warn({ err: error, category: record.category }, 'A look at a token could not be noted; it is made again');
      } finally {
        const left = (perNetwork.get(asker) ?? 1) - 1;
        if (left === 0) perNetwork.delete(asker);
        else perNetwork.set(asker, left);
        underWay.delete(record.category);
      }
    };
    const lookAtDue = async (): Promise<void> => {
      if (underWay.size >= OVERALL) return;
      // Running looks are still due: they must not hide others.
      for (const record of await tokens.due(PER_NETWORK * 2, OVERALL * 2)) {
        if (underWay.size >= OVERALL) return;
        if (underWay.has(record.category) || (perNetwork.get(record.askedBy ?? '') ?? 0) >= PER_NETWORK) continue;
        underWay.set(record.category, look(record));
      }
    };
    const keep = async (): Promise<void> => {
      if (Date.now() < keepAt) return;
      keepAt = Date.now() + KEEPING_MS;
      await tokens.drop(KEPT);
    };

    while (!signal.aborted) {
      try {
        await lookAtDue();
        await keep();
      } catch (error) {
        log.warn({ err: error }, 'Tokens could not be looked at; it is tried again');
        await sleep(1_000, undefined, { signal }).catch(() => undefined);
      }
      await sleep(pollMs, undefined, { signal }).catch(() => undefined);
    }
    await Promise.all(underWay.values());
  };
  const leader = electLeader({
    url: databaseUrl,
    name: 'token-watcher',
    work,
    onError: (error) => log.warn({ err: error }, 'Looking at tokens was interrupted; it starts again'),
  });
  return { stop: () => leader.stop() };
};
