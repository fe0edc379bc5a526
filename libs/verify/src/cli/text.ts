import { VERDICTS, type Answer } from './answer.js';

/** Writes an answer as text: the sentences, a table of two columns, and the verdict. */
export const textOf = (given: Answer): string => {
  const verdict = VERDICTS[given.verdict];
  if (!('summary' in given)) return `${verdict} ${given.message}`;
  const { sentences, rows } = given.summary;
  const width = Math.max(...rows.map(({ label }) => label.length));
  const table = rows.map(({ label, value }) => `  ${label.padEnd(width)}  ${value}`);
  return [...sentences, '', ...table, '', verdict].join('\n');
};
