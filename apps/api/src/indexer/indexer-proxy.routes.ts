import { askIndexer as askView, askIndexerForOne } from '@weir/api-contract';
import { ApiError, type Routes } from '@weir/http';
import { OPEN } from '../plugins/access/access.plugin.js';
import { type IndexerAnswer, type IndexerClient, IndexerUnavailableError } from './indexer-client.js';

const ask = async (indexer: IndexerClient | undefined, path: string): Promise<IndexerAnswer> => {
  if (indexer === undefined) throw new ApiError('INDEXER_UNAVAILABLE', 'This API has no indexer');
  try {
    return await indexer.get(path);
  } catch (error) {
    if (!(error instanceof IndexerUnavailableError)) throw error;
    throw new ApiError('INDEXER_UNAVAILABLE', `${error.message}; retry shortly`, {}, { 'retry-after': '5' });
  }
};

/** Maps an indexer's error to the one the caller sees; undefined for a success. */
const refusalOf = ({ status, body }: IndexerAnswer): ApiError | undefined => {
  if (status === 200) return undefined;
  const message =
    typeof body === 'object' && body !== null && 'message' in body
      ? String(body.message)
      : 'The indexer has no such route';
  if (status === 404) return new ApiError('NOT_FOUND', message);
  return status === 400
    ? new ApiError('INVALID_REQUEST', message)
    : new ApiError('INDEXER_UNAVAILABLE', 'The indexer answers with errors; retry shortly', {}, { 'retry-after': '5' });
};

/**
 * Returns the body of the indexer's answer to a path below `/indexer/`.
 *
 * @throws ApiError INDEXER_UNAVAILABLE, and as the indexer refuses NOT_FOUND and INVALID_REQUEST
 */
export const askIndexer = async (indexer: IndexerClient | undefined, path: string): Promise<unknown> => {
  const answer = await ask(indexer, path);
  const refusal = refusalOf(answer);
  if (refusal !== undefined) throw refusal;
  return answer.body;
};

/** The indexer has already serialised the answer by its own schemas. */
const asItCame = () => (answer: unknown) => JSON.stringify(answer);

/** Registers the routes that forward to the indexer. */
export const indexerProxyRoutes: Routes<{ readonly indexer: IndexerClient | undefined }> = (app, { indexer }, done) => {
  const passOn = (path: string, url: string): Promise<unknown> => {
    const [, query = ''] = url.split('?');
    return askIndexer(indexer, query === '' ? path : `${path}?${query}`);
  };

  app.get(
    '/:view',
    { schema: askView, config: { access: OPEN, work: 'expensive', passedOn: true }, serializerCompiler: asItCame },
    ({ params, url }) => passOn(params.view, url),
  );

  app.get(
    '/:view/:contractAddress',
    {
      schema: askIndexerForOne,
      config: { access: OPEN, work: 'expensive', passedOn: true },
      serializerCompiler: asItCame,
    },
    ({ params, url }) => passOn(`${params.view}/${encodeURIComponent(params.contractAddress)}`, url),
  );
  done();
};
