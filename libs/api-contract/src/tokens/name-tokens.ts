import Type from 'typebox';
import { BCH_DECIMALS } from '@weir/kinds';
import { markOf, Nullable } from '../shared/marks.js';
import { Token } from './token.schema.js';

/**
 * Formats an amount of base units as decimal text, without trailing zeros.
 *
 * @param base decimal digits, after a minus where it is negative
 * @param decimals digits after the separator
 *
 * @example
 * decimalText('150000000', 8); // '1.5'
 */
export const decimalText = (base: string, decimals: number): string => {
  if (decimals === 0) return base;
  if (base.startsWith('-')) return `-${decimalText(base.slice(1), decimals)}`;
  const digits = base.padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/u, '');
  const whole = digits.slice(0, -decimals);
  return fraction === '' ? whole : `${whole}.${fraction}`;
};

/** Where names go in the answers of one schema. */
interface NamePlan {
  /** The property that holds a category. */
  readonly category: string | undefined;
  readonly amounts: readonly { readonly base: string; readonly decimal: string; readonly isBch: boolean }[];
  readonly children: readonly { readonly key: string; readonly plan: NamePlan }[];
  /** Of a union: the plan of each branch, and what an answer of it has. */
  readonly branches?: readonly { readonly needs: readonly string[]; readonly plan: NamePlan | undefined }[];
}

type Schema = Readonly<Record<string, unknown>>;
interface Planned {
  readonly schema: Schema;
  readonly plan: NamePlan | undefined;
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const propertiesOf = ({ properties }: Schema): readonly [string, Schema][] =>
  isSchema(properties)
    ? Object.entries(properties).flatMap(([key, value]): [string, Schema][] => (isSchema(value) ? [[key, value]] : []))
    : [];

const Decimal = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  title: 'DecimalText',
  description: 'The same amount as decimal text, exactly; null where the decimals of the token are not known.',
  examples: ['1.5'],
});

const namesCategory = (schema: Schema): boolean =>
  propertiesOf(schema).some(([, property]) => markOf(property) === 'category');

/** Lists the amounts of an object that have their base units beside them, with the name of their decimal text. */
const amountsOf = (properties: readonly [string, Schema][], isAssetKnown: boolean): NamePlan['amounts'] => {
  const names = new Set(properties.map(([name]) => name));
  return properties.flatMap(([name, property]) => {
    const mark = markOf(property);
    const isBch = mark === 'amount of BCH';
    const isOfAsset = mark === 'amount of the asset' || mark === 'amount of a token';
    if (!isBch && !(isOfAsset && isAssetKnown)) return [];
    if (names.has(`${name}Base`)) return [{ base: `${name}Base`, decimal: `${name}Decimal`, isBch }];
    return names.has(`${name}_base`) ? [{ base: `${name}_base`, decimal: `${name}_decimal`, isBch }] : [];
  });
};

const planObject = (schema: Schema, isInScope: boolean): Planned => {
  const properties = propertiesOf(schema);
  const isAssetKnown = isInScope || namesCategory(schema) || properties.some(([, property]) => namesCategory(property));
  const category = properties.find(([, property]) => markOf(property) === 'category')?.[0];
  const amounts = amountsOf(properties, isAssetKnown);
  const inner = properties.map(([key, property]) => ({ key, ...planAny(property, isAssetKnown) }));
  const children = inner.flatMap(({ key, plan }) => (plan === undefined ? [] : [{ key, plan }]));
  if (category === undefined && amounts.length === 0 && children.length === 0) return { schema, plan: undefined };
  const given = Array.isArray(schema['required']) ? (schema['required'] as readonly string[]) : [];
  const added: Record<string, unknown> = Object.fromEntries(amounts.map(({ decimal }) => [decimal, Decimal]));
  if (category !== undefined) added['token'] = Nullable(Token);
  const required = [
    ...given,
    ...amounts.filter(({ base }) => given.includes(base)).map(({ decimal }) => decimal),
    ...(category !== undefined && given.includes(category) ? ['token'] : []),
  ];
  return {
    schema: {
      ...schema,
      ...(required.length > 0 && { required: [...new Set(required)] }),
      properties: { ...Object.fromEntries(inner.map(({ key, schema: property }) => [key, property])), ...added },
    },
    plan: { category, amounts, children },
  };
};

/** Returns what an answer has that is of one branch of a union. */
const needsOf = ({ required, properties }: Schema): readonly string[] =>
  Array.isArray(required)
    ? (required as readonly string[]).filter((name) => isSchema(properties) && !hasConstant(properties[name]))
    : [];

const hasConstant = (property: unknown): boolean => isSchema(property) && 'const' in property;

/** Returns the plan of a union, whose branches may give one name to different things. */
const planOfUnion = (branches: readonly (Planned & { readonly needs: readonly string[] })[]): NamePlan | undefined => {
  const [only, ...others] = branches.flatMap(({ plan }) => plan ?? []);
  if (only === undefined || others.length === 0) return only;
  return {
    category: undefined,
    amounts: [],
    children: [],
    branches: branches.map(({ needs, plan }) => ({ needs, plan })),
  };
};

const planAny = (schema: Schema, isInScope: boolean): Planned => {
  if (isSchema(schema['properties'])) return planObject(schema, isInScope);
  if (isSchema(schema['items'])) {
    const { schema: items, plan } = planAny(schema['items'], isInScope);
    return plan === undefined ? { schema, plan } : { schema: { ...schema, items }, plan };
  }
  const { anyOf } = schema;
  if (!Array.isArray(anyOf)) return { schema, plan: undefined };
  const branches = anyOf.filter(isSchema).map((branch) => ({ needs: needsOf(branch), ...planAny(branch, isInScope) }));
  const plan = planOfUnion(branches);
  return plan === undefined
    ? { schema, plan }
    : { schema: { ...schema, anyOf: branches.map((branch) => branch.schema) }, plan };
};

/** Finds where names go in the answers of a schema, and adds them to the schema. */
const planNames = (schema: object): Planned => planAny(schema as Schema, false);

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
/** Asset of an amount: null for BCH, undefined where it is unknown. */
type Asset = string | null | undefined;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const eachOf = (value: unknown, visit: (fields: Fields) => void): void => {
  if (Array.isArray(value)) for (const item of value as unknown[]) eachOf(item, visit);
  else if (isFields(value)) visit(value);
};

const NO_NAMES: NamePlan = { category: undefined, amounts: [], children: [] };

/** Returns the plan for an object: of a union that of the first branch all of which it has. */
const planFor = (fields: Fields, plan: NamePlan): NamePlan =>
  plan.branches === undefined
    ? plan
    : (plan.branches.find(({ needs }) => needs.every((name) => fields[name] !== undefined))?.plan ?? NO_NAMES);

/** Returns the asset that an object itself names for its amounts. */
const assetOf = (fields: Fields, plan: NamePlan): Asset => {
  const { category } = planFor(fields, plan);
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

const collect = (value: unknown, given: NamePlan, into: Set<string>): void =>
  eachOf(value, (fields) => {
    const plan = planFor(fields, given);
    const asset = assetOf(fields, plan);
    if (typeof asset === 'string') into.add(asset);
    for (const { key, plan: child } of plan.children) collect(fields[key], child, into);
  });

const decimalOf = (base: unknown, asset: Asset, lookup: TokenLookup): string | null => {
  if (typeof base !== 'string' || asset === undefined) return null;
  const decimals = asset === null ? BCH_DECIMALS : lookup(asset)?.decimals;
  return decimals == null ? null : decimalText(base, decimals);
};

const fill = (value: unknown, given: NamePlan, around: Asset, lookup: TokenLookup): void =>
  eachOf(value, (fields) => {
    const plan = planFor(fields, given);
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
 * (`total_amount_decimal`, `amountDecimal`) beside each amount whose asset the answer names.
 *
 * @returns the extended schema, the same for the same schema, and the namer that fills these in; no namer where there is
 * nothing to add
 */
export const nameTokens = <Schema extends object>(schema: Schema): Named<Schema> => {
  const named = (known.get(schema) as Named<Schema> | undefined) ?? extended(schema);
  known.set(schema, named);
  return named;
};
