import { MissingTransactions } from './missing-transactions.js';

describe('MissingTransactions', () => {
  let now = 0;
  const after = (milliseconds: number) => (now += milliseconds);
  const create = () => new MissingTransactions({ checks: 3, spacingMs: 10 }, () => now);

  it('counts denials that are far enough apart', () => {
    const missing = create();
    expect([
      missing.recordDenial('s', 't'),
      missing.recordDenial('s', 't'),
      missing.recordDenial('s', 't'),
      missing.recordDenial('s', 't'),
    ]).toEqual([false, false, false, false]);
    after(10);
    expect(missing.recordDenial('s', 't')).toBe(false);
    after(9);
    expect(missing.recordDenial('s', 't')).toBe(false);
    after(1);
    expect(missing.recordDenial('s', 't')).toBe(true);
  });

  it('starts again when the transaction was seen, and for another transaction or resource', () => {
    const missing = create();
    for (let i = 0; i < 2; i += 1, after(10)) expect(missing.recordDenial('s', 't')).toBe(false);
    missing.clear('s');
    for (let i = 0; i < 2; i += 1, after(10)) expect(missing.recordDenial('s', 't')).toBe(false);
    expect(missing.recordDenial('s', 'another')).toBe(false);
    expect(missing.recordDenial('another', 't')).toBe(false);
    after(10);
    expect(missing.recordDenial('s', 't')).toBe(false);
  });
});
