import Type from 'typebox';
import { markOf } from '../shared/marks.js';
import { Nullable } from '../shared/nullable.js';
import { Token } from './token.schema.js';

/** Where names go in the answers of one schema. */
export interface NamePlan {
  /** The property that holds a category. */
  readonly category: string | undefined;
  readonly amounts: readonly { readonly base: string; readonly decimal: string; readonly isBch: boolean }[];
  readonly children: readonly { readonly key: string; readonly plan: NamePlan }[];
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

/** Merges the plans of a union: what an answer does not have is skipped. */
const merge = (plans: readonly NamePlan[]): NamePlan | undefined => {
  const [first] = plans;
  if (first === undefined || plans.length === 1) return first;
  return {
    category: plans.find(({ category }) => category !== undefined)?.category,
    amounts: [...new Map(plans.flatMap(({ amounts }) => amounts).map((amount) => [amount.decimal, amount])).values()],
    children: [...new Map(plans.flatMap(({ children }) => children).map((child) => [child.key, child])).values()],
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
  const branches = anyOf.filter(isSchema).map((branch) => planAny(branch, isInScope));
  const plan = merge(branches.flatMap((branch) => branch.plan ?? []));
  return plan === undefined
    ? { schema, plan }
    : { schema: { ...schema, anyOf: branches.map((branch) => branch.schema) }, plan };
};

/** Finds where names go in the answers of a schema, and adds them to the schema. */
export const planNames = (schema: object): Planned => planAny(schema as Schema, false);
