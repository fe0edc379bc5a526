import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TokenTexts } from '@weir/infra';
import { iconUrl } from './icon-url.js';
import { plainText } from './plain-text.js';

/**
 * The part of a registry (BCMR v2) that names a token, strict in what is shown and open to whatever else a registry says:
 * libauth's own validator refuses one for any field that is newer than it is.
 */
const Snapshot = Type.Object({
  name: Type.String(),
  description: Type.Optional(Type.String()),
  uris: Type.Optional(Type.Object({ icon: Type.Optional(Type.String()) })),
  token: Type.Object({
    category: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    symbol: Type.String(),
    decimals: Type.Optional(Type.Integer({ minimum: 0, maximum: 18 })),
  }),
});
type Snapshot = Static<typeof Snapshot>;
const snapshotSchema = Compile(Snapshot);

/** `YYYY-MM-DDTHH:mm:ss.sssZ`, as `Date.toISOString` writes it. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u;
const SYMBOL = /^[-A-Z0-9]{1,26}$/u;
const MAX_NAME = 80;
const MAX_DESCRIPTION = 280;

/** What a registry says of a token now, and until when. */
export interface RegistryEntry {
  readonly texts: TokenTexts;
  /** Unix seconds when another snapshot takes effect; null where none does. */
  readonly until: number | null;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const own = (value: unknown, key: string): unknown =>
  isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const toTexts = ({ name, description, uris, token }: Snapshot): TokenTexts => ({
  symbol: SYMBOL.test(token.symbol) ? token.symbol : null,
  name: plainText(name, MAX_NAME),
  decimals: token.decimals ?? 0,
  description: plainText(description, MAX_DESCRIPTION),
  icon: iconUrl(uris?.icon),
});

/**
 * Reads what a registry says of a token: of the identity whose authbase is the category, the latest snapshot whose time has
 * come, else the oldest, that is about this category.
 *
 * @param now Unix seconds
 * @returns undefined where it is no registry, or says nothing of the token that can be shown
 */
export const readRegistry = (text: string, category: string, now: number): RegistryEntry | undefined => {
  const history = own(own(parse(text), 'identities'), category);
  if (!isRecord(history)) return undefined;
  const times = Object.keys(history)
    .filter((time) => TIMESTAMP.test(time) && !Number.isNaN(Date.parse(time)))
    .filter((time) => own(own(own(history, time), 'token'), 'category') === category)
    .sort();
  const reached = times.filter((time) => Date.parse(time) <= now * 1_000);
  const current = reached.at(-1) ?? times[0];
  if (current === undefined) return undefined;
  const snapshot = own(history, current);
  if (!snapshotSchema.Check(snapshot)) return undefined;
  const next = times[reached.length];
  return {
    texts: toTexts(snapshot),
    until: next === undefined ? null : Math.ceil(Date.parse(next) / 1_000),
  };
};
