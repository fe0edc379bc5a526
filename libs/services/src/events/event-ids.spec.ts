import { createEventIds } from './event-ids.js';

describe('ids of events', () => {
  const ids = createEventIds('a secret');

  it('are the same wherever they are made, and are read back', () => {
    for (const position of [0n, 1n, 2n ** 63n - 1n]) {
      expect(createEventIds('a secret').of(position)).toBe(ids.of(position));
      expect(ids.read(ids.of(position))).toBe(position);
    }
  });

  it('do not tell how far they are apart, and marks not even whether anything happened', () => {
    expect(ids.of(1n)).toMatch(/^evt_[\w-]{22}$/);
    expect(ids.of(1n).slice(0, 14)).not.toBe(ids.of(2n).slice(0, 14));
    const marks = [ids.mark(7n), ids.mark(7n)];
    expect(new Set([...marks, ids.of(7n)]).size).toBe(3);
    expect(marks.map((mark) => ids.read(mark))).toEqual([7n, 7n]);
  });

  it.each(['', '7', 'evt_AAAAAAAAAAAAAAAAAAAAAA', createEventIds('another').of(1n), `${ids.of(1n)}A`])(
    'of others are refused: %s',
    (id) => {
      expect(() => ids.read(id)).toThrow(expect.objectContaining({ code: 'INVALID_CURSOR' }) as Error);
    },
  );
});
