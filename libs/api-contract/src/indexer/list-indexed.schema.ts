import Type, { type Static, type TSchema } from 'typebox';
import { MAX_PAGE_ROWS } from '@weir/kinds';
import { errorResponses } from '../shared/error.schema.js';
import { Answer, Integer, MAX_ADDRESS_LENGTH, Success } from '../shared/fields.schema.js';
import { nextCursor } from '../shared/requests.schema.js';
import { route, type RouteSchema } from '../shared/route.js';
import {
  API_STATUS_WORDS,
  API_STATUSES,
  CommitmentChange,
  IndexedContract,
  IndexedEvent,
  IndexedStatus,
} from './indexed-contract.schema.js';
import { IndexerStatusResponse, TvlResponse, VolumeResponse } from './indexed-figures.schema.js';
import { IndexedLocksResponse, IndexedSupplyResponse } from './token-supply.schema.js';

export const ListIndexedQuery = Type.Object({
  status: Type.Optional(IndexedStatus),
  address: Type.Optional(
    Type.String({
      maxLength: MAX_ADDRESS_LENGTH,
      description:
        'Only contracts this address is the sender or the recipient of. A cash address of the configured network, P2PKH or P2SH: parties of plans may be scripts. The prefix is optional.',
      examples: ['bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07'],
    }),
  ),
  plan: Type.Optional(
    Type.String({
      pattern: '^[0-9a-fA-F]{64}$',
      description: 'Only streams of the plan with this category, the `planCategory` of their terms.',
    }),
  ),
  apiStatus: Type.Optional(
    Type.Enum([...API_STATUSES], {
      description: `${API_STATUS_WORDS} A page may hold fewer rows than match, or none: follow \`nextCursor\` until it is null.`,
    }),
  ),
  token: Type.Optional(
    Type.String({ pattern: '^(BCH|[0-9a-fA-F]{64})$', description: '`BCH`, or the category of a token.' }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_PAGE_ROWS, description: 'Rows a page, 50 where nothing is said.' }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: 64,
      pattern: '^[\\w.]+$',
      description: 'The `nextCursor` of the page before, with the same filters.',
    }),
  ),
});
export type ListIndexedQuery = Static<typeof ListIndexedQuery>;

const page = (name: 'streams' | 'payments' | 'airdrops', title: string) =>
  Answer(title, 'A page of contracts.', {
    [name]: Type.Array(IndexedContract, { description: 'The last funded first. A row is an instance.' }),
    asOf: Integer('Time of the vested amounts, Unix seconds.'),
    nextCursor: nextCursor(),
  });

const FOUND = 'Found by announcements on the chain alone, including contracts that no API has recorded.';
/** Nothing on the chain distinguishes a RECURRING stream from a payment. */
const BOTH =
  'Recurring contracts that cannot be paused are listed as streams and as payments; `apiProduct` distinguishes them where the API has a record.';

const list = (operationId: string, summary: string, response: ReturnType<typeof page>, more = '') =>
  route('indexer', {
    operationId,
    summary,
    description: `${FOUND}${more === '' ? '' : ` ${more}`}`,
    querystring: ListIndexedQuery,
    response: { 200: response },
    errors: ['INVALID_ADDRESS'],
  });

export const IndexedStreamsResponse = page('streams', 'IndexedStreamsResponse');
export const listIndexedStreams = list('listIndexedStreams', 'Streams on the chain', IndexedStreamsResponse, BOTH);
export const IndexedPaymentsResponse = page('payments', 'IndexedPaymentsResponse');
export const listIndexedPayments = list(
  'listIndexedPayments',
  'Recurring payments on the chain',
  IndexedPaymentsResponse,
  BOTH,
);
export const IndexedAirdropsResponse = page('airdrops', 'IndexedAirdropsResponse');
export const listIndexedAirdrops = list('listIndexedAirdrops', 'Airdrops on the chain', IndexedAirdropsResponse);

/** What accompanies a contract that is read by itself. */
const history = {
  events: Type.Array(IndexedEvent, { description: 'The funding first.' }),
  commitmentHistory: Type.Array(CommitmentChange, { description: 'The initial one first.' }),
  otherInstances: Type.Array(IndexedContract, {
    description: 'Later deployments at the same address, which are separate contracts.',
  }),
  asOf: Integer('Time of the vested amounts, Unix seconds.'),
};
const FIRST = { description: 'The first valid instance at an address.' };

export const IndexedStreamResponse = Type.Object(
  { success: Success(), stream: IndexedContract, ...history },
  { title: 'IndexedStreamResponse', ...FIRST },
);
export type IndexedStreamResponse = Static<typeof IndexedStreamResponse>;

export const IndexedPaymentResponse = Type.Object(
  { success: Success(), payment: IndexedContract, ...history },
  { title: 'IndexedPaymentResponse', ...FIRST },
);
export type IndexedPaymentResponse = Static<typeof IndexedPaymentResponse>;

const one = <Response extends typeof IndexedStreamResponse | typeof IndexedPaymentResponse>(
  operationId: string,
  summary: string,
  response: Response,
) =>
  route('indexer', {
    operationId,
    summary,
    description: `With its events, its commitments and what had vested between them. ${BOTH}`,
    params: Type.Object({
      contractAddress: Type.String({
        maxLength: MAX_ADDRESS_LENGTH,
        description: 'P2SH32 cash address, in either form; the prefix is optional.',
      }),
    }),
    response: { 200: response },
    errors: ['INVALID_ADDRESS', 'NOT_FOUND'],
  });

export const getIndexedStream = one('getIndexedStream', 'A stream on the chain', IndexedStreamResponse);
export const getIndexedPayment = one('getIndexedPayment', 'A recurring payment on the chain', IndexedPaymentResponse);

const View = Type.String({
  maxLength: 32,
  pattern: '^[a-z]+$',
  description:
    'The path after `/indexer/`: `streams`, `payments`, `airdrops`, `supply`, `locks`, `tvl`, `volume` or `status`.',
});

/**
 * Documented as the indexer documents it, and passed on unchanged: during a rollout the two may have different
 * versions.
 */
const responseOf = (title: string, ...answers: readonly TSchema[]) => ({
  200: Type.Unsafe<unknown>({ anyOf: [...answers], title, description: "The indexer's answer to the requested path." }),
  ...errorResponses(
    'INVALID_REQUEST',
    'INVALID_ADDRESS',
    'INVALID_CURSOR',
    'INVALID_TIME',
    'NOT_FOUND',
    'ROUTE_NOT_FOUND',
    'METHOD_NOT_ALLOWED',
    'URI_TOO_LONG',
    'INDEXER_UNAVAILABLE',
  ),
});
const description =
  'Passed on, with its query, to the indexer this API is connected to; see its own document. What the indexer refuses (400 to 499) is refused with its code and message. Short patience: 503 while it is slow or away. Without an indexer: 404 `ROUTE_NOT_FOUND`.';

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
    contractAddress: Type.String({
      maxLength: MAX_ADDRESS_LENGTH,
      pattern: '^[\\w:]+$',
      description: 'P2SH32 cash address; of `supply` and `locks` the category of a token.',
    }),
  }),
  response: responseOf(
    'IndexerContractAnswer',
    IndexedStreamResponse,
    IndexedPaymentResponse,
    IndexedSupplyResponse,
    IndexedLocksResponse,
  ),
} as const satisfies RouteSchema;
