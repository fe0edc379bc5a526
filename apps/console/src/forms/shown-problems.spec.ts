import { shownProblems } from './problems.js';

describe('the problems that a form shows', () => {
  const problems = { recipient: 'Say who', amount: 'Digits', list: 'Choose it' };
  const draft = { recipient: ' ', amount: '1,5' };

  it('are those of filled fields before it is submitted, and all afterwards', () => {
    expect(shownProblems(problems, draft, false)).toEqual({ amount: 'Digits' });
    expect(shownProblems(problems, draft, true)).toBe(problems);
  });
});
