import type { WeirErrorCode } from './error-code.js';

/** What helps against an error, for pages that offer a button beside the message. */
export type Remedy =
  /** Change the input: `details.field`, `details.problems` or `details.errors` tell what. */
  | 'CHANGE_INPUT'
  /** Prove who asks: `weir.signIn`. Methods with a wallet do so by themselves. */
  | 'SIGN_IN'
  /** Use the wallet of the party who may do this. */
  | 'USE_ANOTHER_WALLET'
  /** Connect a wallet. */
  | 'CONNECT_WALLET'
  /** Look at the wallet: it is locked, disconnected, or gives unusable answers. */
  | 'CHECK_WALLET'
  /** Nothing: the user refused. */
  | 'NONE'
  /** Send coins to the wallet: it has `details.availableBase` of `details.neededBase`. */
  | 'ADD_FUNDS'
  /** Come back when it is time: `details.claimableAt`, `availableAtHeight`, `startDate`. */
  | 'WAIT'
  /** Try the same again in a while. */
  | 'TRY_AGAIN'
  /** Call the method again: somebody else was faster, and the transaction must be built and signed anew. */
  | 'START_OVER'
  /** Read the record anew: it is not, or no longer, in a state that allows this. */
  | 'REFRESH'
  /** Tell whoever runs the service, naming `requestId`. */
  | 'REPORT';

const BY_CODE: { readonly [Code in WeirErrorCode]?: Remedy } = {
  CONNECTION_FAILED: 'TRY_AGAIN',
  ANSWER_UNREADABLE: 'TRY_AGAIN',
  WALLET_REQUIRED: 'CONNECT_WALLET',
  WALLET_REFUSED: 'NONE',
  WALLET_FAILED: 'CHECK_WALLET',
  WALLET_ANSWER_UNUSABLE: 'CHECK_WALLET',
  PENDING_UNUSABLE: 'START_OVER',
  NO_DEV_KIT: 'CHANGE_INPUT',
  INSUFFICIENT_FUNDS: 'ADD_FUNDS',
  NOTHING_TO_CLAIM: 'WAIT',
  NOTHING_TO_PUSH: 'WAIT',
  NOTICE_NOT_OVER: 'WAIT',
  OUTSIDE_CLAIM_WINDOW: 'WAIT',
  TX_UNCONFIRMED: 'WAIT',
  TX_NOT_FOUND: 'TRY_AGAIN',
  STATE_MOVED: 'START_OVER',
  BROADCAST_REJECTED: 'START_OVER',
  TX_REPLACED: 'START_OVER',
  PROPOSAL_STALE: 'START_OVER',
  PROPOSAL_SIGNATURE_INVALID: 'CHECK_WALLET',
  AUTH_SIGNATURE_INVALID: 'CHECK_WALLET',
  INTERNAL: 'REPORT',
};

const BY_STATUS: Readonly<Record<number, Remedy>> = {
  ...{ 400: 'CHANGE_INPUT', 401: 'SIGN_IN', 403: 'USE_ANOTHER_WALLET', 408: 'TRY_AGAIN', 413: 'CHANGE_INPUT' },
  ...{ 422: 'REPORT', 429: 'TRY_AGAIN', 503: 'TRY_AGAIN' },
};

/**
 * Returns what helps against a code; for codes of the API by their HTTP status where the code has no remedy of its
 * own.
 */
export const remedyOf = (code: WeirErrorCode, status: number | undefined): Remedy =>
  BY_CODE[code] ?? BY_STATUS[status ?? 0] ?? 'REFRESH';
