import type { FastifyContextConfig, FastifyPluginCallback, FastifySchema } from 'fastify';
import { health } from '@weir/api-contract';
import { shareWork } from '../shared-work.js';

/** What a service's probes answer. */
export interface ProbeOptions {
  /** The schema of `/ready`. */
  readonly ready: FastifySchema;
  /** Looks at what the process depends on. Never throws. */
  readonly readiness: () => Promise<{ readonly success: boolean }>;
  /** What the service's routes are told beside, such as who may ask. */
  readonly config?: FastifyContextConfig;
}

/** What operators' probes ask. */
export const processRoutes: FastifyPluginCallback<ProbeOptions> = (app, { ready, readiness, config }, done) => {
  const probe = { config: { ...config, rateLimit: false as const }, logLevel: 'warn' } as const;
  app.get('/health', { schema: health, ...probe }, () => ({
    success: true,
    status: 'ok',
    uptimeSeconds: Math.floor(process.uptime()),
  }));

  // Nobody is refused here: however many ask, one look at a time is taken.
  const look = shareWork(readiness);
  app.get('/ready', { schema: ready, ...probe }, async (_, reply) => {
    const report = await look();
    return reply.code(report.success ? 200 : 503).send(report);
  });
  done();
};
