import { isRecord } from '../is-record.js';
import { OPAQUE } from './hoist-titled-schemas.js';

/**
 * Describes the properties that say nothing of themselves by their names: what is called the same everywhere is
 * described once.
 *
 * @param document whose named schemas are hoisted
 * @param descriptions by the names of properties
 */
export const describeProperties = <Document extends object>(
  document: Document,
  descriptions: Readonly<Record<string, string>>,
): Document => {
  const components = 'components' in document && isRecord(document.components) ? document.components : {};
  const schemas = isRecord(components['schemas']) ? components['schemas'] : {};

  const isDescribed = (schema: unknown): boolean => {
    if (!isRecord(schema)) return false;
    const { $ref, anyOf } = schema;
    if (typeof $ref === 'string' && isDescribed(schemas[$ref.split('/').at(-1) ?? ''])) return true;
    return 'description' in schema || (Array.isArray(anyOf) && anyOf.some(isDescribed));
  };
  const describe = (name: string, given: unknown): unknown => {
    const schema = visit(given);
    const description = Object.hasOwn(descriptions, name) ? descriptions[name] : undefined;
    return description === undefined || !isRecord(schema) || isDescribed(given) ? schema : { ...schema, description };
  };
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (!isRecord(value)) return value;
    const inner = Object.entries(value).map(([key, one]): [string, unknown] => {
      if (OPAQUE.has(key)) return [key, one];
      if (key !== 'properties' || !isRecord(one)) return [key, visit(one)];
      return [key, Object.fromEntries(Object.entries(one).map(([name, schema]) => [name, describe(name, schema)]))];
    });
    return Object.fromEntries(inner);
  };
  return visit(document) as Document;
};
