import { ServerMistrustedError } from '../electrum-errors.js';

/** Reads a server's answers: what has not the shape the protocol promises is not believed. */
type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

export const fieldsOf = (value: unknown, what: string): Fields => {
  if (isFields(value)) return value;
  throw new ServerMistrustedError(`${what} is no object`);
};

export const listOf = (value: unknown, what: string): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  throw new ServerMistrustedError(`${what} is no list`);
};

export const textOf = (value: unknown, what: string): string => {
  if (typeof value === 'string') return value;
  throw new ServerMistrustedError(`${what} is no text`);
};

export const integerOf = (value: unknown, what: string): number => {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new ServerMistrustedError(`${what} is no integer`);
};
