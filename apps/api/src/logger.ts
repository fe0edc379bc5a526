import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';

/** Structured logs, one JSON object a line. Headers and bodies are not logged; bearers would be struck out. */
export const createLogger = (level: string): FastifyBaseLogger => pino({ level, redact: ['req.headers.authorization'] });
