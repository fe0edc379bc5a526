import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, ConsoleMessage, Page } from 'playwright-core';
import type { LocalStack } from '@weir/local';
import { whatItShows } from './what-it-shows.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Reached only by what never comes: shorter than the spec runner's limit, so that the test says what it waited for. */
const LONGEST_WAIT_MS = 240_000;

export interface PageOptions {
  /** Chooses the page's wallet in the open menu; by default one in the page. */
  readonly choose?: ((one: ConsolePage) => Promise<void>) | undefined;
  readonly width?: number;
  readonly theme?: Theme;
  /** Whether the test reads what is signed, and signs in itself; else each review is confirmed as it appears. */
  readonly readsReviews?: boolean;
  /** The language of the page, as its user has chosen it; by default that of the browser, English. */
  readonly language?: string;
  /** Whether it is the page of a phone, which fingers touch. */
  readonly isTouched?: boolean;
  /** Whether the page's service worker runs. */
  readonly worksOffline?: boolean;
}

/** A page of the console, with the errors it reported. */
export interface ConsolePage extends Pick<PageOptions, 'choose'> {
  readonly page: Page;
  /** Goes to a path of the console: loads it at first, and later goes on to it as a link in the page does. */
  readonly open: (path: string) => Promise<void>;
  /** Loads a path of the console again, as from the browser's address bar. */
  readonly load: (path: string) => Promise<void>;
  /** Waits until nothing is being loaded any more, in any language. */
  readonly settled: () => Promise<void>;
  /** Errors and warnings of the browser's console, CSP violations and uncaught exceptions. */
  readonly complaints: readonly string[];
  /** Runs axe (WCAG 2.2 AA) on the page, or on the first of its parts that a selector finds, by default in both themes. */
  readonly violations: (themes?: readonly Theme[], within?: string) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
  /** Describes what it shows and was answered last; undefined once it is closed. */
  readonly explain: () => Promise<string | undefined>;
}

/** Options that leave out what takes three quarters of axe's time: passes, preloading and selectors. */
const LEAN = { resultTypes: ['violations'], preload: false, selectors: false };
/** Rules by theme; themes differ in colours only, so the second is checked by the rules for colours. */
const RULES = {
  light: { ...LEAN, runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  dark: { ...LEAN, runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
};
export type Theme = keyof typeof RULES;

/** Returns the script that runs axe and gives its violations as `rule: element`. */
const findingsOf = (scheme: Theme, within: string): string =>
  `axe.run(document.querySelector(${JSON.stringify(within)}), ${JSON.stringify(RULES[scheme])}).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`;

/** Returns the script that sets a theme as the switch does, and waits until the page is redrawn. */
export const themeOf = (scheme: Theme): string => `(async () => {
  const root = document.documentElement;
  root.dataset.theme = '${scheme}';
  root.hidden = true;
  root.getBoundingClientRect();
  root.hidden = false;
  for (let frame = 0; frame < 3; frame += 1) await new Promise((done) => requestAnimationFrame(done));
})()`;

/** Returns the script that goes on to a path without loading it, which the page's router hears of. */
const followLink = (path: string): string => `history.pushState({}, '', ${JSON.stringify(path)})`;

/**
 * The API answers 503 where its indexer takes more than half a second, as it may on a busy machine. The page retries; browsers
 * report it all the same.
 */
const isBusyIndexer = (message: ConsoleMessage): boolean =>
  message.text().includes('status of 503') && message.location().url.includes('/api/indexer/');

/** With authentication required, the client gets one 401, signs in and retries; browsers report the 401. */
const isSignIn = (message: ConsoleMessage): boolean =>
  message.text().includes('status of 401') && message.location().url.includes('/api/');

/** Pages run without their service worker, and say so. */
const isBlockedWorker = (message: ConsoleMessage): boolean =>
  message.text() === 'Service Worker registration blocked by Playwright';

/** A relay may hand over the settlement of a session twice. The library of WalletConnect ignores the second one, and logs it as an error. */
const isSettledTwice = (message: ConsoleMessage): boolean =>
  message.text().includes('Pending session not found for topic');

/** Confirms each review that appears, until the page is closed. */
const confirmReviews = async (page: Page): Promise<void> => {
  const confirm = page.getByRole('button', { name: 'Continue to the wallet' });
  // A review may close, or the page be left, while it is clicked.
  while (!page.isClosed()) await confirm.click().catch(() => undefined);
};

/** Signs in on each page that offers it, until the page is closed. */
const signInWhereOffered = async (page: Page): Promise<void> => {
  const signIn = page.getByRole('button', { name: 'Sign in with your wallet' }).first();
  while (!page.isClosed()) await signIn.click().catch(() => undefined);
};

/** Opens a page in a browser context of its own. */
export const openPage = async (
  browser: Browser,
  { apiUrl }: LocalStack,
  {
    width = 1_280,
    theme = 'light',
    readsReviews = false,
    isTouched = false,
    worksOffline = false,
    language,
    choose,
  }: PageOptions = {},
): Promise<ConsolePage> => {
  const context = await browser.newContext({
    viewport: { width, height: width < 700 ? 740 : 900 },
    isMobile: isTouched,
    hasTouch: isTouched,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    // Requests that a service worker makes are seen by no test.
    serviceWorkers: worksOffline ? 'allow' : 'block',
    timezoneId: 'Europe/Berlin',
  });
  context.setDefaultTimeout(LONGEST_WAIT_MS);
  if (language !== undefined) await context.addInitScript(`localStorage.setItem('weir:language', '${language}')`);
  const page = await context.newPage();
  if (!readsReviews) {
    void confirmReviews(page);
    void signInWhereOffered(page);
  }
  const complaints: string[] = [];
  const shown = whatItShows(page);
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (isBusyIndexer(message) || isSignIn(message) || isBlockedWorker(message) || isSettledTwice(message)) return;
    complaints.push(`${message.text()} ${message.location().url}`.trim());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));

  const violationsNow = async (scheme: Theme, within: string): Promise<readonly string[]> => {
    await page.evaluate(themeOf(scheme));
    const found = await page.evaluate<readonly string[]>(findingsOf(scheme, within));
    return found.map((finding) => `${scheme} ${finding}`);
  };
  /** Returns violations found twice in a row: a button that becomes enabled while axe runs may look like one. */
  const run = async (scheme: Theme, within: string): Promise<readonly string[]> => {
    const found = await violationsNow(scheme, within);
    if (found.length === 0) return found;
    const again = await violationsNow(scheme, within);
    return found.filter((violation) => again.includes(violation));
  };
  const load = async (path: string): Promise<void> => {
    await page.goto(`${apiUrl}${path}`);
  };
  return {
    page,
    choose,
    complaints,
    load,
    async settled() {
      await page.locator('main h1, main h2').first().waitFor();
      await page.locator('main [class*="spinner"]').first().waitFor({ state: 'detached' });
    },
    open: async (path) => {
      if (page.url().startsWith(apiUrl)) await page.evaluate(followLink(path));
      else await load(path);
    },
    async violations(themes = ['light', 'dark'], within = 'html') {
      // Evaluated by the debugger, to which the page's CSP does not apply.
      if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(AXE);
      const found: string[] = [];
      for (const scheme of themes) found.push(...(await run(scheme, within)));
      return found;
    },
    close: () => context.close(),
    explain: async () => (page.isClosed() ? undefined : shown()),
  };
};
