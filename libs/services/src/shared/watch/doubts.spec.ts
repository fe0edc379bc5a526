import { Doubts } from './doubts.js';

describe('Doubts', () => {
  let now = 0;
  const after = (milliseconds: number) => (now += milliseconds);
  const create = () => new Doubts({ checks: 3, spacingMs: 10 }, () => now);

  it('counts denials that are far enough apart', () => {
    const doubts = create();
    expect([doubts.deny('s', 't'), doubts.deny('s', 't'), doubts.deny('s', 't'), doubts.deny('s', 't')]).toEqual([
      false,
      false,
      false,
      false,
    ]);
    after(10);
    expect(doubts.deny('s', 't')).toBe(false);
    after(9);
    expect(doubts.deny('s', 't')).toBe(false);
    after(1);
    expect(doubts.deny('s', 't')).toBe(true);
  });

  it('starts anew when the transaction was seen, and for another transaction or resource', () => {
    const doubts = create();
    for (let i = 0; i < 2; i += 1, after(10)) expect(doubts.deny('s', 't')).toBe(false);
    doubts.clear('s');
    for (let i = 0; i < 2; i += 1, after(10)) expect(doubts.deny('s', 't')).toBe(false);
    expect(doubts.deny('s', 'another')).toBe(false);
    expect(doubts.deny('another', 't')).toBe(false);
    after(10);
    expect(doubts.deny('s', 't')).toBe(false);
  });
});
