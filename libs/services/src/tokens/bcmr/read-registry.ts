import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TokenTexts } from '@weir/infra';
import { MAX_TOKEN_DECIMALS } from '@weir/kinds';
import { readTime } from '@weir/merkle/times';

/** Control characters, characters that change the direction of text or cannot be seen, and code points that are not characters. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u2800\u034f]/gu;
/** Marks that are put above and below a letter: more than two pile up over the text around it. */
const PILES = /(\p{M}{2})\p{M}+/gu;
/** How much longer than the result the text may be before it is cut: composing may shorten it, and at most triples it. */
const HEADROOM = 4;

/**
 * Converts untrusted text to plain text on one line: normalised, without hidden characters or ones that reverse text,
 * of limited length; null where nothing is left.
 */
export const plainText = (text: string | undefined, maxCharacters: number): string | null => {
  if (text === undefined) return null;
  const cleaned = text
    .slice(0, maxCharacters * HEADROOM)
    .replace(/[^\S\ufeff]+/gu, ' ')
    .replace(HIDDEN, '')
    .replace(/ +/gu, ' ')
    .normalize('NFC')
    .replace(PILES, '$1')
    .trim();
  const cut = Array.from(cleaned).slice(0, maxCharacters).join('').trim();
  return cut === '' ? null : cut;
};

const MAX_LENGTH = 512;
const IPFS = /^ipfs:\/\/[a-zA-Z0-9]{32,100}(\/[\w.~-]{1,100}){0,8}$/u;
const DATA = /^data:image\/(png|jpeg|gif|webp|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/u;

/**
 * Returns the address of an icon if it is safe to give to pages (HTTPS, IPFS or a data URL of up to 512 characters);
 * else null.
 */
export const iconUrl = (uri: string | undefined): string | null => {
  if (uri === undefined || uri.length > MAX_LENGTH) return null;
  if (IPFS.test(uri) || DATA.test(uri)) return uri;
  if (!uri.startsWith('https://') || !URL.canParse(uri)) return null;
  const { href, username, password } = new URL(uri);
  return username === '' && password === '' && href.length <= MAX_LENGTH ? href : null;
};

/**
 * The part of a registry (BCMR v2) that names a token, strict in what is shown and open to everything else a registry says:
 * libauth's own validator refuses one for any field that is newer than it is.
 */
const Snapshot = Type.Object({
  name: Type.String(),
  description: Type.Optional(Type.String()),
  uris: Type.Optional(Type.Object({ icon: Type.Optional(Type.String()) })),
  token: Type.Object({
    category: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    symbol: Type.String(),
    decimals: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_TOKEN_DECIMALS })),
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

/** Editors save a byte order mark, and generators write `null` for an optional field: neither says anything. */
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text.replace(/^\uFEFF/u, ''), (_, value: unknown) => value ?? undefined) as unknown;
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
 * @returns undefined where it is not a registry, or says nothing of the token that can be shown
 */
export const readRegistry = (text: string, category: string, now: number): RegistryEntry | undefined => {
  const history = own(own(parse(text), 'identities'), category);
  if (!isRecord(history)) return undefined;
  const times = Object.keys(history)
    .filter((time) => TIMESTAMP.test(time) && readTime(time).ok)
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
