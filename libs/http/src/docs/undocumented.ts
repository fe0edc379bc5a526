import type {} from '@fastify/swagger';
import type { FastifySchema } from 'fastify';

/** The schema of a route that is not in the OpenAPI document: a page, a file, an operator's figures. */
export const UNDOCUMENTED: FastifySchema = { hide: true };
