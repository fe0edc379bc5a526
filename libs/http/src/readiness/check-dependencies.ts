import type { FastifyContextConfig, FastifyPluginCallback, FastifySchema } from 'fastify';
import { health } from '@weir/api-contract';
import { TimeoutError, withTimeout } from '@weir/infra';
import { shareWork } from '../shared-work.js';

/** The dependencies of both services and how to check them. */
export interface DependencySources {
  /** Resolves to why the database cannot serve; undefined when it does. */
  readonly databaseProblem: () => Promise<string | undefined>;
  /** Returns why a database that answers refuses writes; undefined when it takes them as far as is known. */
  readonly writesRefused: () => string | undefined;
  /** The newest block, and whether all servers lag behind one seen before. Rejects when no Electrum server answers. */
  readonly tip: () => Promise<{ readonly height: number; readonly medianTimePast: number; readonly lagging: boolean }>;
  /** Highest accepted age of the newest block, seconds; 0 sets no limit. */
  readonly maxTipAgeSeconds: number;
  /** Unix seconds. */
  readonly now: () => number;
}

interface Check {
  ok: boolean;
  reason?: string;
}

export interface DependencyChecks {
  database: Check;
  /** Includes the newest block's height and its age by the chain's median time past, seconds. */
  electrum: Check & { height: number | null; tipAgeSeconds: number | null };
}

/** Time limit of a check, milliseconds: probes give up early. */
export const PATIENCE_MS = 3_000;

/** A read-only database is reported but leaves the process ready: taken out of rotation, nobody could read either. */
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

/** Checks database and chain in parallel. Never throws. */
export const checkDependencies = async (sources: DependencySources): Promise<DependencyChecks> => {
  const [database, electrum] = await Promise.all([checkDatabase(sources), checkElectrum(sources)]);
  return { database, electrum };
};

export interface ProbeOptions {
  /** The schema of `/ready`. */
  readonly ready: FastifySchema;
  /** Checks what the process depends on. Never throws. */
  readonly readiness: () => Promise<{ readonly success: boolean }>;
  /** Route configuration that the service needs, such as who may call. */
  readonly config?: FastifyContextConfig;
}

/** The probes `/health` (the process runs) and `/ready` (its dependencies answer; 503 when not). */
export const processRoutes: FastifyPluginCallback<ProbeOptions> = (app, { ready, readiness, config }, done) => {
  const probe = { config: { ...config, rateLimit: false as const }, logLevel: 'warn' } as const;
  app.get('/health', { schema: health, ...probe }, () => ({
    success: true,
    status: 'ok',
    uptimeSeconds: Math.floor(process.uptime()),
  }));

  // No rate limit here: concurrent requests share one check.
  const look = shareWork(readiness);
  app.get('/ready', { schema: ready, ...probe }, async (_, reply) => {
    const report = await look();
    return reply.code(report.success ? 200 : 503).send(report);
  });
  done();
};
