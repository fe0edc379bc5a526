import Type, { type Static } from 'typebox';
import { ERROR_CODES, ERRORS, type ErrorCode } from './error-codes.js';

/** The body of every answer that is not a success. */
export const ErrorBody = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.String({ description: 'A short sentence, the same for every error with this code.' }),
    code: Type.Enum([...ERROR_CODES], { description: 'A stable word to program against.' }),
    message: Type.String({ description: 'What is wrong with this request, and what to do about it.' }),
    details: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'The facts behind the message.' }),
    ),
    requestId: Type.String({ description: 'Names this request in the logs; also in the header `x-request-id`.' }),
    retryable: Type.Optional(Type.Boolean({ description: 'Whether the same request can succeed later.' })),
    state: Type.Optional(
      Type.Literal('pending', {
        description: 'With TX_NOT_FOUND and TX_UNCONFIRMED: the transaction may still arrive.',
      }),
    ),
  },
  { title: 'Error', additionalProperties: true, description: 'What went wrong.' },
);
export type ErrorBody = Static<typeof ErrorBody>;

/** What any route can answer. */
const COMMON: readonly ErrorCode[] = [
  'MALFORMED_REQUEST',
  'INVALID_REQUEST',
  'RATE_LIMITED',
  'INTERNAL',
  'DATABASE_UNAVAILABLE',
  'OVERLOADED',
];

/** What a route that looks at the caller can answer besides: all of it is implied by the first. */
const CALLER_ERRORS: readonly ErrorCode[] = ['CALLER_REQUIRED', 'TOKEN_INVALID', 'TOKEN_EXPIRED', 'FORBIDDEN'];

/** What a route with a body can answer besides. */
export const BODY_ERRORS: readonly ErrorCode[] = ['REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

const example = (code: ErrorCode) => ({
  success: false,
  error: ERRORS[code].error,
  code,
  message: `${ERRORS[code].error}.`,
  requestId: '4f6c1f6e-2f0a-4a0e-9a54-0d3c2ad3b6ce',
  ...((code === 'TX_NOT_FOUND' || code === 'TX_UNCONFIRMED') && { retryable: true, state: 'pending' }),
});

/**
 * The error answers of a route, by status, for its `response` schemas.
 *
 * @param codes What the route can answer besides what every route can.
 */
export const errorResponses = (...codes: readonly ErrorCode[]): object => {
  const byStatus = new Map<number, ErrorCode[]>();
  const all = new Set(codes.flatMap((code) => (code === 'CALLER_REQUIRED' ? CALLER_ERRORS : [code])));
  for (const code of [...all, ...COMMON]) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, all]) => [
      status,
      {
        ...ErrorBody,
        'x-response-description': all.map((code) => `\`${code}\`: ${ERRORS[code].error}.`).join(' '),
        examples: all.slice(0, 1).map(example),
      },
    ]),
  );
};
