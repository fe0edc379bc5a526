/** No Electrum server answered, or none that can be believed. Worth a retry later. */
export class ChainUnavailableError extends Error {
  override readonly name = 'ChainUnavailableError';

  constructor(
    message: string,
    readonly retryAfterSeconds = 5,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Every server that answers denies knowing a transaction. */
export class TransactionNotFoundError extends Error {
  override readonly name = 'TransactionNotFoundError';

  constructor(readonly txid: string) {
    super(`No server knows transaction ${txid}`);
  }
}

/** The network refused a transaction. */
export class BroadcastRejectedError extends Error {
  override readonly name = 'BroadcastRejectedError';

  /** @param reason the node's own words */
  constructor(readonly reason: string) {
    super(`The transaction was refused: ${reason}`);
  }
}

/** A server answered a call with an error. Its words are in the message; the protocol client keeps no code. */
export class ServerAnsweredError extends Error {
  override readonly name = 'ServerAnsweredError';
}

/** A server does not answer, or hung up. */
export class ServerUnreachableError extends Error {
  override readonly name = 'ServerUnreachableError';
}

/** A server's answer cannot be true: a wrong hash, a proof that does not hold, a tip going back. */
export class ServerMistrustedError extends Error {
  override readonly name = 'ServerMistrustedError';
}
