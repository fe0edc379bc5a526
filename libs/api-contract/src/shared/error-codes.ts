/** Every code an error answer can carry, with its HTTP status and the short sentence of the `error` field. */
export const ERRORS = {
  INVALID_REQUEST: { status: 400, error: 'The request is not valid' },
  MALFORMED_REQUEST: { status: 400, error: 'The request cannot be read' },
  INVALID_ADDRESS: { status: 400, error: 'An address is not usable' },
  INVALID_AMOUNT: { status: 400, error: 'An amount is not usable' },
  INVALID_TIME: { status: 400, error: 'A time is not usable' },
  INVALID_CURSOR: { status: 400, error: 'The cursor is not valid' },
  CALLER_REQUIRED: { status: 401, error: 'The caller is missing' },
  TOKEN_INVALID: { status: 401, error: 'The bearer token is not valid' },
  TOKEN_EXPIRED: { status: 401, error: 'The bearer token has expired' },
  NONCE_INVALID: { status: 401, error: 'The nonce cannot be used' },
  SIGNATURE_INVALID: { status: 401, error: 'The signature proves nothing' },
  FORBIDDEN: { status: 403, error: 'The caller may not do this' },
  NOT_FOUND: { status: 404, error: 'There is no such record' },
  ROUTE_NOT_FOUND: { status: 404, error: 'There is no such route' },
  METHOD_NOT_ALLOWED: { status: 405, error: 'The route does not take this method' },
  REQUEST_TIMEOUT: { status: 408, error: 'The request took too long to arrive' },
  WRONG_STATE: { status: 409, error: 'The record is in another state' },
  NOT_PAUSABLE: { status: 409, error: 'The payment cannot be paused' },
  NOT_CANCELABLE: { status: 409, error: 'The stream cannot be cancelled' },
  NOTHING_TO_CLAIM: { status: 409, error: 'There is nothing to claim yet' },
  NOTHING_TO_PUSH: { status: 409, error: 'There is nothing to push' },
  NOTICE_NOT_OVER: { status: 409, error: 'The notice is not over' },
  UNSAFE_CANCEL_DESTINATION: { status: 409, error: 'The cancel would pay another wallet' },
  INSUFFICIENT_FUNDS: { status: 409, error: 'The wallet holds too little' },
  HASH_ALREADY_USED: { status: 409, error: 'The transaction belongs to another record' },
  PROPOSAL_STALE: { status: 409, error: 'The proposal has lost its coins' },
  TX_NOT_FOUND: { status: 409, error: 'The transaction is not known yet' },
  TX_UNCONFIRMED: { status: 409, error: 'The transaction needs more confirmations' },
  PAYLOAD_TOO_LARGE: { status: 413, error: 'The body is too large' },
  URI_TOO_LONG: { status: 414, error: 'The address of the request is too long' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, error: 'The body is not JSON' },
  TX_MISMATCH: { status: 422, error: 'The transaction is not the expected one' },
  INVALID_SIGNATURE: { status: 422, error: 'The signature is not good' },
  BROADCAST_REJECTED: { status: 422, error: 'The network refused the transaction' },
  RATE_LIMITED: { status: 429, error: 'Too many requests' },
  HEADERS_TOO_LARGE: { status: 431, error: 'The headers are too large' },
  INTERNAL: { status: 500, error: 'Something went wrong on our side' },
  CHAIN_UNAVAILABLE: { status: 503, error: 'The chain cannot be reached' },
  DATABASE_UNAVAILABLE: { status: 503, error: 'The database cannot be reached' },
  OVERLOADED: { status: 503, error: 'The service is busy or stopping' },
} as const satisfies Record<string, { readonly status: number; readonly error: string }>;

/** A stable word for what went wrong. */
export type ErrorCode = keyof typeof ERRORS;

/** All codes. */
export const ERROR_CODES = Object.keys(ERRORS) as readonly ErrorCode[];
