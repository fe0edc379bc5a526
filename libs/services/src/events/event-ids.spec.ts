import { createEventIds } from './event-ids.js';

describe('ids of events', () => {
  const ids = createEventIds('a secret');

  it('are the same where they are made, and are read back', () => {
    for (const position of [0, 1, Number.MAX_SAFE_INTEGER]) {
      expect(createEventIds('a secret').of(position)).toBe(ids.of(position));
      expect(ids.read(ids.of(position))).toBe(position);
    }
  });

  it('do not distinguish how far they are, and marks not even whether anything happened', () => {
    expect(ids.of(1)).toMatch(/^evt_[\w-]{22}$/);
    expect(ids.of(1).slice(0, 14)).not.toBe(ids.of(2).slice(0, 14));
    const marks = [ids.mark(7), ids.mark(7)];
    expect(new Set([...marks, ids.of(7)]).size).toBe(3);
    expect(marks.map((mark) => ids.read(mark))).toEqual([7, 7]);
  });

  it.each(['', '7', 'evt_AAAAAAAAAAAAAAAAAAAAAA', createEventIds('another').of(1), `${ids.of(1)}A`])(
    'of others are refused: %s',
    (id) => {
      expect(() => ids.read(id)).toThrow(expect.objectContaining({ code: 'INVALID_CURSOR' }) as Error);
    },
  );
});
