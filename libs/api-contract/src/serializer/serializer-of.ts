import { compileFunction } from 'node:vm';
import { SATOSHIS_PER_BCH } from '@weir/kinds';
import { markOf } from '../shared/marks.js';
import type { TokenType } from '../streams/stream.schema.js';

/**
 * Converts an amount to the number in responses: decimal BCH, or base units of a token. The division is exact to the
 * nearest double, the number that its decimal text of 8 digits parses to, since there are fewer than 2^53 satoshis.
 *
 * @param base satoshis or base units
 */
export const presentAmount = (base: bigint, tokenType: TokenType = 'BCH'): number =>
  tokenType === 'BCH' ? Number(base) / SATOSHIS_PER_BCH : Number(base);

/** Makes the answer of a schema from a view. @param encode encodes an unsigned transaction for a wallet as JSON @throws AnswerError */
export type Serializer<Transaction> = (view: unknown, encode: (transaction: Transaction) => unknown) => unknown;

/** Thrown where a view does not have what the schema of its answer requires. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';
}

type Fields = Readonly<Record<string, unknown>>;
/** Whether amounts are of BCH: undefined while it is unknown. */
type IsBch = boolean | undefined;
type Write = (value: unknown, isBch: IsBch, encode: (transaction: unknown) => unknown) => unknown;

interface Property {
  readonly name: string;
  /** Property of the view. */
  readonly from: string;
  readonly isOptional: boolean;
  /** The whole answer where the schema alone determines it. */
  readonly literal: unknown;
  readonly write: Write;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const camel = (name: string): string => name.replace(/_(\w)/gu, (_, letter: string) => letter.toUpperCase());

const bigintOf = (value: unknown, path: string): bigint => {
  if (typeof value !== 'bigint') throw new AnswerError(`${path} is not an amount in base units`);
  return value;
};

const asIs: Write = (value) => value;

const markWriter = (schema: Fields, path: string): Write | undefined => {
  switch (markOf(schema)) {
    case 'amount of BCH':
      return (value) => presentAmount(bigintOf(value, path), 'BCH');
    case 'amount of a token':
      return (value) => presentAmount(bigintOf(value, path), 'FUNGIBLE_TOKEN');
    case 'amount of the asset':
      return (value, isBch) => {
        if (isBch === undefined) throw new AnswerError(`The asset of ${path} is unknown`);
        return presentAmount(bigintOf(value, path), isBch ? 'BCH' : 'FUNGIBLE_TOKEN');
      };
    case 'base units':
      return (value) => bigintOf(value, path).toString();
    case 'moment':
      return (value) => new Date(Number(value) * 1_000).toISOString();
    case 'wallet transaction':
      return (value, _, encode) => encode(value);
    default:
      return undefined;
  }
};

const propertyOf = (name: string, schema: Fields, path: string, isOptional: boolean): Property => {
  const from = camel(name);
  return {
    name,
    from: markOf(schema) === 'base units' ? from.replace(/Base$/u, '') : from,
    isOptional,
    literal: isOptional ? undefined : schema['const'],
    write: writerOf(schema, `${path}.${name}`),
  };
};

/** Returns whether the amounts of a view are of BCH, by what the view itself says. */
const assetOf = ({ tokenType, tokenCategory }: Fields): IsBch => {
  if (tokenType !== undefined) return tokenType === 'BCH';
  return tokenCategory === undefined ? undefined : tokenCategory === null;
};

/** Returns the asset that a record beside an amount names. */
const assetBeside = (view: Fields, properties: readonly Property[]): IsBch => {
  for (const { from } of properties) {
    const beside = view[from];
    const isBch = isFields(beside) ? assetOf(beside) : undefined;
    if (isBch !== undefined) return isBch;
  }
  return undefined;
};

const propertiesOf = (schema: Fields, path: string): readonly Property[] => {
  const required = Array.isArray(schema['required']) ? (schema['required'] as readonly unknown[]) : [];
  return Object.entries(schema['properties'] as Readonly<Record<string, Fields>>).map(([name, property]) =>
    propertyOf(name, property, path, !required.includes(name)),
  );
};

/**
 * Compiles the object literal of an answer, as serializers of JSON do: one literal is several times as fast as setting its
 * properties by their names. Names come from schemas alone.
 */
const literalOf = (properties: readonly Property[], path: string): Write => {
  const absent = (index: number, value: null | undefined): null | undefined => {
    const property = properties[index];
    if (value === undefined && property?.isOptional === false)
      throw new AnswerError(`${path}.${property.name} is missing`);
    return value;
  };
  const fields = properties.map(({ name, from, literal, write }, index) => {
    const value = write === asIs ? 'value' : `write${index}(value, isBch, encode)`;
    const read = `(value = view[${JSON.stringify(from)}]) == null ? absent(${index}, value) : ${value}`;
    return `${JSON.stringify(name)}: ${literal === undefined ? read : JSON.stringify(literal)}`;
  });
  const named = properties.map((_, index) => `write${index}`).join(', ');
  const code = `const [${named}] = writes; return (view, isBch, encode) => { let value; return { ${fields.join(', ')} }; };`;
  const compiled = compileFunction(code, ['writes', 'absent']) as (writes: Write[], found: typeof absent) => Write;
  return compiled(
    properties.map(({ write }) => write),
    absent,
  );
};

const objectWriter = (schema: Fields, path: string): Write => {
  const properties = propertiesOf(schema, path);
  const write = literalOf(properties, path);
  return (view, around, encode) => {
    if (!isFields(view)) throw new AnswerError(`${path} is not an object`);
    return write(view, assetOf(view) ?? around ?? assetBeside(view, properties), encode);
  };
};

const arrayWriter = (items: Fields, path: string): Write => {
  const write = writerOf(items, `${path}[]`);
  if (write === asIs) return asIs;
  return (views, isBch, encode) => {
    if (!Array.isArray(views)) throw new AnswerError(`${path} is not a list`);
    return views.map((view: unknown) => (view === null ? null : write(view, isBch, encode)));
  };
};

/** The branch of a union is the first whose required properties the view has. */
const unionWriter = (branches: readonly Fields[], path: string): Write => {
  const writers = branches.map((branch) => ({
    write: writerOf(branch, path),
    needs: isFields(branch['properties'])
      ? propertiesOf(branch, path).filter(({ isOptional, literal }) => !isOptional && literal === undefined)
      : [],
  }));
  if (writers.every(({ write }) => write === asIs)) return asIs;
  return (view, isBch, encode) => {
    const found = writers.find(({ needs }) => isFields(view) && needs.every(({ from }) => view[from] !== undefined));
    if (found === undefined) throw new AnswerError(`${path} fits no branch of its schema`);
    return found.write(view, isBch, encode);
  };
};

const writerOf = (schema: Fields, path: string): Write => {
  const marked = markWriter(schema, path);
  if (marked !== undefined) return marked;
  if (isFields(schema['properties']) && schema['additionalProperties'] !== true) return objectWriter(schema, path);
  if (isFields(schema['items'])) return arrayWriter(schema['items'], path);
  return Array.isArray(schema['anyOf']) ? unionWriter((schema['anyOf'] as unknown[]).filter(isFields), path) : asIs;
};

/**
 * Compiles the schema of an answer into the function that makes the answer from a view:
 *
 * - a property is read from the view under its name in camel case, a literal from the schema;
 * - an amount is the JSON number of the view's bigint, in the unit of its mark or of the nearest record's asset, and
 *   `.._base` or `..Base` is the exact text of the same bigint;
 * - moments, Unix seconds in views, are ISO 8601; transactions are encoded as asked for;
 * - optional properties that the view does not have are left out; the lack of a required one throws an
 *   {@link AnswerError} with its path.
 */
export const serializerOf = <Transaction>(schema: object): Serializer<Transaction> => {
  let write: Write | undefined;
  return (view, encode) => {
    write ??= writerOf(schema as Fields, 'answer');
    // Only properties that are transactions are encoded: see ViewOf.
    return write(view, undefined, (transaction) => encode(transaction as Transaction));
  };
};
