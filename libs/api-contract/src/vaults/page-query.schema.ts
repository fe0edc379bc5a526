import Type from 'typebox';
import { MAX_PAGE_ROWS } from '../shared/limits.js';

/**
 * Query fields of a paged list.
 *
 * @param rows what it lists, capitalized
 */
export const pageQuery = (rows: string) => ({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_PAGE_ROWS,
      description: `${rows} a page. Without limit and cursor, up to 1,000 come at once.`,
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: 256,
      pattern: '^[\\w.~+/=-]+$',
      description: 'The `nextCursor` of the page before, with the same filters.',
    }),
  ),
});
