/** No Electrum server answered, or none that can be believed. Worth a retry later. */
export class ChainUnavailableError extends Error {
  override readonly name: string = 'ChainUnavailableError';

  constructor(
    message: string,
    readonly retryAfterSeconds = 5,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The servers that answer report a lower tip than was seen: nothing newer is known. */
export class ChainLaggingError extends ChainUnavailableError {
  override readonly name = 'ChainLaggingError';
}

/**
 * A script that has a history has none all of a sudden: the servers hide it (one with more entries than they list), or
 * are blinded. Never a sign that anything is gone; callers pause.
 */
export class HistoryHiddenError extends ChainUnavailableError {
  override readonly name = 'HistoryHiddenError';

  constructor(readonly scriptHash: string) {
    super(`The servers show no history of script ${scriptHash}, which has one`, 60);
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

/** A server answered a call with an error. The message holds its words; the protocol client keeps no code. */
export class ServerAnsweredError extends Error {
  override readonly name = 'ServerAnsweredError';
}

/** A server does not answer, or hung up. */
export class ServerUnreachableError extends Error {
  override readonly name = 'ServerUnreachableError';
}

/** A server's answer cannot be true: a wrong hash, a proof that does not hold, headers that are no chain. */
export class ServerMistrustedError extends Error {
  override readonly name = 'ServerMistrustedError';
}

/** A proper refusal by a server. Another server may know better; the verdict counts when none does. */
export class Denial extends Error {
  override readonly name = 'Denial';

  constructor(readonly verdict: Error) {
    super(verdict.message, { cause: verdict });
  }
}
