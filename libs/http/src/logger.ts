import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { pino, type DestinationStream } from 'pino';
import { shortened } from './connections/client-network.js';

/** Of a request: what was asked, and roughly from where. Logs are kept for long and read by many, refusals' too. */
const describeRequest = ({ method, url, host, ip }: FastifyRequest) => ({ method, url, host, client: shortened(ip) });

/**
 * Structured logs, one JSON object a line. Headers and bodies are not logged, addresses of clients not in full; bearers would
 * be struck out.
 *
 * @param destination standard output by default
 */
export const createLogger = (level: string, destination?: DestinationStream): FastifyBaseLogger =>
  pino(
    {
      level,
      redact: ['req.headers.authorization'],
      serializers: { req: describeRequest, err: pino.stdSerializers.err },
    },
    destination,
  );
