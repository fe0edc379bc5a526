/** The database cannot be reached, is starting, stopping, overloaded, or did not answer in time. Worth a retry later. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}

/** A paging cursor that this service did not make. */
export class InvalidCursorError extends Error {
  override readonly name = 'InvalidCursorError';

  constructor() {
    super('The cursor is not valid. Use the nextCursor of an earlier answer, or none.');
  }
}

/** No row has this id. */
export class RowNotFoundError extends Error {
  override readonly name = 'RowNotFoundError';

  constructor(
    readonly table: string,
    readonly id: string,
  ) {
    super(`No row ${id} in ${table}.`);
  }
}

/** A transaction hash is already recorded for another resource: one hash can confirm one resource. */
export class TransactionHashInUseError extends Error {
  override readonly name = 'TransactionHashInUseError';

  constructor(
    readonly txHash: string,
    readonly resourceType: string,
    readonly resourceId: string,
  ) {
    super(`Transaction ${txHash} is already recorded for another ${resourceType}.`);
  }
}

const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * SQLSTATE classes: connection exception, insufficient resources (connections, disk, memory), operator intervention (shutdown,
 * cancelled by timeout), system error (a disk that cannot be read or written).
 */
const UNAVAILABLE_CLASSES = ['08', '53', '57', '58'];
/** Idle in a transaction for too long; a read-only standby after a failover. */
const READ_ONLY = '25006';
const UNAVAILABLE_STATES = new Set(['25P03', READ_ONLY]);
/** Another transaction holds the lock: NOWAIT, or not available in time. */
export const LOCK_NOT_AVAILABLE = '55P03';
/** Serialization failure, deadlock, a lock that is held: the transaction did nothing wrong and may be run again. */
const RETRYABLE_STATES = new Set(['40001', '40P01', LOCK_NOT_AVAILABLE]);
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Raised by `pg` without a code. */
const UNAVAILABLE_MESSAGES =
  /^Connection terminated|^timeout (expired|exceeded when trying to connect)|^Query read timeout|not queryable|^Client was closed/;

/** Returns the SQLSTATE or system code of an error; empty where it has none. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Whether the server itself reported this error, so that its connection is still in step. */
export const isServerAnswer = (error: unknown): boolean => SQLSTATE.test(codeOf(error));

/** Whether the database could not be reached or did not answer in time, as opposed to having refused a statement. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return true;
  const code = codeOf(error);
  if (SOCKET_CODES.has(code) || UNAVAILABLE_STATES.has(code)) return true;
  if (SQLSTATE.test(code) && UNAVAILABLE_CLASSES.includes(code.slice(0, 2))) return true;
  return error instanceof Error && UNAVAILABLE_MESSAGES.test(error.message);
}

/** Whether a write was refused since the server, or the session, reads only. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === READ_ONLY;

/** Whether a transaction found a lock held by others. */
export const isLockNotAvailable = (error: unknown): boolean => codeOf(error) === LOCK_NOT_AVAILABLE;

/** Whether the same transaction may succeed when it is run again (40001, 40P01, 55P03). */
export const isRetryable = (error: unknown): boolean => RETRYABLE_STATES.has(codeOf(error));

/** Turns failures to reach the database into DatabaseUnavailableError; returns every other error as it is. */
export function toDatabaseError(error: unknown): unknown {
  if (error instanceof DatabaseUnavailableError || !isUnavailable(error)) return error;
  return new DatabaseUnavailableError('The database is not available.', { cause: error });
}
