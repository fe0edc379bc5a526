import { FIRST_PAGE, knownRows, PAGE_ROWS, pagesOf, withPage } from './page-window.js';

describe('the pages of an endless list', () => {
  const two = withPage(FIRST_PAGE, 0, PAGE_ROWS, 'b');
  const three = withPage(two, 1, PAGE_ROWS, 'c');

  it('are found one after the other', () => {
    expect(three.cursors).toEqual([undefined, 'b', 'c']);
    expect(knownRows(three)).toBe(3 * PAGE_ROWS);
    expect(knownRows(withPage(three, 2, 7, null))).toBe(2 * PAGE_ROWS + 7);
  });

  it('stay as they are where a page is read again', () => {
    expect(withPage(three, 0, PAGE_ROWS, 'b')).toBe(three);
    const whole = withPage(three, 2, 7, null);
    expect(withPage(whole, 2, 7, null)).toBe(whole);
  });

  it('are found anew behind a page that ends elsewhere now', () =>
    expect(withPage(three, 0, PAGE_ROWS, 'b2').cursors).toEqual([undefined, 'b2']));

  it('are told by rows, and never beyond those that are known', () => {
    expect(pagesOf(0, 10, three)).toEqual([0]);
    expect(pagesOf(PAGE_ROWS - 1, PAGE_ROWS, three)).toEqual([0, 1]);
    expect(pagesOf(PAGE_ROWS, 10 * PAGE_ROWS, three)).toEqual([1, 2]);
  });

  it('pass over what is read of a page that nobody knows any more', () =>
    expect(withPage(FIRST_PAGE, 3, PAGE_ROWS, 'x')).toBe(FIRST_PAGE));
});
