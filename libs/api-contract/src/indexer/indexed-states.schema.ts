import Type, { type Static } from 'typebox';
import { Success } from '../shared/fields.schema.js';
import { RequestBody } from '../shared/requests.schema.js';
import { route } from '../shared/route.js';
import { IndexedContract } from './indexed-contract.schema.js';

/** Most instances in one request: as many rows as the API's unpaged lists have. */
const MAX_ITEMS = 1_000;

const {
  contractAddress,
  fundedTxHash,
  fundedVout,
  vestedAmount,
  vestedAmountBase,
  releasedAmount,
  releasedAmountBase,
  commitment,
  status,
  lastTxHash,
  lastHeight,
} = IndexedContract.properties;

export const IndexedState = Type.Object(
  {
    contractAddress,
    fundedTxHash,
    // Optional, so that an API can read the answers of an indexer of the previous version.
    fundedVout: Type.Optional(fundedVout),
    vestedAmount,
    vestedAmountBase,
    releasedAmount,
    releasedAmountBase,
    commitment,
    status,
    lastTxHash,
    lastHeight,
  },
  { title: 'IndexedState', description: 'How a contract stands in mined blocks.' },
);

export const IndexedStatesBody = RequestBody(
  {
    fundings: Type.Optional(
      Type.Array(Type.String({ pattern: '^[0-9a-fA-F]{64}$', description: '64 hex characters.' }), {
        maxItems: MAX_ITEMS,
        description: 'Hashes of the transactions that funded them.',
      }),
    ),
    outpoints: Type.Optional(
      Type.Array(
        Type.String({
          pattern: '^[0-9a-fA-F]{64}:(0|[1-9][0-9]{0,9})$',
          description: 'Hash and output: `hash:output`.',
        }),
        {
          maxItems: MAX_ITEMS,
          description:
            'Their funding outputs: of a plan, whose streams share transaction and address, the streams that are meant.',
        },
      ),
    ),
    contractAddresses: Type.Optional(
      Type.Array(Type.String({ maxLength: 128, description: 'P2SH32 cash address.' }), {
        maxItems: MAX_ITEMS,
        description: 'Where no funding is known: of each the first valid instance.',
      }),
    ),
  },
  { title: 'IndexedStatesBody', description: 'Which contracts.' },
);
export type IndexedStatesBody = Static<typeof IndexedStatesBody>;

export const IndexedStatesResponse = Type.Object(
  {
    success: Success(),
    states: Type.Array(IndexedState, { description: 'Those that are known, in no order.' }),
    asOf: Type.Integer({ description: 'Time of the vested amounts, Unix seconds.' }),
  },
  { title: 'IndexedStatesResponse', description: 'How contracts stand.' },
);
export type IndexedStatesResponse = Static<typeof IndexedStatesResponse>;

export const readIndexedStates = route({
  operationId: 'readIndexedStates',
  tags: ['indexer'],
  summary: 'How many contracts stand, in one call',
  description:
    'Streams, payments and airdrops by their fundings, their outputs or their addresses. Changes nothing: a POST because the hashes of a long list fit no URL. A funding of a plan has a state for each of its streams; of more than 2,000 states in all INVALID_REQUEST asks for fewer fundings.',
  body: IndexedStatesBody,
  response: { 200: IndexedStatesResponse },
  errors: ['INVALID_ADDRESS', 'INVALID_REQUEST'],
});
