import { withinItself } from './direction-signs.js';
import type { Language } from './languages.js';
import { numberFormat, pluralRules, setLocale } from './locale.js';

declare const source: unique symbol;

/** A text of the page in a table: `t` translates it where it is shown. */
export interface Message<Source extends string = string> {
  readonly [source]: Source;
}

/** A text by plural category (CLDR). */
export type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

/** Finds the translation of a source text; of a plural, whose source is `one | other`, each form. */
export type Catalogue = (text: string) => string | Forms | undefined;

/** The names in braces of a text. */
export type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** A text that is known where the program is compiled, so that catalogues can have it. */
export type Literal<Text extends string> = string extends Text ? never : Text;

type Value = string | number | bigint;

/** What is put in the place of the names of a text. */
type ValuesOf<Text extends string, Known extends string = never> = [Exclude<NamesIn<Text>, Known>] extends [never]
  ? readonly []
  : readonly [values: Readonly<Record<Exclude<NamesIn<Text>, Known>, Value>>];

/** What texts are made with; English until `setLanguage`. */
interface Voice {
  readonly language: Language;
  readonly find: Catalogue;
  readonly isRightToLeft: boolean;
}

let voice: Voice = { language: 'en', find: () => undefined, isRightToLeft: false };

/** Makes texts, numbers and times those of a language. Called before anything is shown. */
export const setLanguage = (language: Language, find: Catalogue): void => {
  voice = { language, find, isRightToLeft: language === 'ar' };
  setLocale(language === 'en-XA' ? 'en' : language);
};

/** Returns the language of the page. */
export const currentLanguage = (): Language => voice.language;

/** Letters of Hebrew, Arabic and the other scripts from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Puts a value between a first strong isolate and its end where its direction may differ from the text's: else an amount beside
 * an Arabic name is on its wrong side.
 */
const isolated = (value: string): string => {
  const shown = withinItself(value);
  return voice.isRightToLeft || RIGHT_TO_LEFT.test(shown) ? `\u2068${shown}\u2069` : shown;
};

const NAME = /\{(\w+)\}/g;

/** Puts values in the place of names in braces. */
export const fillText = (text: string, values: Readonly<Record<string, Value>>): string =>
  text.replace(NAME, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : isolated(String(value));
  });

/** Returns the translation of a text, which has names in braces still. */
export const translated = (text: string): string => {
  const found = voice.find(text);
  return typeof found === 'string' && found !== '' ? found : text;
};

/**
 * Translates a text of the page.
 *
 * @param text in English, known where the program is compiled: catalogues find it by itself
 * @param values what stands for its names: `t('Ends {when}', { when })`
 */
export const t = <Text extends string>(text: Literal<Text> | Message<Text>, ...[values]: ValuesOf<Text>): string =>
  fillText(translated(text as string), values ?? {});

/** Marks a text of a table, which `t` translates where it is shown: tables are made before the language is known. */
export const msg = <Text extends string>(text: Literal<Text>): Message<Text> => text as unknown as Message<Text>;

/** Formats a number. @param digits behind the point at most */
export const numberText = (value: number | bigint, digits = 3): string =>
  numberFormat({ maximumFractionDigits: digits }).format(value);

/** Returns a plural's form for a number, translated, with its values put in. */
export const pluralText = (
  count: number,
  { one, other }: { readonly one: string; readonly other: string },
  values: Readonly<Record<string, Value>> = {},
): string => {
  const found = voice.find(pluralSource(one, other));
  const forms: Forms = typeof found === 'object' ? found : { one, other };
  const english = count === 1 ? 'one' : 'other';
  const category = typeof found === 'object' ? pluralRules().select(count) : english;
  return fillText(forms[category] ?? forms.other ?? other, { ...values, count: numberText(count) });
};

/**
 * Translates a text that depends on a number: `plural(rows, { one: '{count} row', other: '{count} rows' })`.
 *
 * @param values what stands for its names other than `count`
 */
export const plural = <One extends string, Other extends string>(
  count: number,
  { one, other }: { readonly one: Literal<One>; readonly other: Literal<Other> },
  ...[values]: ValuesOf<One | Other, 'count'>
): string => pluralText(count, { one, other }, values);

/** Returns the source by which catalogues know a plural. */
export const pluralSource = (one: string, other: string): string => `${one} | ${other}`;

/** Translates the options of a choice, which are in a table. */
export const tOptions = <Value extends string>(
  options: readonly (readonly [value: Value, text: Message])[],
): readonly (readonly [value: Value, text: string])[] => options.map(([value, text]) => [value, t(text)]);

/** A text that is said elsewhere than it is made, as a worker's: `tPhrase` translates it. */
export interface Phrase {
  readonly text: Message;
  readonly values: Readonly<Record<string, Value>>;
}

/** Returns a text with what stands for its names, to be translated later. */
export const phrase = <Text extends string>(text: Literal<Text>, ...[values]: ValuesOf<Text>): Phrase => ({
  text: msg(text),
  values: values ?? {},
});

/** Translates a text that was made elsewhere; its numbers are written as the language does. */
export const tPhrase = ({ text, values }: Phrase): string => {
  const written = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : numberText(value),
  ]);
  return fillText(translated(text as unknown as string), Object.fromEntries(written) as Record<string, string>);
};
