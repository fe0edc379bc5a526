import { BCH_DECIMALS, decimalText } from './decimal-text.js';
import { planNames, type NamePlan } from './plan-names.js';
import type { Token } from './token.schema.js';

/** The names of tokens by category; null for one that has none. */
export type TokenLookup = (category: string) => Token | null;

/** Names the tokens of an answer, and writes its amounts as decimal text, as its schema says. */
export interface TokenNamer {
  /** Every category that an answer names. */
  categories(answer: unknown): ReadonlySet<string>;
  /** Adds what the schema promises to an answer in place: it must be nobody else's. */
  name(answer: unknown, lookup: TokenLookup): void;
}

type Fields = Record<string, unknown>;
/** Of what an amount is: null for BCH, undefined where nothing says so. */
type Asset = string | null | undefined;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const eachOf = (value: unknown, visit: (fields: Fields) => void): void => {
  if (Array.isArray(value)) for (const item of value as unknown[]) eachOf(item, visit);
  else if (isFields(value)) visit(value);
};

/** What an object itself says that its amounts are of. */
const assetOf = (fields: Fields, { category }: NamePlan): Asset => {
  if (category === undefined) return undefined;
  const value = fields[category];
  return typeof value === 'string' ? value.toLowerCase() : value === null ? null : undefined;
};

/** What parts of an answer are of that lie beside the record that names it. */
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

/**
 * Adds the names of tokens to the schema of an answer: `token` beside each category of a token, and beside each amount whose
 * asset the answer tells its decimal text (`total_amount_decimal`, `amountDecimal`).
 *
 * @returns the schema with these, and what fills them in; no namer where there is nothing to add
 */
export const nameTokens = <Schema extends object>(
  schema: Schema,
): { readonly schema: Schema; readonly namer: TokenNamer | undefined } => {
  const planned = planNames(schema);
  const { plan } = planned;
  if (plan === undefined) return { schema, namer: undefined };
  return {
    // The same schema with more properties: what is made for the one fits the other once it is filled in.
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
