import type {} from '@fastify/swagger';
import type { FastifySchema } from 'fastify';

/** Schema of a route that the OpenAPI document leaves out: pages, files, metrics. */
export const UNDOCUMENTED: FastifySchema = { hide: true };
