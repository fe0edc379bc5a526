import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';

/** Structured logs, one JSON object a line. Headers are not logged. */
export const createLogger = (level: string): FastifyBaseLogger => pino({ level });
