import type { TSchema } from 'typebox';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Returns the property schemas of an object schema by name. */
export const schemaProperties = (schema: TSchema): ReadonlyMap<string, Readonly<Record<string, unknown>>> => {
  const properties: unknown = 'properties' in schema ? schema.properties : undefined;
  const entries: [string, unknown][] = isRecord(properties) ? Object.entries(properties) : [];
  return new Map(entries.filter((entry): entry is [string, Record<string, unknown>] => isRecord(entry[1])));
};
