import Type from 'typebox';
import type { ErrorCode } from './error-codes.js';

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

/** Codes that a creation can answer besides. */
export const CREATION_ERRORS = [
  'IDEMPOTENCY_KEY_IN_USE',
  'IDEMPOTENCY_KEY_REUSED',
  'QUOTA_EXCEEDED',
] as const satisfies readonly ErrorCode[];
