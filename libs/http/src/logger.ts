import type { FastifyBaseLogger } from 'fastify';
import { pino, type DestinationStream } from 'pino';

/**
 * Structured logs, one JSON object a line. Headers and bodies are not logged; bearers would be struck out.
 *
 * @param destination standard output by default
 */
export const createLogger = (level: string, destination?: DestinationStream): FastifyBaseLogger =>
  pino({ level, redact: ['req.headers.authorization'] }, destination);
