import { BCH_DECIMALS } from '@weir/kinds';
import type { components, operations } from '../generated/api.js';

/** Keys of what is handed to wallets unchanged. */
type Untouched = 'wcTransaction' | 'preparationTransaction';

/** Keys of a plan's costs, satoshis as text. */
type Cost = 'satoshis' | 'fee' | 'reserves' | 'notes' | 'companions' | 'beacon' | 'carriers';

type Revived<Value> = Value extends string ? bigint : Value;

/**
 * An answer with its exact amounts as bigint: every `…_base`, `…Base` and `…Satoshis`, and a plan's costs, in
 * satoshis or a token's base units. The decimal numbers beside them stay as they are.
 */
export type Exact<Value> = Value extends ReadableStream
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly Exact<Item>[]
    : Value extends object
      ? {
          readonly [Key in keyof Value]: Key extends Untouched
            ? Value[Key]
            : Key extends `${string}_base` | `${string}Base` | `${string}Satoshis` | Cost
              ? Revived<Value[Key]>
              : Exact<Value[Key]>;
        }
      : Value;

const UNTOUCHED: ReadonlySet<string> = new Set<Untouched>(['wcTransaction', 'preparationTransaction']);
const EXACT = /(?:_base|Base|Satoshis)$|^(?:satoshis|fee|reserves|notes|companions|beacon|carriers)$/;
const INTEGER = /^-?\d+$/;

const revive = (key: string, value: unknown): unknown => {
  if (UNTOUCHED.has(key)) return value;
  if (typeof value === 'string') return EXACT.test(key) && INTEGER.test(value) ? BigInt(value) : value;
  return exactValue(value);
};

const exactValue = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(exactValue);
  // Only plain objects are JSON; anything else is a body that is read as a stream. Objects of other realms (frames)
  // are plain, too.
  if (typeof value !== 'object' || value === null || Object.prototype.toString.call(value) !== '[object Object]')
    return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, revive(key, inner)]));
};

/** Converts the exact amounts of an answer to bigint. */
export const exact = <Value>(value: Value): Exact<Value> => exactValue(value) as Exact<Value>;

/**
 * Formats satoshis as the decimal BCH text that requests take, without loss.
 *
 * @example
 * bchText(150_000_000n); // '1.50000000'
 */
export const bchText = (satoshis: bigint): string => {
  const digits = (satoshis < 0n ? -satoshis : satoshis).toString().padStart(BCH_DECIMALS + 1, '0');
  return `${satoshis < 0n ? '-' : ''}${digits.slice(0, -BCH_DECIMALS)}.${digits.slice(-BCH_DECIMALS)}`;
};

/**
 * An amount of a request: a decimal (BCH; whole base units of tokens) as number or text, or exact base units as
 * bigint.
 */
export type Amount = number | string | bigint;

/** A request in which every amount may also be a bigint of base units. */
export type WithAmounts<Value> = Value extends readonly (infer Item)[]
  ? readonly WithAmounts<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: AmountOr<Value[Key]> }
    : Value;

/** Amounts are what the document types as number or text: nothing else in it is. */
type AmountOr<Value> = [number | string] extends [Value]
  ? [Value] extends [number | string | null | undefined]
    ? Value | bigint
    : WithAmounts<Value>
  : WithAmounts<Value>;

/**
 * Converts terms to a request's body.
 *
 * @param asset what its bigints count: satoshis, or base units of a token
 */
export const toBody = <Body>(terms: WithAmounts<Body>, asset: 'BCH' | 'token'): Body => {
  const written = (value: unknown): unknown => {
    if (typeof value === 'bigint') return asset === 'BCH' ? bchText(value) : value.toString();
    if (Array.isArray(value)) return value.map(written);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, written(inner)]));
  };
  return written(terms) as Body;
};

/** Returns what the amounts of terms count. */
export const assetOf = ({ tokenType }: { readonly tokenType?: string | null }): 'BCH' | 'token' =>
  tokenType === undefined || tokenType === null || tokenType === 'BCH' ? 'BCH' : 'token';

/** The API's named schemas, as transmitted: amounts in base units are text. */
export type Schemas = components['schemas'];

/** An answer of the API by its schema, with exact amounts. */
export type Answered<Name extends keyof Schemas> = Exact<Schemas[Name]>;

/** The body that a route takes, by the name of its operation. */
export type BodyOf<Operation extends keyof operations> = operations[Operation] extends {
  requestBody?: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

/** The query that a route takes, by the name of its operation. */
export type QueryOf<Operation extends keyof operations> = NonNullable<operations[Operation]['parameters']['query']>;

/** An unsigned transaction as `bch_signTransaction` takes it: JSON with libauth's tags. */
export type WcTransaction = Schemas['WcTransaction'];
