import type { Schemas } from './schemas.js';

/** The body of a refusal by the API. */
export type Refusal = Schemas['Error'];

/** An error code of the API, or of the client itself. */
export type WeirErrorCode = Refusal['code'] | ClientErrorCode;

/** What goes wrong before an answer, or without one. */
export type ClientErrorCode =
  /** No answer: the network, the name, or the server is not there. */
  | 'CONNECTION_FAILED'
  /** The answer is not the API's: a proxy's page, or part of an answer. */
  | 'ANSWER_UNREADABLE'
  /** A signature or an address is needed, and no wallet was given. */
  | 'WALLET_REQUIRED'
  /** The wallet's user refused: nothing was signed. `cause` holds the wallet's error. */
  | 'WALLET_REFUSED'
  /** The wallet did not sign for another reason: locked, disconnected, out of order. `cause` holds its error. */
  | 'WALLET_FAILED'
  /** The wallet's answer is not what was asked for. */
  | 'WALLET_ANSWER_UNUSABLE'
  /** Everything that was asked for is done already: the planned deposit of a vault, say. */
  | 'NOTHING_TO_SIGN'
  /** What was to be resumed was not kept by this version of the client. */
  | 'PENDING_UNUSABLE'
  /** `weir.dev` was used where there is no local stack. */
  | 'NO_DEV_KIT';
