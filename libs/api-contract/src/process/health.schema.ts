import Type, { type Static } from 'typebox';
import { errorResponses } from '../shared/error.schema.js';
import type { RouteSchema } from '../shared/route-schema.js';
import { Success } from '../shared/success.schema.js';

export const HealthResponse = Type.Object(
  {
    success: Success(),
    status: Type.Literal('ok'),
    uptimeSeconds: Type.Integer({ description: 'Since when the process runs.' }),
  },
  { title: 'HealthResponse', description: 'The process runs.' },
);
export type HealthResponse = Static<typeof HealthResponse>;

export const health = {
  operationId: 'getHealth',
  tags: ['process'],
  summary: 'Whether the process runs',
  description: 'Looks at nothing outside the process: a failing database is no reason to restart it.',
  response: { 200: HealthResponse, ...errorResponses() },
} as const satisfies RouteSchema;
