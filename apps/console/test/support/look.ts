import { themeOf, type ConsolePage } from './page.js';

/** Directory for screenshots of all pages, to look at or to update those of docs/console.md. */
export const { WEIR_SCREENSHOTS } = process.env;

const WIDTHS = [360, 1_440];
const IS_TOO_WIDE = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';

/** Returns the faults of a page, at a phone's and a desktop's width and in both themes: axe violations, and horizontal overflow. */
export const look = async ({ page, violations, choose }: ConsolePage, name: string): Promise<readonly string[]> => {
  // Pages look the same whichever wallet is connected: they are checked with the one in the page.
  if (choose !== undefined) return [];
  const before = page.viewportSize();
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width < 700 ? 740 : 900 });
    found.push(...(await violations()).map((violation) => `${name} ${width}: ${violation}`));
    if ((await page.evaluate(IS_TOO_WIDE)) === true) found.push(`${name} ${width}: wider than its screen`);
    if (WEIR_SCREENSHOTS === undefined) continue;
    for (const theme of ['dark', 'light'] as const) {
      await page.evaluate(themeOf(theme));
      await page.screenshot({ path: `${WEIR_SCREENSHOTS}/${name}-${width}-${theme}.png`, fullPage: true });
    }
  }
  if (before !== null) await page.setViewportSize(before);
  return found;
};
