import type { Schemas } from './schemas.js';

/** What the API says when it refuses. */
export type Refusal = Schemas['Error'];

/** A code of the API's, or of the client itself. */
export type WeirErrorCode = Refusal['code'] | ClientErrorCode;

/** What goes wrong before an answer, or without one. */
export type ClientErrorCode =
  /** No answer: the network, the name, or the server is not there. */
  | 'CONNECTION_FAILED'
  /** An answer that is not the API's: a proxy's page, or half an answer. */
  | 'ANSWER_UNREADABLE'
  /** A signature or an address is needed, and no wallet was given. */
  | 'WALLET_REQUIRED'
  /** The wallet's user said no: nothing was signed. `cause` has the wallet's words. */
  | 'WALLET_REFUSED'
  /** The wallet did not sign for another reason: locked, disconnected, out of order. `cause` has its words. */
  | 'WALLET_FAILED'
  /** The wallet's answer is not what was asked for. */
  | 'WALLET_ANSWER_UNUSABLE'
  /** Everything that was asked for is there: a vault whose planned deposit is paid in. */
  | 'NOTHING_TO_SIGN'
  /** What was to be resumed was not kept by this version of the client. */
  | 'PENDING_UNUSABLE'
  /** `weir.dev` was asked where there is no local stack. */
  | 'NO_DEV_KIT';
