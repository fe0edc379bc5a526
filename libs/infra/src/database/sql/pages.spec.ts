import { InvalidCursorError } from './database-errors.js';
import { decodeCursor, encodeCursor } from './pages.js';

const CURSOR = { createdAt: 1_700_000_000, id: '01890a5d-ac96-774b-bcce-b302099a8057' };
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('cursor', () => {
  it('decodes to what was encoded', () => {
    const text = encodeCursor(CURSOR);
    expect(text).toMatch(/^[\w-]+$/);
    expect(decodeCursor(text)).toEqual(CURSOR);
  });

  it.each([
    ['nothing', ''],
    ['no base64url', 'a+b/c='],
    ['no JSON', Buffer.from('no json').toString('base64url')],
    ['an object', encode({ createdAt: '1', id: CURSOR.id })],
    ['too few parts', encode(['1'])],
    ['too many parts', encode(['1', CURSOR.id, 1])],
    ['a number for the time', encode([1, CURSOR.id])],
    ['a negative time', encode(['-1', CURSOR.id])],
    ['a time beyond exact numbers', encode(['99999999999999999999', CURSOR.id])],
    ['no uuid', encode(['1', "' OR true --"])],
    ['an upper-case uuid', encode(['1', CURSOR.id.toUpperCase()])],
    ['an id of another type', encode(['1', null])],
    ['null', encode(null)],
    ['a huge text', 'A'.repeat(100_000)],
    ['half of one', encodeCursor(CURSOR).slice(0, 30)],
  ])('refuses %s', (_, text) => {
    expect(() => decodeCursor(text)).toThrow(InvalidCursorError);
  });
});
