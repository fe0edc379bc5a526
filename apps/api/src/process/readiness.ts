import type { ReadyResponse } from '@weir/api-contract';
import { LateError, within } from '@weir/http';

/** Looks at what the process depends on. Never throws. */
export type Readiness = () => Promise<ReadyResponse>;

type Checks = ReadyResponse['checks'];

/** What readiness is made of. */
export interface ReadinessSources {
  /** Undefined when the database serves, else why it does not. */
  readonly databaseProblem: () => Promise<string | undefined>;
  /** The newest block, and whether all servers lag behind it. Throws when no Electrum server answers. */
  readonly tip: () => Promise<{ readonly height: number; readonly medianTimePast: number; readonly lagging: boolean }>;
  readonly watcher: () => Omit<Checks['watcher'], 'ok'>;
  readonly campaignWatcher: () => Omit<Checks['campaignWatcher'], 'ok'>;
  /** Seconds; 0 sets no bound. */
  readonly maxTipAgeSeconds: number;
  /** Unix seconds. */
  readonly now: () => number;
}

/** Longest wait for what is looked at, milliseconds: probes give up early. */
const PATIENCE_MS = 3_000;

const staleness = (tipAgeSeconds: number, lagging: boolean, maxTipAgeSeconds: number): { readonly reason?: string } => {
  if (lagging) return { reason: 'all Electrum servers lag behind a block seen before' };
  return maxTipAgeSeconds > 0 && tipAgeSeconds > maxTipAgeSeconds ? { reason: 'the newest block is too old' } : {};
};

const checkElectrum = async ({ tip, maxTipAgeSeconds, now }: ReadinessSources): Promise<Checks['electrum']> => {
  try {
    const { height, medianTimePast, lagging } = await within(PATIENCE_MS, tip());
    const tipAgeSeconds = Math.max(0, now() - medianTimePast);
    const stale = staleness(tipAgeSeconds, lagging, maxTipAgeSeconds);
    return { ok: stale.reason === undefined, height, tipAgeSeconds, ...stale };
  } catch {
    return { ok: false, height: null, tipAgeSeconds: null, reason: 'no Electrum server answers' };
  }
};

const checkDatabase = async ({ databaseProblem }: ReadinessSources): Promise<Checks['database']> => {
  try {
    const reason = await within(PATIENCE_MS, databaseProblem());
    return reason === undefined ? { ok: true } : { ok: false, reason };
  } catch (error) {
    return { ok: false, reason: error instanceof LateError ? 'the database does not answer' : 'the database answers with errors' };
  }
};

/** Reports on database and chain; a watcher that rests is told, and makes nobody unready. */
export const createReadiness =
  (sources: ReadinessSources): Readiness =>
  async () => {
    const [database, electrum] = await Promise.all([checkDatabase(sources), checkElectrum(sources)]);
    const success = database.ok && electrum.ok;
    const watchers = { watcher: { ok: true, ...sources.watcher() }, campaignWatcher: { ok: true, ...sources.campaignWatcher() } };
    return { success, status: success ? 'ready' : 'unready', checks: { database, electrum, ...watchers } };
  };
