import type { Page } from 'playwright-core';
import { themeOf, type ConsolePage } from './page.js';

/** Directory for screenshots of all pages, to look at or to update those of docs/console.md. */
export const { WEIR_SCREENSHOTS } = process.env;

/** The 640 px are those of a screen of 1,280 px at 200 % zoom. */
export const ALL_WIDTHS = [320, 360, 640, 768, 1_440, 1_920];

/** Whether all pages are checked at all widths, rather than a sample. */
export const CHECKS_ALL = process.env['WEIR_ALL_WIDTHS'] !== undefined;

/** The widths at which pages are checked. */
const WIDTHS = CHECKS_ALL ? ALL_WIDTHS : [360, 1_440];
/** Of the page, and of the dialogs and menus on it, which scroll by themselves. */
const IS_TOO_WIDE = `[document.documentElement, ...document.querySelectorAll('[role="dialog"], [role="alertdialog"], :popover-open')]
  .some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)`;

const NEXT_FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))';

/** Waits until a page is drawn as it is now. */
export const nextFrames = (page: Page): Promise<unknown> => page.evaluate(NEXT_FRAMES);

/** Returns the size of a screen of a width. */
export const sizeOf = (width: number) => ({ width, height: width < 700 ? 740 : 900 });

/** Changes the width of a page, and waits until it is drawn so. */
export const resize = async (page: Page, width: number): Promise<void> => {
  await page.setViewportSize(sizeOf(width));
  await nextFrames(page);
};

/** Whether a page is wider than its screen, or one of its dialogs wider than itself. */
export const isTooWide = async (page: Page): Promise<boolean> => (await page.evaluate(IS_TOO_WIDE)) === true;

/** Takes a picture of a page as it is, where pictures are wanted. */
export const photograph = async (page: Page, name: string): Promise<void> => {
  if (WEIR_SCREENSHOTS !== undefined)
    await page.screenshot({ path: `${WEIR_SCREENSHOTS}/${name}.png`, fullPage: true });
};

/** Returns the faults of a page, at each width and in both themes: axe violations, and horizontal overflow. */
export const look = async ({ page, violations, choose }: ConsolePage, name: string): Promise<readonly string[]> => {
  // Pages look the same with every wallet: they are checked with the one in the page.
  if (choose !== undefined) return [];
  const before = page.viewportSize();
  const found: string[] = [];
  for (const width of WIDTHS) {
    await resize(page, width);
    found.push(...(await violations()).map((violation) => `${name} ${width}: ${violation}`));
    if (await isTooWide(page)) found.push(`${name} ${width}: wider than its screen`);
    if (WEIR_SCREENSHOTS === undefined) continue;
    for (const theme of ['dark', 'light'] as const) {
      await page.evaluate(themeOf(theme));
      await photograph(page, `${name}-${width}-${theme}`);
    }
  }
  if (before !== null) await page.setViewportSize(before);
  return found;
};
