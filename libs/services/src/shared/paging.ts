import { InvalidCursorError } from '@weir/infra';
import { MAX_PAGE_ROWS } from '@weir/kinds';
import { ServiceError } from './service-error.js';

/** The place of a page: how many rows, and the `nextCursor` of the page before. */
export interface Page {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Most rows where a client does not page: one that knows only the specification must not lose rows silently. */
export const UNPAGED_LIMIT = 1_000;

/** Returns how many rows a page shows. */
export const limitOf = ({ limit, cursor }: Page): number =>
  limit ?? (cursor === undefined ? UNPAGED_LIMIT : MAX_PAGE_ROWS);

/**
 * Reads a page.
 *
 * @throws ServiceError INVALID_CURSOR
 */
export const withCursor = async <T>(read: () => Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof InvalidCursorError)) throw error;
    throw new ServiceError('INVALID_CURSOR', error.message, { field: 'cursor' }, { cause: error });
  }
};
