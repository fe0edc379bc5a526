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
