import Type, { type Static } from 'typebox';
import { LEDGER_PRODUCTS } from '@weir/kinds';
import { TimeBound } from '../indexer/indexed-contract.schema.js';
import {
  amountFields,
  Answer,
  Integer,
  IntegerOrNull,
  Named,
  PartyAddresses,
  Text,
  TextOrNull,
  Uuid,
} from '../shared/fields.schema.js';
import { Nullable } from '../shared/marks.js';
import { nextCursor, pageCursor, pageLimit } from '../shared/requests.schema.js';
import { callerOptional, route } from '../shared/route.js';
import { TokenType } from '../streams/stream.schema.js';
import { TokenCategory } from '../tokens/token.schema.js';

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

const direction = () =>
  Type.Enum(['in', 'out', 'contract'], {
    description:
      '`in`: to the address; `out`: from it; `contract`: from a contract that it funded to somebody else, which the running total counted as it was funded; of a `deposit` what somebody, nobody knows who, added to such a contract.',
  });
const product = () => Type.Enum([...LEDGER_PRODUCTS]);
const recordId = () => Text('Of a payout the proposal.');
const counterparty = (others: string) => TextOrNull(`Cash address; null where it is not known (deposits)${others}.`);
const memo = () => TextOrNull('Description, title or reason of the record, as its maker wrote it.');
const plan = {
  planId: Nullable(Uuid('The plan that the record is of; null where it is of none.')),
  planDisplayId: TextOrNull('Its number, likewise.'),
};
const salary = (name: string) => ({
  recipientName: TextOrNull(
    `Who is paid: the \`recipientName\` of a payment, or the label that a plan's sender gave them. A label is shown to its sender alone, who brings a bearer: to others it is null.${name}`,
  ),
  payday: IntegerOrNull(
    'When the last period that it pays was due, or of a stream by the calendar its last installment or tranche, Unix seconds; null where it pays none.',
  ),
  periods: IntegerOrNull('How many periods it pays; null where it pays no periods of a payment.'),
});
/** Of a period of a payment in a currency; null of everything else. */
const priced = () => ({
  currency: TextOrNull(
    'Of a period of a payment in a currency: its three letters. Null of everything else, as the next ones are.',
  ),
  currencyAmount: TextOrNull('What the period is in this currency, decimal text.'),
  price: TextOrNull('The price of one BCH that the oracle signed for it, decimal text.'),
  priceTime: IntegerOrNull('When the oracle signed it, Unix seconds.'),
  priceNumber: IntegerOrNull('Its number among the prices of the oracle.'),
  periodAmountBase: TextOrNull(
    'What the period comes to at this price, satoshis: `amount` is less where the money did not suffice, and more where it also paid a debt.',
  ),
});
const address = () => Text('Which of the addresses that were asked for it is of.');

/** One payment of money. */
export const ActivityLine = Type.Object(
  {
    time: Text('When the service recorded it, ISO 8601, UTC.'),
    timestamp: Integer('The same, Unix seconds.'),
    txHash: Type.String(),
    direction: direction(),
    kind: Type.Enum(['funding', 'reserve', 'claim', 'push', 'refund', 'deposit', 'payout'], {
      description:
        '`reserve`: satoshis beside the principal that pay the fees of later steps; what is left of them comes back with a `refund`.',
    }),
    product: product(),
    recordId: recordId(),
    displayId: Nullable(Type.String()),
    counterparty: counterparty(''),
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
    memo: memo(),
    ...plan,
    address: address(),
    ...salary(''),
    paydayTime: TextOrNull('The payday, ISO 8601, UTC.'),
    ...priced(),
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
    'For accountants: one line for each payment of money to and from the addresses (fundings, claims, pushes, refunds, deposits, payouts), the oldest first, with a running total for each asset; amounts of tokens are in base units, and as decimal text where their issuer says how many digits they have (columns `symbol`, `amount_decimal`, `running_total_decimal`). As CSV (RFC 4180, UTF-8 with a byte order mark; a text cell that a spreadsheet could take for a formula begins with an apostrophe) or as one JSON document, written as it is read: a file that ends in its middle was broken off, and is to be asked for again. Payments of private vaults are in it for members who bring a bearer.',
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

/** What somebody sees as one payment. */
export const ActivityEntry = Named(
  'ActivityEntry',
  "One payment: a funding with what it reserves for fees, or what else a transaction pays of a record. Of a payer's plan or airdrop all that was funded, paid or returned on one day (UTC) is one.",
  {
    timestamp: Integer('When the service recorded the last of it, Unix seconds.'),
    kind: Type.Enum(['funding', 'claim', 'push', 'refund', 'deposit', 'payout']),
    direction: direction(),
    product: product(),
    recordId: recordId(),
    displayId: Nullable(Type.String()),
    count: Integer('How many payments it is; the fields of its record are those of the last.'),
    txHash: TextOrNull('Null where it is of several transactions.'),
    counterparty: counterparty(', or of several payments'),
    tokenType: TokenType,
    tokenCategory: Nullable(TokenCategory()),
    ...amountFields('amount', 'Never negative: `direction` says which way.'),
    ...amountFields('fees', 'What a funding reserves beside for the fees of later steps.', 'BCH'),
    memo: memo(),
    ...plan,
    address: address(),
    ...salary(' Null where it is of several people; `payday` is null where it is of several paydays.'),
    ...priced(),
  },
);
export type ActivityEntry = Static<typeof ActivityEntry>;

export const ActivityEntriesQuery = Type.Object({
  address: PartyAddresses('Whose payments: of a person, or of a vault.'),
  limit: pageLimit(50),
  cursor: pageCursor(),
});
export type ActivityEntriesQuery = Static<typeof ActivityEntriesQuery>;

export const ActivityEntriesResponse = Answer('ActivityEntriesResponse', 'A page of payments.', {
  entries: Type.Array(ActivityEntry, { description: 'The newest first.' }),
  nextCursor: nextCursor(),
});
export type ActivityEntriesResponse = Static<typeof ActivityEntriesResponse>;

export const listActivityEntries = route('exports', {
  operationId: 'listActivityEntries',
  summary: 'List the payments of an address, or of those of one wallet, the newest first',
  description:
    'For people: what the export has, page by page from the end, with the many payments of a plan or an airdrop on a day as one. A page may be short although there is a `nextCursor`. Payments of private vaults are in it for members who bring a bearer.',
  security: callerOptional,
  querystring: ActivityEntriesQuery,
  response: { 200: ActivityEntriesResponse },
});
