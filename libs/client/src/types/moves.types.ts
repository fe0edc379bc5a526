import type { Session } from '../connection/session.js';
import type { paths } from '../generated/api.js';
import type { Answered, Exact } from '../shared/amounts.js';
import type { Wallet } from '../wallet.js';
import type { AbortOptions, Confirmed, VerbOptions } from './verbs.types.js';

type Listed = paths['/api/moves']['get'];

/** One page of the moves that are pending. */
export type PendingMoves = Exact<Listed['responses'][200]['content']['application/json']>;
/** A stream, payment or lock that moves to another address of its recipient's. */
export type PendingMove = PendingMoves['moves'][number];

/** A stream that did not move, and why. */
export type NotMoved = Exact<
  paths['/api/moves']['post']['responses'][200]['content']['application/json']
>['leftOut'][number];

/** What became of a selection of streams. */
export interface AddressMoves {
  /** All for which the step was taken, as they are now. */
  readonly streams: Confirmed<'/api/moves/confirm'>['streams'];
  /** All others, and why. */
  readonly leftOut: readonly NotMoved[];
  /** One for each signature. */
  readonly txHashes: readonly string[];
}

/** Options of a step of a move, which takes a signature for each 50 streams; the finish of a lock takes one of its own. */
export interface MoveOptions extends Omit<VerbOptions, 'onProgress'> {
  /** Of a wallet with several addresses: the one that receives the streams, or pays for the finish; by default the first. */
  readonly address?: string;
  /** Called as each step begins, with the transaction that it belongs to: `part` of `parts`, from 1. */
  readonly onProgress?: (
    progress: Parameters<NonNullable<VerbOptions['onProgress']>>[0] & { readonly part: number; readonly parts: number },
  ) => void;
}

/** Where streams move to, and the proof that somebody can sign there. */
export interface NewAddress {
  /** An address of a key. */
  readonly to: string;
  /** The new wallet, which signs in; or what `challenge` answered for its signature. */
  readonly proof: Wallet | string;
}

/** A message that proves that a wallet can sign, for a wallet that is not connected here. */
export interface MoveChallenge {
  /** For the wallet to sign: Bitcoin Signed Message. */
  readonly message: string;
  /** Unix seconds. */
  readonly expiresAt: number;
  /**
   * Checks the signature.
   *
   * @param signature base64
   * @returns with `bearer`, the proof for `announce`, until `expiresAt` (Unix seconds)
   * @throws WeirError AUTH_SIGNATURE_INVALID
   */
  answer(signature: string, options?: AbortOptions): Promise<Omit<Session, 'addresses'>>;
}

/** Moves of streams, payments and locks to another address of their recipient's. Nothing else of them changes. */
export interface Moves {
  /**
   * Announces that streams move to another address, signed by their recipient: until `pending_move.finishableAtHeight` they go on
   * paying the old address, and the recipient can undo it.
   *
   * @param streamIds ids of streams, payments and locks
   * @throws WeirError WRONG_STATE with `details.leftOut` where none of them can be moved
   */
  announce(
    streamIds: readonly string[],
    newAddress: NewAddress,
    wallet?: Wallet,
    options?: MoveOptions,
  ): Promise<AddressMoves>;
  /** Undoes moves that are pending, by two signatures of the recipient: the first keeps the old address, the second ends the move. */
  undo(streamIds: readonly string[], wallet?: Wallet, options?: MoveOptions): Promise<AddressMoves>;
  /** Finishes moves whose delay is over. Anybody may: their coin pays the fee. */
  finish(streamIds: readonly string[], wallet?: Wallet, options?: MoveOptions): Promise<AddressMoves>;
  /** Requests the message by which a wallet that is not connected here proves its address. */
  challenge(address: string, options?: AbortOptions): Promise<MoveChallenge>;
  /** Reads one page of the pending moves of addresses: of old and new recipients, and senders. */
  page(query: NonNullable<Listed['parameters']['query']>, options?: AbortOptions): Promise<PendingMoves>;
}

/** A stream's pending move, as records have it. */
export type PendingMoveOfRecord = NonNullable<Answered<'Stream'>['pending_move']>;
