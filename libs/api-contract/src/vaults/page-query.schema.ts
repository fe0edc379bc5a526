import Type from 'typebox';

/** What pages a list. @param rows what it lists, with a capital */
export const pageQuery = (rows: string) => ({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 200,
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
