import { BCH_DECIMALS, decimalText } from './decimal-text.js';
import { planNames, type NamePlan } from './plan-names.js';
import type { Token } from './token.schema.js';

/** Returns the name of a token by its category; null for one that has none. */
export type TokenLookup = (category: string) => Token | null;

/** Adds the names of tokens, and amounts as decimal text, to answers of one schema. */
export interface TokenNamer {
  /** Returns every category that an answer names. */
  categories(answer: unknown): ReadonlySet<string>;
  /** Adds what the schema promises to an answer, in place: nobody else may hold the answer. */
  name(answer: unknown, lookup: TokenLookup): void;
}

type Fields = Record<string, unknown>;
/** Asset of an amount: null for BCH, undefined where nothing tells it. */
type Asset = string | null | undefined;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const eachOf = (value: unknown, visit: (fields: Fields) => void): void => {
  if (Array.isArray(value)) for (const item of value as unknown[]) eachOf(item, visit);
  else if (isFields(value)) visit(value);
};

/** Returns the asset that an object itself names for its amounts. */
const assetOf = (fields: Fields, { category }: NamePlan): Asset => {
  if (category === undefined) return undefined;
  const value = fields[category];
  return typeof value === 'string' ? value.toLowerCase() : value === null ? null : undefined;
};

/** Returns the asset that a sibling record names, for the parts of an answer beside it. */
const assetBeside = (fields: Fields, plan: NamePlan): Asset => {
  for (const { key, plan: child } of plan.children) {
    const beside = fields[key];
    const asset = isFields(beside) && !Array.isArray(beside) ? assetOf(beside, child) : undefined;
    if (asset !== undefined) return asset;
  }
  return undefined;
};

const collect = (value: unknown, plan: NamePlan, into: Set<string>): void =>
  eachOf(value, (fields) => {
    const asset = assetOf(fields, plan);
    if (typeof asset === 'string') into.add(asset);
    for (const { key, plan: child } of plan.children) collect(fields[key], child, into);
  });

const decimalOf = (base: unknown, asset: Asset, lookup: TokenLookup): string | null => {
  if (typeof base !== 'string' || asset === undefined) return null;
  const decimals = asset === null ? BCH_DECIMALS : lookup(asset)?.decimals;
  return decimals == null ? null : decimalText(base, decimals);
};

const fill = (value: unknown, plan: NamePlan, around: Asset, lookup: TokenLookup): void =>
  eachOf(value, (fields) => {
    const own = assetOf(fields, plan);
    const asset = own === undefined ? (around === undefined ? assetBeside(fields, plan) : around) : own;
    if (own !== undefined) fields['token'] = own === null ? null : lookup(own);
    for (const { base, decimal, isBch } of plan.amounts)
      if (fields[base] !== undefined) fields[decimal] = decimalOf(fields[base], isBch ? null : asset, lookup);
    for (const { key, plan: child } of plan.children) fill(fields[key], child, asset, lookup);
  });

interface Named<Schema> {
  readonly schema: Schema;
  readonly namer: TokenNamer | undefined;
}

const extended = <Schema extends object>(schema: Schema): Named<Schema> => {
  const planned = planNames(schema);
  const { plan } = planned;
  if (plan === undefined) return { schema, namer: undefined };
  return {
    // The same schema with more properties: an answer made for the one fits the other once it is filled in.
    schema: planned.schema as Schema,
    namer: {
      categories: (answer) => {
        const categories = new Set<string>();
        collect(answer, plan, categories);
        return categories;
      },
      name: (answer, lookup) => fill(answer, plan, undefined, lookup),
    },
  };
};

const known = new WeakMap<object, Named<object>>();

/**
 * Extends the schema of an answer with the names of tokens: `token` beside each category, and a decimal text
 * (`total_amount_decimal`, `amountDecimal`) beside each amount whose asset the answer tells.
 *
 * @returns the extended schema, the same for the same schema, and the namer that fills these in; no namer where there is
 * nothing to add
 */
export const nameTokens = <Schema extends object>(schema: Schema): Named<Schema> => {
  const named = (known.get(schema) as Named<Schema> | undefined) ?? extended(schema);
  known.set(schema, named);
  return named;
};
