import { answer, deviceTime, VERDICTS, type Answer } from '../src/cli/answer.js';

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
  result.replaceChildren(verdict, ...given.summary.sentences.map((sentence) => withText('h2', sentence)), table);
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
// What is shown is about what stands there.
question.addEventListener('input', () => elementOf('result').replaceChildren());
file.addEventListener('change', () => void checkFile());
