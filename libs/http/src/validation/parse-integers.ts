import type { TSchema } from 'typebox';
import { schemaProperties } from './schema-properties.js';

const WHOLE_NUMBER = /^-?\d{1,15}$/;

/**
 * Parses text values (of a query string or the environment) by a flat object schema: integers where the schema says
 * integer, everything else unchanged. Empty values count as absent. Text that is not an integer stays text for the
 * schema to refuse; nothing is rounded.
 */
export const parseIntegers = (schema: TSchema, values: object): Record<string, unknown> => {
  const properties = schemaProperties(schema);
  const present = Object.entries(values).filter(([, value]) => value !== '' && value !== undefined);
  return Object.fromEntries(
    present.map(([name, value]: [string, unknown]) => {
      const isNumber =
        typeof value === 'string' && WHOLE_NUMBER.test(value) && properties.get(name)?.['type'] === 'integer';
      return [name, isNumber ? Number(value) : value];
    }),
  );
};
