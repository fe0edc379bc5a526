import Type, { type Static } from 'typebox';
import { TimeBound } from '../indexer/indexed-contract.schema.js';
import { amountFields, Answer, Integer, PartyAddresses, Text, TextOrNull, Uuid } from '../shared/fields.schema.js';
import { Nullable } from '../shared/marks.js';
import { callerOptional, route } from '../shared/route.js';

export const ActivityExportQuery = Type.Object({
  address: PartyAddresses('Whose payments: of a person, or of a vault.'),
  from: TimeBound('The first second.'),
  to: TimeBound('The last second.'),
  format: Type.Optional(
    Type.Enum(['csv', 'json'], {
      description: 'Without it, `csv`, but `json` where the header `Accept` is missing or has JSON and not CSV.',
    }),
  ),
});
export type ActivityExportQuery = Static<typeof ActivityExportQuery>;

/** One payment of money. */
export const ActivityLine = Type.Object(
  {
    time: Text('When the service recorded it, ISO 8601, UTC.'),
    timestamp: Integer('The same, Unix seconds.'),
    txHash: Type.String(),
    direction: Type.Enum(['in', 'out', 'contract'], {
      description:
        '`in`: to the address; `out`: from it; `contract`: from a contract that it funded to somebody else, which the running total counted as it was funded.',
    }),
    kind: Type.Enum(['funding', 'reserve', 'claim', 'push', 'refund', 'deposit', 'payout'], {
      description:
        '`reserve`: satoshis beside the principal that pay the fees of later steps; what is left of them comes back with a `refund`.',
    }),
    product: Type.Enum(['stream', 'lock', 'payment', 'airdrop', 'vault']),
    recordId: Text('Of a payout the proposal.'),
    displayId: Nullable(Type.String()),
    counterparty: TextOrNull('Cash address; null where it is not known (deposits).'),
    asset: Text('`BCH`, or the category of a token.'),
    ...amountFields('amount', 'Never negative: `direction` says which way.'),
    runningTotal: Type.Number({
      description: 'What came less what went of this asset, all from before `from` included; in BCH or base units.',
    }),
    runningTotalBase: Text('The same, exactly; may be negative.'),
    symbol: TextOrNull('`BCH`, or how the issuer of the token calls it; null where that is not known.'),
    amountDecimal: TextOrNull(
      'The amount as decimal text, exactly; null where the decimals of the token are not known.',
    ),
    runningTotalDecimal: TextOrNull('The running total likewise; may be negative.'),
    memo: TextOrNull('Description, title or reason of the record, as its maker wrote it.'),
    planId: Nullable(Uuid('The plan that the record is of; null where it is of none.')),
    planDisplayId: TextOrNull('Its number, likewise.'),
    address: Text('Which of the addresses that were asked for it is of.'),
  },
  { title: 'ActivityLine' },
);
export type ActivityLine = Static<typeof ActivityLine>;

export const ActivityExportResponse = Answer('ActivityExportResponse', 'Every payment of money, the oldest first.', {
  address: Text('As it was asked for.'),
  lines: Type.Array(ActivityLine),
  count: Type.Integer(),
});

export const exportActivity = route('exports', {
  operationId: 'exportActivity',
  summary: 'Export the payments of an address, or of those of one wallet',
  description:
    'For accountants: one line for each payment of money to and from the addresses (fundings, claims, pushes, refunds, deposits, payouts), the oldest first, with a running total for each asset; amounts of tokens stand there in base units, and as decimal text where their issuer says how many digits they have (columns `symbol`, `amount_decimal`, `running_total_decimal`). As CSV (RFC 4180; a text cell that a spreadsheet could take for a formula begins with an apostrophe) or as one JSON document, written as it is read: a file that ends in its middle was broken off, and is to be asked for again. Payments of private vaults are in it for members who bring a bearer.',
  security: callerOptional,
  querystring: ActivityExportQuery,
  response: {
    200: {
      description: 'The lines.',
      content: {
        'text/csv': { schema: Type.Unsafe<unknown>({ type: 'string' }) },
        'application/json': { schema: ActivityExportResponse },
      },
    },
  },
  errors: ['INVALID_TIME'],
});
