import { markOf } from '../shared/marks.js';

/** A request's body once it is normalized: null means absent, and an alias is the word it stands for. */
export type Normalized<Body> = Body extends readonly (infer Item)[]
  ? readonly Normalized<Item>[]
  : Body extends object
    ? {
        [Name in keyof Body]:
          | Normalized<Exclude<Body[Name], null | 'CASHTOKENS'>>
          | (null extends Body[Name] ? undefined : never);
      }
    : Body;

/** Normalizes a body in place, and returns what stands for it. */
type Normalize = (value: unknown) => unknown;
type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const lowerCase: Normalize = (value) => (typeof value === 'string' ? value.toLowerCase() : value);
const tokenType: Normalize = (value) => (value === 'CASHTOKENS' ? 'FUNGIBLE_TOKEN' : value);

const propertiesOf = (schema: object): readonly (readonly [string, Normalize])[] =>
  'properties' in schema && isFields(schema.properties)
    ? Object.entries(schema.properties).flatMap(([name, property]): [string, Normalize][] =>
        isFields(property) ? [[name, normalizerOf(property)]] : [],
      )
    : [];

/**
 * Compiles the schema of a request's body into the function that normalizes a valid one, in place: null becomes
 * undefined, hex is in lower case, and `CASHTOKENS` is a `FUNGIBLE_TOKEN`.
 */
export const normalizerOf = (schema: object): Normalize => {
  const mark = markOf(schema);
  if (mark === 'hex') return lowerCase;
  if (mark === 'token type') return tokenType;
  if ('items' in schema && isFields(schema.items)) {
    const normalize = normalizerOf(schema.items);
    return (value) => (Array.isArray(value) ? value.map((item: unknown) => normalize(item)) : value);
  }
  const properties = propertiesOf(schema);
  return (value) => {
    if (!isFields(value)) return value;
    for (const [name, normalize] of properties)
      if (value[name] !== undefined) value[name] = value[name] === null ? undefined : normalize(value[name]);
    return value;
  };
};
