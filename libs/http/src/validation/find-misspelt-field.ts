import type { TSchema } from 'typebox';
import { schemaProperties } from './schema-properties.js';

/** Spelling aside: `cliff_timestamp` and `cliffTimestamp` mean the same. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Whether one insertion, deletion or replacement turns one word into the other. */
const withinOneEdit = (a: string, b: string): boolean => {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const rest = (word: string, skip: number) => word.slice(start + skip);
  return rest(a, 1) === rest(b, 1) || rest(a, 0) === rest(b, 1) || rest(a, 1) === rest(b, 0);
};

/**
 * An unknown field that is all but a known one: ignoring `cancellable: false` or `cliff_timestamp` would make a
 * contract its sender did not ask for, ignoring `?Status=` show what was not asked for. Other unknown fields are harmless.
 *
 * @example
 * findMisspeltField(CreateStreamBody, { cancellable: false }); // { given: 'cancellable', meant: 'cancelable' }
 */
export const findMisspeltField = (
  schema: TSchema,
  body: object,
): { readonly given: string; readonly meant: string } | undefined => {
  const known = [...schemaProperties(schema).keys()];
  for (const given of Object.keys(body)) {
    if (known.includes(given)) continue;
    const meant = known.find((name) => withinOneEdit(plain(given), plain(name)));
    if (meant !== undefined) return { given, meant };
  }
  return undefined;
};
