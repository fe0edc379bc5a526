import type { FastifyContextConfig, FastifyPluginCallback, FastifySchema } from 'fastify';
import { health } from '@weir/api-contract';
import { shareWork } from '../shared-work.js';

/** The probes of a service. */
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
