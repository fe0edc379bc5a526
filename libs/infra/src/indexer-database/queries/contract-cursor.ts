import { InvalidCursorError } from '../../database/database-errors.js';

/** A place in a list of contracts, newest first: the last one already seen. */
export interface ContractCursor {
  readonly height: number;
  readonly id: number;
}

const TEXT = /^(\d{1,9})\.(\d{1,15})$/;

/** Encodes a cursor as opaque text that is safe in a URL. */
export const encodeContractCursor = ({ height, id }: ContractCursor): string => `${height}.${id}`;

/** Reads back what {@link encodeContractCursor} wrote. @throws InvalidCursorError for anything else */
export const decodeContractCursor = (text: string): ContractCursor => {
  const [, height, id] = TEXT.exec(text) ?? [];
  if (height === undefined || id === undefined) throw new InvalidCursorError();
  return { height: Number(height), id: Number(id) };
};
