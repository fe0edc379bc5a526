/** Reads a template in `cash/` by its name. */
export type TemplateReader = (name: string) => string;

const BORROWED = /^ *@function (\w+) (\S+)(?: (vested|\d+))?\n/gmu;
const MARKED = /^( *)@(plain|vested) (.*\n)/gmu;
/** Where a function splits a state, but for the recipient and the new one. Smaller numbers are of other things. */
const SPLIT = /\b(?!named\b)(\w+)\.split\((\d\d)\)/gu;

/** A function of a template, with the comment above it. */
const functionOf = (template: string, name: string): string | undefined =>
  new RegExp(`^(?: *//.*\\n)* {4}function ${name}\\([\\s\\S]*?^ {4}\\}\\n`, 'mu').exec(template)?.[0];

/** A text with the lines that its form has: those marked `@plain` pay recipients, those marked `@vested` their locks. */
const inForm = (text: string, form: 'plain' | 'vested'): string =>
  text.replace(MARKED, (_, indent: string, marked: string, line: string) => (marked === form ? indent + line : ''));

/** Bytes of a plan's state, by the name of its source. */
const stateBytesOf = (source: string): number => (source.endsWith('-token') ? 38 : 40);

/** A function for a state of so many bytes more that ends in the recipient, too. */
const resized = (text: string, more: number): string =>
  text.replace(SPLIT, (_, of: string, at: string) => `${of}.split(${Number(at) + more})`);

/**
 * A template with functions of others where it says `@function <function> <template>`: claims do not depend on the creator, closes do
 * not depend on what a claim pays, and moves do not depend on when a stream pays. With `vested` behind it, in the vested form; with a
 * number, a plan's function for a state of so many bytes.
 *
 * @throws Error where the other one has no such function
 */
export const withFunctions = (template: string, read: TemplateReader): string =>
  inForm(
    template.replace(BORROWED, (_, name: string, from: string, how: string | undefined) => {
      const borrowed = functionOf(read(from), name);
      if (borrowed === undefined) throw new Error(`${from} has no function ${name}`);
      const text = inForm(borrowed, how === 'vested' ? 'vested' : 'plain');
      return how === undefined || how === 'vested' ? text : resized(text, Number(how) - stateBytesOf(from));
    }),
    'plain',
  );
