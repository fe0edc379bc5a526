import { numberText, t } from '../language/text.js';

/** Returns what is wrong with a text that is too long; undefined where nothing is. @param most characters that the service takes */
export const lengthProblem = (text: string, most: number): string | undefined => {
  const { length } = text.trim();
  return length > most
    ? t('At most {most} characters, and these are {count}', { most: numberText(most), count: numberText(length) })
    : undefined;
};

/** Returns the problems of texts that are too long, by their fields. @param limits most characters of each field */
export const lengthProblems = <Name extends string>(
  texts: Readonly<Record<NoInfer<Name>, string>>,
  limits: Readonly<Record<Name, number>>,
): Partial<Record<Name, string>> => {
  const problems: Partial<Record<Name, string>> = {};
  for (const [name, most] of Object.entries(limits) as [Name, number][]) {
    const problem = lengthProblem(texts[name], most);
    if (problem !== undefined) problems[name] = problem;
  }
  return problems;
};
