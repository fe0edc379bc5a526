import Type from 'typebox';
import { errorResponses } from '../shared/error.schema.js';
import type { RouteSchema } from '../shared/route-schema.js';

const View = Type.String({
  maxLength: 32,
  pattern: '^[a-z]+$',
  description: 'What stands behind `/indexer/`: `streams`, `payments`, `airdrops`, `tvl`, `volume` or `status`.',
});

const response = {
  200: Type.Unsafe<unknown>({
    type: 'object',
    additionalProperties: true,
    title: 'IndexerAnswer',
    description: "The indexer's answer.",
  }),
  ...errorResponses('NOT_FOUND', 'INDEXER_UNAVAILABLE'),
};
const description =
  'Passed on, with its query, to the indexer this API is connected to; see its own document. Short patience: 503 while it is slow or away.';

export const askIndexer = {
  operationId: 'askIndexer',
  tags: ['indexer'],
  summary: 'What the indexer answers',
  description,
  params: Type.Object({ view: View }),
  response,
} as const satisfies RouteSchema;

export const askIndexerForOne = {
  operationId: 'askIndexerForOne',
  tags: ['indexer'],
  summary: 'What the indexer answers of one contract',
  description,
  params: Type.Object({
    view: View,
    contractAddress: Type.String({ maxLength: 128, pattern: '^[\\w:]+$', description: 'P2SH32 cash address.' }),
  }),
  response,
} as const satisfies RouteSchema;
