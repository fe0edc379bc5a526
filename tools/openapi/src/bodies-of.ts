import type { Schema } from './arbitrary-of-schema.js';

/** A route with a body as its document describes it. */
export interface BodyRoute {
  readonly path: string;
  readonly isRequired: boolean;
  /** Required fields at the top level. */
  readonly required: readonly string[];
  /** Every field at any depth: `outpoint`, `recipients.address`. */
  readonly fields: readonly string[];
  /** Objects in it that accept unknown fields. */
  readonly open: readonly string[];
}

interface BodySchema extends Schema {
  readonly additionalProperties?: unknown;
}

interface Document {
  readonly paths?: Readonly<Record<string, unknown>>;
  readonly components?: unknown;
}

interface Operation {
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema: BodySchema }>>;
  };
}

const isObject = ({ type, properties }: BodySchema): boolean =>
  properties !== undefined || [type].flat().includes('object');

/** Returns what the JSON bodies of a document accept, following references. */
export const bodiesOf = ({ paths = {}, components }: Document): BodyRoute[] => {
  const named = (components as { readonly schemas?: Readonly<Record<string, BodySchema>> } | undefined)?.schemas ?? {};
  const follow = (schema: BodySchema): BodySchema =>
    schema.$ref === undefined ? schema : (named[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  const inside = (given: BodySchema, path: string): { fields: string[]; open: string[] } => {
    const schema = follow(given);
    if (schema.items !== undefined) return inside(schema.items, path);
    if (!isObject(schema)) return { fields: [], open: [] };
    const own = Object.entries(schema.properties ?? {}).map(([name, property]) => {
      const place = path === '' ? name : `${path}.${name}`;
      return { name: place, ...inside(property, place) };
    });
    return {
      fields: own.flatMap(({ name, fields }) => [name, ...fields]),
      open: [...(schema.additionalProperties === false ? [] : [path]), ...own.flatMap(({ open }) => open)],
    };
  };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.values(operations as Readonly<Record<string, Operation>>).flatMap(({ requestBody }) => {
      const json = requestBody?.content['application/json']?.schema;
      if (requestBody === undefined || json === undefined) return [];
      const { required = [] } = follow(json);
      return [{ path, isRequired: requestBody.required === true, required, ...inside(json, '') }];
    }),
  );
};
