import { askIndexer as askView, askIndexerForOne, ERROR_CODES, type ErrorCode, ERRORS } from '@weir/api-contract';
import { ApiError, isRecord, type Routes } from '@weir/http';
import { OPEN } from '../plugins/access/access.plugin.js';
import { type IndexerAnswer, type IndexerClient, IndexerUnavailableError, isPendingAnswer } from './indexer-client.js';

const unavailable = (message: string): ApiError =>
  new ApiError('INDEXER_UNAVAILABLE', `${message}; retry shortly`, {}, { 'retry-after': '5' });

const ask = async (indexer: IndexerClient | undefined, path: string): Promise<IndexerAnswer> => {
  if (indexer === undefined)
    throw new ApiError('INDEXER_UNAVAILABLE', 'This API has no indexer', {}, {}, { isExpected: true });
  try {
    return await indexer.get(path);
  } catch (error) {
    if (!(error instanceof IndexerUnavailableError)) throw error;
    throw unavailable(error.message);
  }
};

/** Response headers that belong to a refusal. */
const REFUSAL_HEADERS = ['allow', 'retry-after'] as const;

/** Whether a code has this HTTP status. */
const hasStatus = (status: number) => (code: ErrorCode) => ERRORS[code].status === status;

/**
 * Returns the indexer's refusal as the caller sees it: what the caller did wrong (status 400 to 499), or the figure that is still being
 * counted, with the indexer's code and message. Undefined for a success.
 */
const refusalOf = ({ status, headers, body }: IndexerAnswer): ApiError | undefined => {
  if (status === 200) return undefined;
  const { code, message, details } = isRecord(body) ? body : {};
  const isPending = isPendingAnswer({ status, body });
  if (!isPending && (status < 400 || status >= 500)) return unavailable('The indexer answers with errors');
  const codes = ERROR_CODES.filter(hasStatus(status));
  return new ApiError(
    codes.find((each) => each === code) ?? codes[0] ?? 'INVALID_REQUEST',
    typeof message === 'string' ? message : 'The indexer has no such route',
    isRecord(details) ? details : {},
    Object.fromEntries(
      REFUSAL_HEADERS.flatMap((name): [string, string][] => {
        const value = headers[name];
        return typeof value === 'string' ? [[name, value]] : [];
      }),
    ),
    { isExpected: isPending },
  );
};

/**
 * Returns the body of the indexer's answer to a path below `/indexer/`.
 *
 * @throws ApiError INDEXER_UNAVAILABLE, and with the code of the indexer what it refuses
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
    const [route = '', query = ''] = url.split('?');
    if (indexer === undefined)
      throw new ApiError(
        'ROUTE_NOT_FOUND',
        `${route} does not exist: this API has no indexer (see /api/info, features)`,
      );
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
