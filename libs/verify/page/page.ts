import { answer, deviceTime, LINE_NAMES, LINES_TITLE, VERDICTS, type Answer } from '../src/cli/answer.js';
import type { SummaryLine } from '../src/summary/words.js';

const elementOf = (id: string): HTMLElement => {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no ${id}`);
  return element;
};

const withText = (name: string, text: string): HTMLElement => {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
};

/** Shows what the signer's coins hold before and after, an asset a row. */
const tableOf = (lines: readonly SummaryLine[]): HTMLElement => {
  const table = document.createElement('table');
  table.className = 'lines';
  table.createCaption().textContent = LINES_TITLE;
  table
    .createTHead()
    .insertRow()
    .append(...LINE_NAMES.map((name) => withText('th', name)));
  const body = table.createTBody();
  for (const { asset, before, after, difference } of lines)
    body.insertRow().append(withText('th', asset), ...[before, after, difference].map((cell) => withText('td', cell)));
  return table;
};

const show = (given: Answer): void => {
  const verdict = withText('p', VERDICTS[given.verdict]);
  verdict.className = given.verdict;
  const result = elementOf('result');
  if (!('summary' in given)) {
    result.replaceChildren(verdict, withText('p', given.message));
    return;
  }
  const table = document.createElement('table');
  for (const { label, value } of given.summary.rows) {
    const row = table.insertRow();
    row.append(withText('th', label), withText('td', value));
  }
  const { sentences, lines } = given.summary;
  result.replaceChildren(
    verdict,
    ...sentences.map((sentence) => withText('h2', sentence)),
    table,
    ...(lines.length > 0 ? [tableOf(lines)] : []),
  );
};

const question = elementOf('question') as HTMLTextAreaElement;
const file = elementOf('file') as HTMLInputElement;

const check = (): void => show(answer(question.value, deviceTime()));

const checkFile = async (): Promise<void> => {
  question.value = (await file.files?.[0]?.text()) ?? '';
  // The same file is read again, should it be chosen again: it may have changed.
  file.value = '';
  check();
};

elementOf('check').addEventListener('click', check);
// The result belongs to the question that was checked.
question.addEventListener('input', () => elementOf('result').replaceChildren());
file.addEventListener('change', () => void checkFile());
