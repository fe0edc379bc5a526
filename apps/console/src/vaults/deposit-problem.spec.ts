import { depositProblem } from './deposit-problem.js';

describe('depositProblem', () => {
  it.each(['0.00001', '0.5', '20000'])('accepts %s', (amount) => expect(depositProblem(amount)).toBeUndefined());

  it.each(['', '0', '0.00000999', '1e3', '-1', '0.123456789', 'all'])('refuses %j', (amount) =>
    expect(depositProblem(amount)).toMatch(/\S/),
  );
});
