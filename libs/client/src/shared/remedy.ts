import type { WeirErrorCode } from './error-code.js';

/** What helps against an error: for pages that offer a button beside the message. */
export type Remedy =
  /** Change what was asked for: `details.field`, `details.problems` or `details.errors` say what. */
  | 'CHANGE_INPUT'
  /** Prove who asks: `weir.signIn`. Verbs that have a wallet do it by themselves. */
  | 'SIGN_IN'
  /** Act by the wallet of the party whose part this is. */
  | 'USE_ANOTHER_WALLET'
  /** Connect a wallet. */
  | 'CONNECT_WALLET'
  /** Look at the wallet: it is locked, away, or answers what nobody can use. */
  | 'CHECK_WALLET'
  /** Nothing: the user said no. */
  | 'NONE'
  /** Send coins to the wallet: `details.neededBase`, of which it has `details.availableBase`. */
  | 'ADD_FUNDS'
  /** Come back when it is time: `details.claimableAt`, `availableAtHeight`, `startDate`. */
  | 'WAIT'
  /** Do the same again in a while. */
  | 'TRY_AGAIN'
  /** Do the verb again from its start: somebody else was faster, and it is built and signed anew. */
  | 'START_OVER'
  /** Read the record anew: it is not, or not any more, in a state that allows this. */
  | 'REFRESH'
  /** Tell whoever runs the service, with `requestId`. */
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
  INVALID_SIGNATURE: 'CHECK_WALLET',
  SIGNATURE_INVALID: 'CHECK_WALLET',
  INTERNAL: 'REPORT',
};

const BY_STATUS: Readonly<Record<number, Remedy>> = {
  ...{ 400: 'CHANGE_INPUT', 401: 'SIGN_IN', 403: 'USE_ANOTHER_WALLET', 408: 'TRY_AGAIN', 413: 'CHANGE_INPUT' },
  ...{ 422: 'REPORT', 429: 'TRY_AGAIN', 503: 'TRY_AGAIN' },
};

/** What helps against a code; of the API's with their HTTP status. */
export const remedyOf = (code: WeirErrorCode, status: number | undefined): Remedy =>
  BY_CODE[code] ?? BY_STATUS[status ?? 0] ?? 'REFRESH';
