import Type, { type Static, type TSchema } from 'typebox';
import type { ErrorCode } from './error-codes.js';
import { Success, TransactionHash } from './fields.schema.js';
import { RequestBody } from './requests.schema.js';
import { route, type Declaration } from './route.js';

/** Body of a confirm route that needs nothing but the hash. */
export const ConfirmBody = RequestBody({ txHash: TransactionHash('Hash of the broadcast transaction.') });

/** How certain it is that a transaction stays: unmined, mined, or 10 blocks deep. */
export const Finality = Type.Enum(['mempool', 'mined', 'final'], { description: '`final` from 10 blocks on.' });
export type Finality = Static<typeof Finality>;

/** How settled a confirmed transaction is. */
export const finalityFields = {
  confirmations: Type.Integer({ description: 'Blocks on the transaction, 0 in the mempool.' }),
  finality: Finality,
};

/** That a transaction is recorded, and how settled it is. */
export const recordedFields = {
  state: Type.Literal('confirmed', {
    description: 'That this service has verified and recorded it; how deep it stands on the chain, `finality` says.',
  }),
  ...finalityFields,
};

/** What a confirm route answers besides the record. @param status of the record */
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
  'The transaction is verified on the chain. The same hash again answers the same success. While the network does not know the hash the answer is 409 `TX_NOT_FOUND`: ask again. Where it was recorded and another transaction has spent the same since, it is 409 `TX_REPLACED` with that one in `details.replacedBy`: asking again is no use.';

/** {@link route} that records a transaction once it is on the chain, and answers the same for the same hash. */
export const confirmRoute = <const Route extends Declaration & { readonly description: string }>(
  tag: string,
  declared: Route,
) => {
  const description: string = `${declared.description} ${IDEMPOTENT}`;
  return route(tag, { ...declared, description, errors: [...CONFIRM_ERRORS, ...(declared.errors ?? [])] });
};
