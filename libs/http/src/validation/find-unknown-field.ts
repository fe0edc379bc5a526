import leven from 'leven';
import type { TSchema } from 'typebox';
import { isRecord } from '../is-record.js';
import { schemaProperties } from './parse-integers.js';

/** A field that the request's schema does not define. */
export interface UnknownField {
  /** Path of the field: `outpoint`, `recipients.0.adress`. */
  readonly field: string;
  /** The field that was probably meant; undefined where none is similar. */
  readonly didYouMean: string | undefined;
  /** Names of the fields that exist there. */
  readonly known: readonly string[];
}

/** Longest name that is compared and echoed; no real field's name is half as long. */
const MAX_NAME = 60;

/** Normalises a name, so that `cliff_timestamp` and `cliffTimestamp` compare equal. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/**
 * Names that clients use by mistake for terms that move money, in lower case, with the fields they may mean, the first
 * that a request has. Neither spelling nor a common beginning or end would find these.
 */
export const FIELD_ALIASES: Readonly<Record<string, readonly string[]>> = {
  starttime: ['startDate'],
  startdate: ['startTime'],
  endtime: ['endDate'],
  enddate: ['endTime'],
  duration: ['endTime', 'endDate'],
  period: ['interval', 'intervalSeconds'],
  periods: ['endDate', 'intervalSeconds'],
  frequency: ['interval', 'intervalSeconds'],
  amount: ['totalAmount', 'amountPerPeriod', 'claimedAmount', 'totalDeposit'],
  totalamount: ['amountPerPeriod', 'amount', 'totalDeposit'],
  from: ['sender', 'creator'],
  payer: ['sender', 'creator'],
  to: ['recipient', 'recipientAddress'],
  receiver: ['recipient', 'recipientAddress'],
  beneficiary: ['recipient', 'recipientAddress'],
  type: ['streamType', 'kind'],
  token: ['tokenCategory'],
  revocable: ['cancelable'],
  whitelist: ['recipients', 'requireKyc'],
};

/** Returns the known name with the smallest edit distance within a limit. */
const nearest = (given: string, known: readonly string[], maxEdits: number): string | undefined => {
  const [best] = known
    .map((name) => ({ name, edits: leven(plain(given), plain(name)) }))
    .filter(({ edits }) => edits <= maxEdits)
    .sort((a, b) => a.edits - b.edits);
  return best?.name;
};

/** Returns the first known name that begins or ends with the given one, or with which that begins. */
const longerOrShorter = (given: string, known: readonly string[]): string | undefined => {
  const one = plain(given);
  if (one.length < 3) return undefined;
  return known.find((name) => {
    const other = plain(name);
    return other.startsWith(one) || other.endsWith(one) || one.startsWith(other);
  });
};

/** Guesses the field that was meant: by a typo of one letter, an alias, a common beginning or end, a typo of two letters. */
const meantBy = (given: string, known: readonly string[]): string | undefined => {
  if (given.length > MAX_NAME) return undefined;
  const name = plain(given);
  const aliases = new Map(Object.entries(FIELD_ALIASES)).get(name) ?? [];
  return (
    nearest(given, known, name.length >= 4 ? 1 : 0) ??
    aliases.find((alias) => known.includes(alias)) ??
    longerOrShorter(given, known) ??
    nearest(given, known, name.length >= 6 ? 2 : 0)
  );
};

/** Treats a value that is not an object as the empty schema. */
const asSchema = (value: unknown): TSchema => (isRecord(value) ? value : {});

const within = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`).slice(0, 2 * MAX_NAME);

/**
 * Finds the first field, at any depth, that a closed schema (`additionalProperties: false`) does not define. Values of
 * another type than the schema's are skipped; validation refuses them.
 *
 * @example
 * findUnknownField(CreateStreamBody, { startDate: 1 }); // { field: 'startDate', didYouMean: 'startTime', known: [...]
 * }
 */
export const findUnknownField = (schema: TSchema, value: unknown, path = ''): UnknownField | undefined => {
  if (Array.isArray(value)) {
    const items = asSchema('items' in schema ? schema.items : undefined);
    for (const [index, item] of value.entries()) {
      const found = isRecord(item) ? findUnknownField(items, item, within(path, String(index))) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  const properties = schemaProperties(schema);
  const known = [...properties.keys()];
  for (const [name, inner] of Object.entries(value)) {
    const property = properties.get(name);
    const isClosed = 'additionalProperties' in schema && schema.additionalProperties === false;
    if (property === undefined && isClosed)
      return { field: within(path, name.slice(0, MAX_NAME)), didYouMean: meantBy(name, known), known };
    const found = property && findUnknownField(property, inner, within(path, name));
    if (found !== undefined) return found;
  }
  return undefined;
};

/**
 * Finds a query field that is a typo of a known one: ignoring `?Status=` would return what was not asked for. Other
 * unknown fields are harmless, and intermediaries often add some.
 */
export const findMisspeltField = (schema: TSchema, query: object): UnknownField | undefined => {
  const known = [...schemaProperties(schema).keys()];
  for (const given of Object.keys(query)) {
    if (known.includes(given) || given.length > MAX_NAME) continue;
    const didYouMean = nearest(given, known, 1);
    if (didYouMean !== undefined) return { field: given, didYouMean, known };
  }
  return undefined;
};

/** Says in a sentence what is wrong and what to do. */
export const unknownFieldSentence = ({ field, didYouMean, known }: UnknownField): string => {
  if (didYouMean !== undefined) return `${field} is not a field of this request; did you mean ${didYouMean}?`;
  return known.length === 0
    ? `${field} is not a field of this request, which has none`
    : `${field} is not a field of this request; it has ${known.join(', ')}`;
};
