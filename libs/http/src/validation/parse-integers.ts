import type { TSchema } from 'typebox';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Returns the property schemas of an object schema by name. */
export const schemaProperties = (schema: TSchema): ReadonlyMap<string, Readonly<Record<string, unknown>>> => {
  const properties: unknown = 'properties' in schema ? schema.properties : undefined;
  const entries: [string, unknown][] = isRecord(properties) ? Object.entries(properties) : [];
  return new Map(entries.filter((entry): entry is [string, Record<string, unknown>] => isRecord(entry[1])));
};

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
