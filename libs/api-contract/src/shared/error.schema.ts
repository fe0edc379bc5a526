import Type, { type Static } from 'typebox';
import { ERROR_CODES, type ErrorCode, ERRORS } from './error-codes.js';
import { Flag, Integer, IntegerOrNull, Text, Uuid } from './fields.schema.js';
import { optional } from './requests.schema.js';

/** Why a cancel, a pause or a resume leaves a stream out. */
export const STOP_LEFT_OUT = [
  'NOT_FOUND',
  'NOT_FUNDED',
  'STATE_MOVED',
  'NOT_CANCELABLE',
  'NOT_PAUSABLE',
  'NOTICE_NOT_OVER',
  'WRONG_STATE',
] as const;

/** Why a step of a move to another address leaves a stream out. */
export const MOVE_LEFT_OUT = [
  'NOT_FOUND',
  'FORBIDDEN',
  'OTHER_ADDRESS',
  'NOT_TRANSFERABLE',
  'UNDER_NOTICE',
  'NOT_MINED',
  'NO_MOVE',
  'MOVES_THERE_ALREADY',
  'DELAY_NOT_OVER',
  'RESERVE_FULL',
  'LOCK_MOVES_ALONE',
  'WRONG_STATE',
] as const;

/** Streams of a selection that a transaction leaves out, and why. Part of an answer, and of the refusal where it is all of them. */
export const LeftOutStreams = <Code extends string>(codes: readonly Code[], description: string) =>
  Type.Array(
    Type.Object({
      id: Uuid(),
      code: Type.Enum<Code[]>([...codes]),
      reason: Text('For people.'),
      availableAtHeight: Type.Optional(
        IntegerOrNull(
          'NOTICE_NOT_OVER, DELAY_NOT_OVER: the first block that may hold the transaction; null until the one before is mined.',
        ),
      ),
    }),
    { description },
  );

/** An integer that some codes carry. */
const count = (description: string) => Type.Optional(Integer(description));
const text = (description: string) => Type.Optional(Text(description));

/** Facts that clients act on, with the codes that carry them. Others may accompany them, for people to read. */
const ErrorDetails = Type.Object(
  {
    in: text('INVALID_REQUEST: `body`, `querystring` or `params`.'),
    field: text('Codes of status 400: the field that is not usable.'),
    nearestCliff: count('SCHEDULE_UNSOUND, of a cliff: the nearest sound one, Unix seconds.'),
    didYouMean: text('INVALID_REQUEST: the field that `field` probably means.'),
    problems: Type.Optional(
      Type.Array(Type.Union([Type.String(), Type.Object({ field: Type.String(), problem: Type.String() })]), {
        description: 'INVALID_REQUEST: what is wrong, field by field; TX_MISMATCH: in what the transaction differs.',
      }),
    ),
    status: text('WRONG_STATE: the state the record is in.'),
    fundingTxHash: text(
      'WRONG_STATE, of a funding that is on the chain and was not confirmed: its hash. Confirm it instead of funding again.',
    ),
    recordedTxHash: text(
      'WRONG_STATE, of locks whose funding was recorded as that of equal locks of the same sender: its hash. Nothing is missing.',
    ),
    record: text('TX_MISMATCH, of locks: the id of the record of equal locks whose funding it is.'),
    most: count('INVALID_REQUEST, of a selection of streams: how many one signature moves.'),
    leftOut: Type.Optional(
      LeftOutStreams(
        [...new Set([...STOP_LEFT_OUT, ...MOVE_LEFT_OUT])],
        'Of a selection of streams: why the transaction can hold none of them.',
      ),
    ),
    errorCount: count('INVALID_RECIPIENTS: the number of rows that are not valid.'),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          row: optional(Integer('From 1.')),
          line: optional(Integer('Of a CSV, from 1.')),
          field: optional(Type.String()),
          code: Type.String(),
          reason: Type.String(),
        }),
        { description: 'INVALID_RECIPIENTS: the first hundred of them.' },
      ),
    ),
    reason: text(
      "BROADCAST_REJECTED: the node's own words. NOTICE_NOT_OVER without a height: `NOT_MINED`, the transaction that begins the notice is not mined yet.",
    ),
    inputsGone: Type.Optional(
      Type.Boolean({
        description:
          'BROADCAST_REJECTED: whether a coin that the transaction spends is spent already or unknown, by the chain itself. Then build it again.',
      }),
    ),
    converted: text('INVALID_ADDRESS: the cash address that a legacy address is.'),
    character: text('INVALID_ADDRESS: the code point of a character that does not belong there, such as U+200B.'),
    position: optional(Integer('INVALID_ADDRESS: its position, from 1.')),
    replacedBy: text('TX_REPLACED: the transaction that spent the same.'),
    wallet: text('INSUFFICIENT_FUNDS: whose.'),
    neededSatoshis: text('INSUFFICIENT_FUNDS.'),
    availableSatoshis: text('INSUFFICIENT_FUNDS.'),
    availableUnits: text('LIMIT_EXCEEDED: what the purse may pay now; satoshis, or base units.'),
    neededUnits: text('LIMIT_EXCEEDED: what the payment counts as.'),
    neededTokens: text('INSUFFICIENT_FUNDS, of tokens: base units.'),
    availableTokens: text('INSUFFICIENT_FUNDS, of tokens: base units.'),
  },
  { title: 'ErrorDetails', additionalProperties: true, description: 'The facts behind the message.' },
);

/** Facts that are beside the message as well as in `details`. */
const promoted = {
  needed: Type.Optional(Type.Number({ description: 'INSUFFICIENT_FUNDS: BCH, or base units of `tokenCategory`.' })),
  neededBase: text('INSUFFICIENT_FUNDS: the same, exactly.'),
  available: Type.Optional(Type.Number({ description: 'INSUFFICIENT_FUNDS: what the wallet has of it.' })),
  availableBase: text('INSUFFICIENT_FUNDS: the same, exactly.'),
  tokenCategory: text('INSUFFICIENT_FUNDS: the token that is lacking; absent for BCH.'),
  claimableAt: optional(Integer('NOTHING_TO_CLAIM, NOTHING_TO_PUSH: when there will be something, Unix seconds.')),
  asOf: count('NOTHING_TO_CLAIM, NOTHING_TO_PUSH, OUTSIDE_CLAIM_WINDOW: the time on the chain, Unix seconds.'),
  line: optional(Integer('INVALID_WHITELIST: where.')),
  problem: text('INVALID_WHITELIST, INVALID_ADDRESS: what, in a word.'),
  startDate: optional(Integer('OUTSIDE_CLAIM_WINDOW: Unix seconds.')),
  endDate: optional(Integer('OUTSIDE_CLAIM_WINDOW: Unix seconds; null for no end.')),
  availableAtHeight: optional(
    Integer('NOTICE_NOT_OVER: first block that may hold it; null where `details.reason` says why it is not known.'),
  ),
  height: count('NOTICE_NOT_OVER: of the tip.'),
  cancelReturnAddress: text('UNSAFE_CANCEL_DESTINATION: where the rest would go.'),
};

/** The body of every answer that is not a success. */
export const ErrorBody = Type.Object(
  {
    success: Type.Literal(false),
    error: Text('A short sentence, the same for every error with this code.'),
    code: Type.Enum([...ERROR_CODES], { description: 'A stable word to program against.' }),
    message: Text('What is wrong with this request, and what to do about it.'),
    details: Type.Optional(ErrorDetails),
    requestId: Text('Names this request in the logs; also in the header `x-request-id`.'),
    retryable: Type.Optional(Flag('Whether the same request can succeed later.')),
    state: Type.Optional(
      Type.Literal('pending', {
        description: 'With TX_NOT_FOUND and TX_UNCONFIRMED: the transaction may still arrive.',
      }),
    ),
    ...promoted,
  },
  { title: 'Error', additionalProperties: true, description: 'What went wrong.' },
);
export type ErrorBody = Static<typeof ErrorBody>;

/** Codes that any route can answer. */
const COMMON: readonly ErrorCode[] = [
  'MALFORMED_REQUEST',
  'INVALID_REQUEST',
  'RATE_LIMITED',
  'INTERNAL',
  'DATABASE_UNAVAILABLE',
  'OVERLOADED',
];

/** Codes that a route with a caller can also answer; CALLER_REQUIRED implies all of them. */
const CALLER_ERRORS: readonly ErrorCode[] = ['CALLER_REQUIRED', 'TOKEN_INVALID', 'TOKEN_EXPIRED', 'FORBIDDEN'];

const example = (code: ErrorCode) => ({
  success: false,
  error: ERRORS[code].error,
  code,
  message: `${ERRORS[code].error}.`,
  requestId: '4f6c1f6e-2f0a-4a0e-9a54-0d3c2ad3b6ce',
  ...((code === 'TX_NOT_FOUND' || code === 'TX_UNCONFIRMED') && { retryable: true, state: 'pending' }),
});

/**
 * Returns the error answers of a route, by status, for its `response` schemas.
 *
 * @param codes what the route can answer in addition to what every route can, in any order; CALLER_REQUIRED implies the
 *   other caller errors
 */
export const errorResponses = (...codes: readonly ErrorCode[]): object => {
  const byStatus = new Map<number, ErrorCode[]>();
  const own = new Set(codes.flatMap((code) => (code === 'CALLER_REQUIRED' ? CALLER_ERRORS : [code])));
  for (const code of [...ERROR_CODES.filter((code) => own.has(code)), ...COMMON]) {
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
