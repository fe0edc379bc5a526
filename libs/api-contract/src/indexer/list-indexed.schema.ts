import Type, { type Static, type TSchema } from 'typebox';
import { INDEXED_LISTS, type IndexedList, indexedPath, MAX_PAGE_ROWS, wordsOf } from '@weir/kinds';
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
        'Only contracts this address is the sender or the recipient of; of rosters also those that it signs for or guards now. A cash address of the configured network, P2PKH or P2SH: parties of plans may be scripts. The prefix is optional.',
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

const FOUND = 'Found by announcements on the chain alone, including contracts that no API has recorded.';
/** Nothing on the chain distinguishes a RECURRING stream from a payment. */
const BOTH =
  'Recurring contracts that cannot be paused are listed as streams and as payments; `apiProduct` distinguishes them where the API has a record.';

/** What accompanies a contract that is read by itself. */
const IndexedHistory = Type.Object({
  success: Success(),
  events: Type.Array(IndexedEvent, { description: 'The funding first.' }),
  commitmentHistory: Type.Array(CommitmentChange, { description: 'The initial one first.' }),
  otherInstances: Type.Array(IndexedContract, {
    description: 'Later deployments at the same address, which are separate contracts.',
  }),
  asOf: Integer('Time of the vested amounts, Unix seconds.'),
});

/** The routes of a list, and what they answer. */
const routesOf = (list: IndexedList) => {
  const { one, summary, families } = INDEXED_LISTS[list];
  const upper = (name: string): string => `Indexed${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const more = families.some((family) => family === 'recurring') ? ` ${BOTH}` : '';
  const page = Answer(`${upper(list)}Response`, 'A page of contracts.', {
    [list]: Type.Array(IndexedContract, { description: 'The last funded first. A row is an instance.' }),
    asOf: Integer('Time of the vested amounts, Unix seconds.'),
    nextCursor: nextCursor(),
  });
  const { success, ...history } = IndexedHistory.properties;
  const answer = Type.Object(
    { success, [one]: IndexedContract, ...history },
    { title: `${upper(one)}Response`, description: 'The first valid instance at an address.' },
  );
  return {
    page,
    answer,
    list: route('indexer', {
      operationId: `list${upper(list)}`,
      summary: summary.many,
      description: `${FOUND}${more}`,
      querystring: ListIndexedQuery,
      response: { 200: page },
      errors: ['INVALID_ADDRESS'],
    }),
    read: route('indexer', {
      operationId: `get${upper(one)}`,
      summary: summary.one,
      description: `With its events, its commitments and what had vested between them.${more}`,
      params: Type.Object({
        contractAddress: Type.String({
          maxLength: MAX_ADDRESS_LENGTH,
          description: 'P2SH32 cash address, in either form; the prefix is optional.',
        }),
      }),
      response: { 200: answer },
      errors: ['INVALID_ADDRESS', 'NOT_FOUND'],
    }),
  };
};

/** Names of all lists. */
export const INDEXED_LIST_NAMES = wordsOf(INDEXED_LISTS);

/** The routes of each list of the indexer: its pages, and one contract with its history. */
export const INDEXED_ROUTES: ReadonlyMap<IndexedList, ReturnType<typeof routesOf>> = new Map(
  INDEXED_LIST_NAMES.map((list) => [list, routesOf(list)]),
);

/** A contract with its history, under the name of its list. */
type OneOf<List extends IndexedList> = Static<typeof IndexedHistory> &
  Readonly<Record<(typeof INDEXED_LISTS)[List]['one'], IndexedContract>>;
export type IndexedStreamResponse = OneOf<'streams'>;
export type IndexedPaymentResponse = OneOf<'payments'>;

const View = Type.String({
  maxLength: 32,
  pattern: '^[a-z-]+$',
  description: `The path after \`/indexer/\`: ${INDEXED_LIST_NAMES.map((list) => `\`${indexedPath(list)}\``).join(', ')}, \`supply\`, \`locks\`, \`tvl\`, \`volume\` or \`status\`.`,
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
    ...[...INDEXED_ROUTES.values()].map(({ page }) => page),
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
    ...[...INDEXED_ROUTES.values()].map(({ answer }) => answer),
    IndexedSupplyResponse,
    IndexedLocksResponse,
  ),
} as const satisfies RouteSchema;
