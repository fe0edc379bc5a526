import { TimeoutError, withTimeout } from '@weir/infra';

/** What both services depend on, and how to ask it. */
export interface DependencySources {
  /** Undefined when the database serves, else why it does not. */
  readonly databaseProblem: () => Promise<string | undefined>;
  /** Why a database that serves takes no writes at present; undefined when it does, as far as is known. */
  readonly writesRefused: () => string | undefined;
  /** The newest block, and whether all servers lag behind it. Throws when no Electrum server answers. */
  readonly tip: () => Promise<{ readonly height: number; readonly medianTimePast: number; readonly lagging: boolean }>;
  /** Seconds; 0 sets no bound. */
  readonly maxTipAgeSeconds: number;
  /** Unix seconds. */
  readonly now: () => number;
}

interface Check {
  ok: boolean;
  reason?: string;
}

/** How it is. */
export interface DependencyChecks {
  database: Check;
  /** With the height of the newest block, and its age by the chain's median time, seconds. */
  electrum: Check & { height: number | null; tipAgeSeconds: number | null };
}

/** Longest wait for what is looked at, milliseconds: probes give up early. */
export const PATIENCE_MS = 3_000;

/** One that reads but does not write is told, and keeps the process ready: taken out, nobody could read either. */
const checkDatabase = async ({
  databaseProblem,
  writesRefused,
}: DependencySources): Promise<DependencyChecks['database']> => {
  try {
    const problem = await withTimeout(PATIENCE_MS, databaseProblem());
    const reason = problem ?? writesRefused();
    return { ok: problem === undefined, ...(reason !== undefined && { reason }) };
  } catch (error) {
    return {
      ok: false,
      reason: error instanceof TimeoutError ? 'the database does not answer' : 'the database answers with errors',
    };
  }
};

const staleness = (tipAgeSeconds: number, lagging: boolean, maxTipAgeSeconds: number): { readonly reason?: string } => {
  if (lagging) return { reason: 'all Electrum servers lag behind a block seen before' };
  return maxTipAgeSeconds > 0 && tipAgeSeconds > maxTipAgeSeconds ? { reason: 'the newest block is too old' } : {};
};

const checkElectrum = async ({
  tip,
  maxTipAgeSeconds,
  now,
}: DependencySources): Promise<DependencyChecks['electrum']> => {
  try {
    const { height, medianTimePast, lagging } = await withTimeout(PATIENCE_MS, tip());
    const tipAgeSeconds = Math.max(0, now() - medianTimePast);
    const stale = staleness(tipAgeSeconds, lagging, maxTipAgeSeconds);
    return { ok: stale.reason === undefined, height, tipAgeSeconds, ...stale };
  } catch {
    return { ok: false, height: null, tipAgeSeconds: null, reason: 'no Electrum server answers' };
  }
};

/** Looks at database and chain, both at once. Never throws. */
export const checkDependencies = async (sources: DependencySources): Promise<DependencyChecks> => {
  const [database, electrum] = await Promise.all([checkDatabase(sources), checkElectrum(sources)]);
  return { database, electrum };
};
