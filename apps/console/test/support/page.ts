import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, ConsoleMessage, Page } from 'playwright-core';
import type { LocalStack } from '@weir/local';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface PageOptions {
  readonly width?: number;
  readonly theme?: Theme;
}

/** A page of the console, and what went wrong in it. */
export interface ConsolePage {
  readonly page: Page;
  /** Goes to an address of the console. */
  readonly open: (path: string) => Promise<void>;
  /** What the console said that it should not: errors, violations of the policy, exceptions. */
  readonly complaints: readonly string[];
  /** What axe finds against WCAG 2.2 AA on the page as it is, in both themes. */
  readonly violations: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

/** Only what is amiss is described, and nothing loaded anew for it: three quarters of a look go into the rest. */
const LEAN = { resultTypes: ['violations'], preload: false, selectors: false };
/** What is looked for in each theme: themes differ in nothing but colours, so the second is judged by the rules of colours. */
const RULES = {
  light: { ...LEAN, runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  dark: { ...LEAN, runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
};
type Theme = keyof typeof RULES;

/** Runs axe in the page. @returns what it finds as `rule: element` */
const findingsOf = (scheme: Theme): string => `axe.run(${JSON.stringify(RULES[scheme])}).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`;

/** Chooses a theme as the switch does, and has every style computed and drawn anew before anybody looks. */
export const themeOf = (scheme: Theme): string => `(async () => {
  const root = document.documentElement;
  root.dataset.theme = '${scheme}';
  root.hidden = true;
  root.getBoundingClientRect();
  root.hidden = false;
  for (let frame = 0; frame < 3; frame += 1) await new Promise((done) => requestAnimationFrame(done));
})()`;

/**
 * The API gives its indexer half a second, and says 503 beyond it: on a busy machine that is how it is meant to be. The page
 * asks again; browsers report it all the same.
 */
const isBusyIndexer = (message: ConsoleMessage): boolean =>
  message.text().includes('status of 503') && message.location().url.includes('/api/indexer/');

/** Where callers are proven the client is refused once, signs in and asks again; browsers report the refusal. */
const isSignIn = (message: ConsoleMessage): boolean =>
  message.text().includes('status of 401') && message.location().url.includes('/api/');

/** Opens a page in a context of its own. */
export const openPage = async (
  browser: Browser,
  { apiUrl }: LocalStack,
  { width = 1_280, theme = 'light' }: PageOptions = {},
): Promise<ConsolePage> => {
  const context = await browser.newContext({
    viewport: { width, height: width < 700 ? 740 : 900 },
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (isBusyIndexer(message) || isSignIn(message)) return;
    complaints.push(`${message.text()} ${message.location().url}`.trim());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));

  const violationsNow = async (scheme: Theme): Promise<readonly string[]> => {
    await page.evaluate(themeOf(scheme));
    const found = await page.evaluate<readonly string[]>(findingsOf(scheme));
    return found.map((finding) => `${scheme} ${finding}`);
  };
  /** What is found twice in a row: a button that is enabled while axe looks has the colours of one moment and the state of the next. */
  const run = async (scheme: Theme): Promise<readonly string[]> => {
    const found = await violationsNow(scheme);
    if (found.length === 0) return found;
    const again = await violationsNow(scheme);
    return found.filter((violation) => again.includes(violation));
  };
  return {
    page,
    complaints,
    open: async (path) => {
      await page.goto(`${apiUrl}${path}`);
    },
    async violations() {
      // Evaluated by the debugger, which no policy of the page's concerns.
      if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(AXE);
      const light = await run('light');
      const dark = await run('dark');
      return [...light, ...dark];
    },
    close: () => context.close(),
  };
};
