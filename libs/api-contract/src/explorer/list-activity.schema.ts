import Type, { type Static } from 'typebox';
import { AsOf, Success } from '../shared/fields.schema.js';
import { MAX_PAGE_ROWS, nextCursor, pageCursor } from '../shared/requests.schema.js';
import { route } from '../shared/route.js';
import { ActivityStats } from './activity-stats.schema.js';
import { ActivityRow, ActivityStatus } from './activity.schema.js';

export const ListActivityQuery = Type.Object({
  type: Type.Optional(
    Type.Enum(['vesting', 'payments', 'airdrops', 'treasuries'], { description: 'Only one product; all without it.' }),
  ),
  token: Type.Optional(
    Type.Enum(['BCH', 'FUNGIBLE_TOKEN', 'ALL'], { description: 'Only what is in BCH, or in tokens; all without it.' }),
  ),
  status: Type.Optional(ActivityStatus),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_ROWS, default: 50, description: 'Rows a page.' })),
  cursor: pageCursor(),
});
export type ListActivityQuery = Static<typeof ListActivityQuery>;

export const ListActivityResponse = Type.Object(
  {
    success: Success(),
    streams: Type.Array(ActivityRow, { description: 'Rows of all products, the newest first.' }),
    stats: ActivityStats,
    nextCursor: nextCursor(),
    asOf: AsOf(),
  },
  { title: 'ListActivityResponse', description: 'A page of everything there is.' },
);
export type ListActivityResponse = Static<typeof ListActivityResponse>;

export const listActivity = route({
  operationId: 'listActivity',
  tags: ['explorer'],
  summary: 'List everything, newest first',
  description:
    'Streams, payments, airdrops and proposals of public vaults in one list, and figures over all of them. The filters combine.',
  querystring: ListActivityQuery,
  response: { 200: ListActivityResponse },
});
