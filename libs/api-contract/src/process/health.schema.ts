import Type, { type Static } from 'typebox';
import { Success } from '../shared/fields.schema.js';
import { route } from '../shared/route.js';

export const HealthResponse = Type.Object(
  {
    success: Success(),
    status: Type.Literal('ok'),
    uptimeSeconds: Type.Integer({ description: 'Since when the process runs.' }),
  },
  { title: 'HealthResponse', description: 'The process runs.' },
);
export type HealthResponse = Static<typeof HealthResponse>;

export const health = route({
  operationId: 'getHealth',
  tags: ['process'],
  summary: 'Whether the process runs',
  description: 'Looks at nothing outside the process: a failing database is no reason to restart it.',
  response: { 200: HealthResponse },
});
