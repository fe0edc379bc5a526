import type { ReadyResponse } from '@weir/api-contract';

/** Looks at what the process depends on. Never throws. */
export type Readiness = () => Promise<ReadyResponse>;

type Checks = ReadyResponse['checks'];

/** What readiness is made of. */
export interface ReadinessSources {
  /** Undefined when the database serves, else why it does not. */
  readonly databaseProblem: () => Promise<string | undefined>;
  /** The newest block. Throws when no Electrum server answers. */
  readonly tip: () => Promise<{ readonly height: number; readonly medianTimePast: number }>;
  readonly watcher: () => Omit<Checks['watcher'], 'ok'>;
  /** Seconds; 0 sets no bound. */
  readonly maxTipAgeSeconds: number;
  /** Unix seconds. */
  readonly now: () => number;
}

const checkElectrum = async ({ tip, maxTipAgeSeconds, now }: ReadinessSources): Promise<Checks['electrum']> => {
  try {
    const { height, medianTimePast } = await tip();
    const tipAgeSeconds = Math.max(0, now() - medianTimePast);
    const isStale = maxTipAgeSeconds > 0 && tipAgeSeconds > maxTipAgeSeconds;
    return { ok: !isStale, height, tipAgeSeconds, ...(isStale && { reason: 'the newest block is too old' }) };
  } catch {
    return { ok: false, height: null, tipAgeSeconds: null, reason: 'no Electrum server answers' };
  }
};

const checkDatabase = async ({ databaseProblem }: ReadinessSources): Promise<Checks['database']> => {
  try {
    const reason = await databaseProblem();
    return reason === undefined ? { ok: true } : { ok: false, reason };
  } catch {
    return { ok: false, reason: 'the database answers with errors' };
  }
};

/** Reports on database and chain; a watcher that rests is told, and makes nobody unready. */
export const createReadiness =
  (sources: ReadinessSources): Readiness =>
  async () => {
    const [database, electrum] = await Promise.all([checkDatabase(sources), checkElectrum(sources)]);
    const success = database.ok && electrum.ok;
    return { success, status: success ? 'ready' : 'unready', checks: { database, electrum, watcher: { ok: true, ...sources.watcher() } } };
  };
