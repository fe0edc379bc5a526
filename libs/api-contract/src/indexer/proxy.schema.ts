import Type, { type TSchema } from 'typebox';
import { errorResponses } from '../shared/error.schema.js';
import type { RouteSchema } from '../shared/route.js';
import { IndexerStatusResponse, TvlResponse, VolumeResponse } from './indexed-figures.schema.js';
import {
  IndexedAirdropsResponse,
  IndexedPaymentResponse,
  IndexedPaymentsResponse,
  IndexedStreamResponse,
  IndexedStreamsResponse,
} from './list-indexed.schema.js';

const View = Type.String({
  maxLength: 32,
  pattern: '^[a-z]+$',
  description: 'What stands behind `/indexer/`: `streams`, `payments`, `airdrops`, `tvl`, `volume` or `status`.',
});

/**
 * Documented as the indexer documents it, and passed on unchanged: during a rollout the two may have different
 * versions.
 */
const responseOf = (title: string, ...answers: readonly TSchema[]) => ({
  200: Type.Unsafe<unknown>({ anyOf: [...answers], title, description: "The indexer's answer, by what was asked." }),
  ...errorResponses('NOT_FOUND', 'INDEXER_UNAVAILABLE'),
});
const description =
  'Passed on, with its query, to the indexer this API is connected to; see its own document. Short patience: 503 while it is slow or away.';

export const askIndexer = {
  operationId: 'askIndexer',
  tags: ['indexer'],
  summary: 'What the indexer answers',
  description,
  params: Type.Object({ view: View }),
  response: responseOf(
    'IndexerAnswer',
    IndexedStreamsResponse,
    IndexedPaymentsResponse,
    IndexedAirdropsResponse,
    TvlResponse,
    VolumeResponse,
    IndexerStatusResponse,
  ),
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
  response: responseOf('IndexerContractAnswer', IndexedStreamResponse, IndexedPaymentResponse),
} as const satisfies RouteSchema;
