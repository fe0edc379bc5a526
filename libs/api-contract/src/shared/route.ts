import Type, { type Static, type TSchema } from 'typebox';
import { FINALITIES } from '@weir/kinds';
import type { ErrorCode } from './error-codes.js';
import { errorResponses } from './error.schema.js';
import { Integer, Success, TransactionHash } from './fields.schema.js';
import { CreationHeaders, RequestBody, TransactionQuery } from './requests.schema.js';

/** The header that names the caller. */
export const CALLER_HEADER = 'x-user-address';

/** Names of the callers' security schemes in the OpenAPI document. */
export const CALLER_SCHEME = 'caller';
export const BEARER_SCHEME = 'bearer';

type Security = readonly Readonly<Record<string, readonly string[]>>[];

/** OpenAPI security of a route that demands a caller: by the header or by a bearer, depending on the server's mode. */
export const callerRequired: Security = [{ [CALLER_SCHEME]: [] }, { [BEARER_SCHEME]: [] }];

/** OpenAPI security of a route that demands a bearer in every mode. */
export const callerProven: Security = [{ [BEARER_SCHEME]: [] }];

/** OpenAPI security of a route that uses a caller where there is one. */
export const callerOptional: Security = [{}, ...callerRequired];

/** OpenAPI security of a route that uses a valid caller and ignores any other, so that it never answers 401. */
export const callerLenient: Security = [{}, ...callerRequired];

/** What the OpenAPI document and the app need to know of a route. */
export interface RouteSchema {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly params?: TSchema;
  readonly querystring?: TSchema;
  readonly headers?: TSchema;
  /** One schema, or one for each content type. */
  readonly body?: TSchema | { readonly content: Readonly<Record<string, { readonly schema: TSchema }>> };
  readonly response: object;
}

/** A route with the answer of its success alone. */
export interface Declaration extends Omit<RouteSchema, 'tags'> {
  /** Codes that it can answer in addition to those that follow from its request; see {@link route}. */
  readonly errors?: readonly ErrorCode[];
}

const BODY_ERRORS = ['REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const;
const CREATION_ERRORS = ['IDEMPOTENCY_KEY_IN_USE', 'IDEMPOTENCY_KEY_REUSED', 'QUOTA_EXCEEDED'] as const;

const has = (schema: TSchema | undefined, property: string): boolean =>
  schema !== undefined && Type.IsObject(schema) && property in schema.properties;

/** Codes that follow from what a request consists of. */
const errorsOf = ({ params, querystring, headers, body, security }: Omit<Declaration, 'response'>) => {
  const namesCaller = security === callerRequired || security === callerOptional;
  return [
    ...(namesCaller ? (['INVALID_ADDRESS', 'CALLER_REQUIRED'] as const) : []),
    ...(security === callerProven ? (['CALLER_REQUIRED'] as const) : []),
    ...(has(querystring, 'cursor') ? (['INVALID_CURSOR'] as const) : []),
    ...(has(params, 'id') ? (['NOT_FOUND'] as const) : []),
    ...(headers === CreationHeaders ? CREATION_ERRORS : []),
    ...(body === undefined ? [] : BODY_ERRORS),
  ];
};

/**
 * Completes a route's `response` with its errors: those it names, those of its caller, id, cursor, body and
 * idempotency key, and those that every route has.
 *
 * @param tag of its resource, in the OpenAPI document
 */
export const route = <const Route extends Declaration>(tag: string, { errors, response, ...request }: Route) => ({
  tags: [tag],
  ...request,
  response: { ...errorResponses(...errorsOf(request), ...(errors ?? [])), ...response },
});

/** Codes of a route that builds a transaction from a record and the coins of a wallet. */
const BUILD_ERRORS = [
  'INVALID_ADDRESS',
  'WRONG_STATE',
  'INSUFFICIENT_FUNDS',
  'FEE_RATE_TOO_HIGH',
  'CHAIN_UNAVAILABLE',
] as const;

/** {@link route} of a transaction that a wallet is to sign. Its query is {@link TransactionQuery}, or one that has its fields. */
export const buildRoute = <const Route extends Declaration>(tag: string, declared: Route) =>
  route(tag, {
    querystring: TransactionQuery,
    ...declared,
    errors: [...BUILD_ERRORS, ...(declared.errors ?? [])],
  });

/** Body of a confirm route that needs nothing but the hash. */
export const ConfirmBody = RequestBody({ txHash: TransactionHash('Hash of the broadcast transaction.') });

/** How certain it is that a transaction stays: unmined, mined, or 10 blocks deep. */
export const Finality = Type.Enum([...FINALITIES], { description: '`final` from 10 blocks on.' });
export type Finality = Static<typeof Finality>;

/** How settled a confirmed transaction is. */
export const finalityFields = {
  confirmations: Integer('Blocks on the transaction, 0 in the mempool.'),
  finality: Finality,
};

/** That a transaction is recorded, and how settled it is. */
export const recordedFields = {
  state: Type.Literal('confirmed', {
    description: 'This service has verified and recorded it; `finality` says how deep it is on the chain.',
  }),
  ...finalityFields,
};

/** What a confirm route answers in addition to the record. @param status of the record */
export const confirmedFields = <Status extends TSchema>(status: Status) => ({
  success: Success(),
  message: Type.String(),
  txHash: Type.String(),
  status,
  ...recordedFields,
});

/** Codes of every route that looks for a transaction on the chain and records it. */
export const CONFIRM_ERRORS = [
  'WRONG_STATE',
  'TX_NOT_FOUND',
  'TX_REPLACED',
  'TX_UNCONFIRMED',
  'HASH_ALREADY_USED',
  'TX_MISMATCH',
  'CHAIN_UNAVAILABLE',
] as const satisfies readonly ErrorCode[];

const IDEMPOTENT =
  'The transaction is verified on the chain. The same hash again answers the same success. While the network does not know the hash the answer is 409 `TX_NOT_FOUND`: ask again. Where it was recorded and another transaction has spent the same since, it is 409 `TX_REPLACED` with that one in `details.replacedBy`: asking again does not help.';

/** {@link route} that records a transaction once it is on the chain, and answers the same for the same hash. */
export const confirmRoute = <const Route extends Declaration & { readonly description: string }>(
  tag: string,
  declared: Route,
) => {
  const description: string = `${declared.description} ${IDEMPOTENT}`;
  return route(tag, { ...declared, description, errors: [...CONFIRM_ERRORS, ...(declared.errors ?? [])] });
};

/**
 * Returns the maker of a record's {@link confirmRoute}s that take nothing but the hash.
 *
 * @param shared of all of them; `errors` beside those of any confirmation
 */
export const confirmsOf =
  <const Shared extends Pick<Declaration, 'params' | 'response' | 'errors'>>(tag: string, shared: Shared) =>
  (operationId: string, what: string, description: string) =>
    confirmRoute(tag, { operationId, summary: `Confirm the ${what}`, description, body: ConfirmBody, ...shared });
