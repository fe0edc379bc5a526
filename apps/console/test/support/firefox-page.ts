import type { BrowserContext, Page } from 'puppeteer-core';
import { until } from '@weir/testing';

/** Reached only by what never comes: shorter than the spec runner's limit, so that the test says what it waited for. */
const LONGEST_WAIT_MS = 600_000;

/** A page of the console in Firefox, by what its user sees. Texts are exact, patterns match a part. */
export interface FirefoxPage {
  readonly page: Page;
  /** Loads a path of the console. */
  readonly load: (path: string) => Promise<void>;
  /** Presses the button or link of a name once it can be pressed. */
  readonly press: (name: string | RegExp) => Promise<void>;
  /** Types into the field of a label, in place of what it has. */
  readonly type: (label: string, text: string) => Promise<void>;
  readonly choose: (label: string, value: string) => Promise<void>;
  /** Picks one of a choice whose answers are all in view. */
  readonly pick: (label: string) => Promise<void>;
  /** Returns what the field of a label has. */
  readonly valueOf: (label: string) => Promise<string>;
  /** Waits until the page shows a text. */
  readonly sees: (text: string | RegExp) => Promise<void>;
  /** Waits until the path of the address matches. */
  readonly isAt: (path: RegExp) => Promise<void>;
  /** Exceptions that nothing caught. */
  readonly complaints: readonly string[];
}

/** Functions of the page by which elements are found as users find them. */
const FIND = `
  const isFit = (one) => one.checkVisibility({ visibilityProperty: true }) && one.closest('[inert], [aria-hidden="true"]') === null;
  const nameOf = (one) => one.getAttribute('aria-label') ?? one.innerText.trim();
  const fits = (name, { text, pattern }) => (pattern === undefined ? name === text : new RegExp(pattern).test(name));
  const byName = (name) =>
    [...document.querySelectorAll('button, a, summary')].find((one) => isFit(one) && !one.disabled && fits(nameOf(one), name));
  const byLabel = (label) => {
    const found = [...document.querySelectorAll('label')].find((one) => (one.firstElementChild?.innerText ?? one.innerText).trim() === label || one.innerText.trim() === label);
    const named = found?.control ?? [...document.querySelectorAll('input, select, textarea')].find((one) => one.getAttribute('aria-label') === label || one.labels?.[0]?.innerText.trim() === label);
    return named?.disabled === false && isFit(named) ? named : undefined;
  };
`;

/** Confirms each review that appears. */
const CONFIRM = `setInterval(() => {
  const buttons = [...document.querySelectorAll('[role="alertdialog"] button')];
  buttons.find((one) => one.innerText.trim() === 'Continue to the wallet')?.click();
}, 100)`;

/** Opens a page in a browser context of Firefox, which confirms reviews. */
export const openInFirefox = async (context: BrowserContext, baseUrl: string): Promise<FirefoxPage> => {
  const page = await context.newPage();
  page.setDefaultTimeout(LONGEST_WAIT_MS);
  const complaints: string[] = [];
  page.on('pageerror', (error) => {
    // Reported of what a page that is left was loading, and where the user permits no worker.
    const text = String(error);
    if (!text.includes('ServiceWorker')) complaints.push(text);
  });
  await page.evaluateOnNewDocument(CONFIRM);
  const shown = async (): Promise<string> => String(await page.evaluate('document.body.innerText').catch(String));
  // By expressions that are evaluated: Firefox forbids a function made of text, as waitForFunction makes one, where the page does.
  const wait = async (what: string, expression: string) => {
    try {
      return await until(what, async () => {
        const handle = await page.evaluateHandle(`(() => { ${FIND} return ${expression}; })()`);
        return (await handle.evaluate((one) => Boolean(one))) ? handle : undefined;
      });
    } catch (cause) {
      throw new Error(`${page.url()} does not show ${what}:\n${await shown()}`, { cause });
    }
  };
  const nameIn = (name: string | RegExp): string =>
    JSON.stringify(typeof name === 'string' ? { text: name } : { pattern: name.source });
  const field = async (label: string) => {
    const handle = (await wait(`the field ${label}`, `byLabel(${JSON.stringify(label)})`)).asElement();
    if (handle === null) throw new Error(`${label} is not a field`);
    return handle;
  };
  return {
    page,
    complaints,
    async load(path) {
      await page.goto(`${baseUrl}${path}`);
    },
    async press(name) {
      const handle = await wait(`the button ${String(name)}`, `byName(${nameIn(name)})`);
      await handle.asElement()?.click();
    },
    async type(label, text) {
      const handle = await field(label);
      await handle.click({ count: 3 });
      await page.keyboard.type(text);
    },
    async choose(label, value) {
      await (await field(label)).select(value);
    },
    async pick(label) {
      await (await field(label)).click();
    },
    valueOf: async (label) => (await field(label)).evaluate((one) => String(Reflect.get(one, 'value'))),
    async sees(text) {
      const [is, part] =
        typeof text === 'string'
          ? ['includes', JSON.stringify(text)]
          : ['match', `new RegExp(${JSON.stringify(text.source)}, 'm')`];
      await wait(String(text), `Boolean(document.body.innerText.${is}(${part}))`);
    },
    async isAt(path) {
      await wait(`the path ${path.source}`, `new RegExp(${JSON.stringify(path.source)}).test(location.pathname)`);
    },
  };
};
