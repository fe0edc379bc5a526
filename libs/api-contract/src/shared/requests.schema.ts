import Type, { type TObject, type TObjectOptions, type TProperties, type TSchema } from 'typebox';
import { MAX_ADDRESSES, MAX_PAGE_ROWS } from '@weir/kinds';
import { Address, TextOrNull } from './fields.schema.js';
import { Nullable } from './marks.js';

/**
 * Makes the schema of a request's body, or of an object in one. Fields that it does not name are refused: a client
 * that sends `startDate` instead of `startTime` would otherwise get terms that it did not ask for, and money would
 * follow them.
 */
export const RequestBody = <Properties extends TProperties>(
  properties: Properties,
  options: TObjectOptions = {},
): TObject<Properties> => Type.Object(properties, { ...options, additionalProperties: false });

/** A field that may be left out or null. */
export const optional = <Schema extends TSchema & { readonly type: string }>(schema: Schema) =>
  Type.Optional(Nullable(schema));

/** The body of a route that needs nothing but its path: none, or an empty object. */
export const NoFields = RequestBody({}, { description: 'Nothing: no body, or an empty object.' });

/** Most hashes that a request may name as sent: each is one question to a server. */
const MAX_SENT = 5;

/** The query of every route that builds a transaction for a wallet to sign. */
export const TransactionQuery = Type.Object({
  encoding: Type.Optional(
    Type.Enum(['tagged', 'plain'], {
      description:
        "How `sourceOutputs` are written: `tagged` with libauth's tags (`<Uint8Array: 0x..>`, `<bigint: 1n>`), ready for `bch_signTransaction`; `plain` as hex and decimal strings.",
      default: 'tagged',
    }),
  ),
  addresses: Type.Optional(
    Type.String({
      pattern: `^[^,]{1,128}(,[^,]{1,128}){0,${MAX_ADDRESSES - 1}}$`,
      description: `Addresses of the wallet that signs, up to ${MAX_ADDRESSES} separated by commas, whose coins may be spent beside those of the address that acts. By default those that the caller names or has proven. What only the address that acts can give, such as a sender's consent, still takes a coin of its own.`,
    }),
  ),
  changeAddress: Type.Optional(
    Address(
      'Where the wallet wants change and returning tokens; by default the address that acts. Its coins may be spent, too.',
    ),
  ),
  sent: Type.Optional(
    Type.String({
      pattern: `^[0-9a-fA-F]{64}(,[0-9a-fA-F]{64}){0,${MAX_SENT - 1}}$`,
      description: `Hashes, up to ${MAX_SENT} separated by commas, of transactions that the wallet broadcast by itself within the last minute. Servers list what they spend for up to two seconds more; named here, their coins are not offered again, and what they pay the wallet is.`,
    }),
  ),
});

/** The header that distinguishes a new creation from a repeated one. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

/** The header of an answer that was made for an earlier request. */
export const REPLAYED_HEADER = 'idempotency-replayed';

/** Headers of a route that creates something. */
export const CreationHeaders = Type.Object({
  [IDEMPOTENCY_HEADER]: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[\\x21-\\x7e]+$',
      description:
        'A word of your choice, as random as a UUID, that is new for each creation and the same when it is sent again because no answer came. For 24 hours the same key and request of the same caller have the same answer, with `Idempotency-Replayed: true`, and nothing is created twice; the key with another request has 422 `IDEMPOTENCY_KEY_REUSED`, one whose first request is still at work 409 `IDEMPOTENCY_KEY_IN_USE`. Requests that failed are not kept: they may be repeated with the same key.',
      examples: ['0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2'],
    }),
  ),
});

/** Path parameters of a single record. @param of the record, in lower case */
export const idParams = (of: string) =>
  Type.Object({
    id: Type.String({
      format: 'uuid',
      description: `The ${of}'s \`id\`.`,
      examples: ['0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2'],
    }),
  });

/** Query fields of a paged list. @param rows what it lists, capitalized */
export const pageQuery = (rows: string) => ({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_PAGE_ROWS,
      description: `${rows} a page. Without limit and cursor, up to 1,000 come at once.`,
    }),
  ),
  cursor: pageCursor(),
});

/** The query field that says how many rows a page has, where pages are short by default. */
export const pageLimit = (rows: number) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_ROWS, default: rows, description: 'Rows a page.' }));

/** The query field that names a page. */
export const pageCursor = () =>
  Type.Optional(
    Type.String({
      maxLength: 256,
      pattern: '^[\\w.~+/=-]+$',
      description: 'The `nextCursor` of the page before, with the same filters.',
    }),
  );

/** The field of a paged answer that names the next page. */
export const nextCursor = () => TextOrNull('Where the next page starts; null on the last one.');

/** How the service reads CSV, for the descriptions of routes. */
export const CSV_RULES =
  'Columns are found by their names (`address`, `amount`, or other usual ones such as `wallet` or `Betrag`), without a header by their values; other columns are ignored and named in `ignoredColumns`. Where no column or several columns fit, the list is refused, and the message lists its columns. Separators: comma, semicolon, tab, `|`. UTF-8, UTF-16 with a byte order mark, Windows-1252. All amounts have the same decimal mark, a point or a comma, which follows from all of them: `1,500` alone is refused, since it has two meanings.';

/** Columns of a CSV that hold nothing the service reads. */
export const IgnoredColumns = () =>
  Type.Array(Type.String(), { description: 'Names of the columns of a CSV that are not read.' });
