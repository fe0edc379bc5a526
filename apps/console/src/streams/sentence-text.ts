import type { Sentence, SentenceValue } from '@weir/calendar/ocf';
import { addressFaultText } from '../forms/address-problem.js';
import { fillText, numberText, translated } from '../language/text.js';
import { listProblemText } from '../table/problem-text.js';

const valueText = (value: SentenceValue): string => {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return numberText(value);
  if ('fault' in value) return addressFaultText(value.fault);
  if (!('listProblem' in value)) return sentenceText(value);
  // The sentence ends it.
  return listProblemText(value.listProblem, 'BCH').replace(/[.。]$/u, '');
};

/** Writes a sentence about a cap table in the language of the page. `scripts/source-texts.ts` reads what such sentences are. */
export const sentenceText = ({ text, values }: Sentence): string =>
  fillText(
    translated(text),
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueText(value)])),
  );
