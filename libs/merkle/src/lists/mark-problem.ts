import type { AmountColumn } from '../amounts/read-amount.js';
import type { FileProblem } from './list-problem.js';

/** Returns why the decimal mark of a column is not known; undefined where it is. */
export const markProblemOf = (column: AmountColumn): FileProblem | undefined => {
  const { mark } = column;
  switch (mark.status) {
    case 'ok':
      return undefined;
    case 'ambiguous':
      return { code: 'AMBIGUOUS_AMOUNTS', line: mark.line, text: mark.text, choices: mark.choices };
    case 'contradiction': {
      const [first, other] = [mark.point, mark.comma].toSorted((one, two) => one.line - two.line);
      if (first === undefined || other === undefined) return undefined;
      return {
        code: 'MIXED_MARKS',
        line: first.line,
        text: first.text,
        otherLine: other.line,
        otherText: other.text,
      };
    }
  }
};
