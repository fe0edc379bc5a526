import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { health, indexerReady } from '@weir/api-contract';
import { shareWork } from '@weir/http';
import type { Readiness } from './readiness.js';

const config = { rateLimit: false } as const;

/** What operators' probes ask. */
export const processRoutes: FastifyPluginCallbackTypebox<{ readonly readiness: Readiness }> = (
  app,
  { readiness },
  done,
) => {
  app.get('/health', { schema: health, config, logLevel: 'warn' }, () => ({
    success: true as const,
    status: 'ok' as const,
    uptimeSeconds: Math.floor(process.uptime()),
  }));

  // Nobody is refused here: however many ask, one look at a time is taken.
  const look = shareWork(readiness);
  app.get('/ready', { schema: indexerReady, config, logLevel: 'warn' }, async (_, reply) => {
    const report = await look();
    return reply.code(report.success ? 200 : 503).send(report);
  });
  done();
};
