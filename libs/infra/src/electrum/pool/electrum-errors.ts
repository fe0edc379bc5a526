/** A server that was tried, and why its answer could not be used. */
export interface ServerAnswer {
  readonly url: string;
  readonly answer: string;
}

/** Thrown when no Electrum server answered, or none whose answers hold. Worth a retry later. */
export class ChainUnavailableError extends Error {
  /** Each server that was tried and what it answered, for operators: never for clients, who must not learn of hosts. */
  readonly servers: readonly ServerAnswer[];

  override readonly name: string = 'ChainUnavailableError';

  constructor(
    message: string,
    readonly retryAfterSeconds = 5,
    { servers = [], ...options }: ErrorOptions & { readonly servers?: readonly ServerAnswer[] } = {},
  ) {
    super(message, options);
    this.servers = servers;
  }
}

/**
 * Says which servers a failure to read the chain has tried and what each answered: a line for each. Empty for an error
 * of another kind.
 *
 * @param error or one that it causes
 */
export const describeServers = (error: unknown): readonly string[] => {
  for (let reason = error; reason instanceof Error; reason = reason.cause)
    if (reason instanceof ChainUnavailableError && reason.servers.length > 0)
      return reason.servers.map(({ url, answer }) => `  ${url}: ${answer}`);
  return [];
};

/** Thrown when the servers that answer report a lower tip than was seen: nothing newer is known. */
export class ChainLaggingError extends ChainUnavailableError {
  override readonly name = 'ChainLaggingError';
}

/**
 * Thrown when a script that has a history suddenly has none: the servers hide it (for one with more entries than they
 * list, too). Never a sign that anything is gone; callers pause.
 */
export class HistoryHiddenError extends ChainUnavailableError {
  override readonly name = 'HistoryHiddenError';

  constructor(readonly scriptHash: string) {
    super(`The servers show no history of script ${scriptHash}, which has one`, 60);
  }
}

/** Thrown when every server that answers denies knowing a transaction. */
export class TransactionNotFoundError extends Error {
  override readonly name = 'TransactionNotFoundError';

  constructor(readonly txid: string) {
    super(`No server knows transaction ${txid}`);
  }
}

/** Thrown when the network refused a transaction. */
export class BroadcastRejectedError extends Error {
  override readonly name = 'BroadcastRejectedError';

  /**
   * @param reason the node's own words
   * @param areInputsGone whether an output that it spends is spent already, or unknown: it has to be built again
   */
  constructor(
    readonly reason: string,
    readonly areInputsGone = false,
  ) {
    super(`The transaction was refused: ${reason}`);
  }
}

/**
 * Thrown when a server answered a call with an error. The message is the server's; the protocol client keeps no code.
 */
export class ServerAnsweredError extends Error {
  override readonly name = 'ServerAnsweredError';
}

/** Thrown when a server does not answer, or closed the connection. */
export class ServerUnreachableError extends Error {
  override readonly name = 'ServerUnreachableError';
}

/** Thrown when a server's answer cannot be true: a wrong hash, a proof that does not hold, headers that do not link. */
export class ServerMistrustedError extends Error {
  override readonly name = 'ServerMistrustedError';
}

/** A proper refusal by a server. Another server may know better; it counts when none does. */
export class Denial extends Error {
  override readonly name = 'Denial';

  constructor(readonly verdict: Error) {
    super(verdict.message, { cause: verdict });
  }
}
