import { PAGE_ROWS } from './page-query.js';
import { FIRST_PAGE, knownRows, pagesOf, withPage } from './use-activity.js';

describe('the pages of an endless list', () => {
  const two = withPage(FIRST_PAGE, 0, PAGE_ROWS, 'b');
  const three = withPage(two, 1, PAGE_ROWS, 'c');

  it('become known one after the other', () => {
    expect(three.cursors).toEqual([undefined, 'b', 'c']);
    expect(knownRows(three)).toBe(3 * PAGE_ROWS);
    expect(knownRows(withPage(three, 2, 7, null))).toBe(2 * PAGE_ROWS + 7);
  });

  it('stay the same when a page is read again', () => {
    expect(withPage(three, 0, PAGE_ROWS, 'b')).toBe(three);
    const whole = withPage(three, 2, 7, null);
    expect(withPage(whole, 2, 7, null)).toBe(whole);
  });

  it('are dropped after a page that now ends elsewhere', () =>
    expect(withPage(three, 0, PAGE_ROWS, 'b2').cursors).toEqual([undefined, 'b2']));

  it('are selected by rows, among those that are known', () => {
    expect(pagesOf(0, 10, three)).toEqual([0]);
    expect(pagesOf(PAGE_ROWS - 1, PAGE_ROWS, three)).toEqual([0, 1]);
    expect(pagesOf(PAGE_ROWS, 10 * PAGE_ROWS, three)).toEqual([1, 2]);
  });

  it('ignore an answer of a page that is no longer known', () =>
    expect(withPage(FIRST_PAGE, 3, PAGE_ROWS, 'x')).toBe(FIRST_PAGE));
});
