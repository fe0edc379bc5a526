/**
 * Returns a file's text with another part between two of its lines.
 *
 * @param lines the text before the part, and the text after it
 * @throws Error where the file lacks these
 */
export const withPart = (text: string, [before, after]: readonly [string, string], part: string): string => {
  const [begin, end] = [text.indexOf(before), text.indexOf(after)];
  if (begin < 0 || end < begin) throw new Error(`Nothing is written: the file lacks the lines ${before} and ${after}`);
  return `${text.slice(0, begin)}${before}${part}${text.slice(end)}`;
};
