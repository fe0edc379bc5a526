import { themeOf, type ConsolePage } from './page.js';

/** Where pictures of all pages go, when somebody wants to look at them or to renew those of docs/console.md. */
export const { WEIR_SCREENSHOTS } = process.env;

const WIDTHS = [360, 1_440];
const IS_TOO_WIDE = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';

/** What is amiss with a page as it stands, on a phone and on a desk, in both themes: what axe finds, and a page wider than its screen. */
export const look = async ({ page, violations }: ConsolePage, name: string): Promise<readonly string[]> => {
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
