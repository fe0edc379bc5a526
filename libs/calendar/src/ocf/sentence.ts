import { type AddressFault, faultText } from '@weir/merkle/addresses';
import { IN_BASE_UNITS, type ListProblem, reasonOf } from '@weir/merkle/lists';

/**
 * What stands for a name of a sentence: a text of the file or a date as it is, a number that each language writes its own way, a part that
 * has a text of its own, or what is wrong with an address or a list, for which a page may have its own words.
 */
export type SentenceValue =
  | string
  | number
  | bigint
  | Sentence
  | { readonly fault: AddressFault }
  | { readonly listProblem: ListProblem };

/** A sentence of the import. Its text is English, and the key by which another language has it. */
export interface Sentence {
  /** With names in braces. */
  readonly text: string;
  /** What stands for the names. */
  readonly values: Readonly<Record<string, SentenceValue>>;
}

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** A text that is known where the program is compiled, so that catalogues can have it. */
export type Literal<Text extends string> = string extends Text ? never : Text;

/** What stands for the names of a text: nothing where it has none. */
export type ValuesOf<Text extends string> = [NamesIn<Text>] extends [never]
  ? readonly []
  : readonly [values: Readonly<Record<NamesIn<Text>, SentenceValue>>];

/** Makes a sentence: `sentence('File {name}', { name })`. */
export const sentence = <Text extends string>(text: Literal<Text>, ...[values]: ValuesOf<Text>): Sentence => ({
  text,
  values: values ?? {},
});

const valueText = (value: SentenceValue): string => {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return value.toLocaleString('en');
  if ('fault' in value) return `It ${faultText(value.fault)}`;
  return 'listProblem' in value ? reasonOf(value.listProblem, IN_BASE_UNITS) : sentenceText(value);
};

/** Writes a sentence in English. */
export const sentenceText = ({ text, values }: Sentence): string =>
  text.replaceAll(/\{(\w+)\}/gu, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : valueText(value);
  });

const SHOWN_LENGTH = 60;

/** Shows a value of a file in a sentence, at most 60 characters of it; one that is missing as null. */
export const shown = (value: unknown): string => {
  const text = JSON.stringify(value ?? null);
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
};
