import { createWeir, type Weir } from '@weir/client';
import { createNode } from '@weir/devnet';
import { buildConsole, startTestStack, type LocalStack, type StackOptions } from '@weir/local';
import { launchBrowser } from '@weir/testing/browser';
import { openPage, type ConsolePage, type PageOptions } from './page.js';

const DAY = 86_400;
const DAYS_AGO = 60;

/** Width of a desktop's and of a phone's pages, pixels. */
const WIDTHS = [1_280, 360];
/** The width of all pages that no test gives another; by default every second one is a phone's. */
const { WEIR_WIDTH } = process.env;

/** The built console, its API on a local chain, and a browser. */
export interface Fixture {
  readonly stack: LocalStack;
  readonly weir: Weir;
  /** The built files. */
  readonly directory: string;
  /** Chooses the wallets of pages that are opened from now on; undefined for wallets in the page. */
  choose: PageOptions['choose'];
  /** Opens a page in a browser context of its own, whose errors are recorded: in turn a phone's and a desktop's. */
  page(options?: PageOptions): Promise<ConsolePage>;
  /** Closes the pages a test left open, as one that failed does, and prints what they showed. */
  closeLeft(): Promise<void>;
  stop(): Promise<void>;
}

type LocalSettings = NonNullable<StackOptions['apiSettings']>;

/**
 * Builds and starts everything that the specs of the console share.
 *
 * @param apiSettings settings of the API, beside those of a local stack
 */
export const startFixture = async (apiSettings: LocalSettings = {}): Promise<Fixture> => {
  const consoleDirectory = buildConsole();
  const node = createNode({ now: Math.floor(Date.now() / 1_000) - DAYS_AGO * DAY });
  const stack = await startTestStack({ node, consoleDirectory, apiSettings });
  const browser = await launchBrowser();
  const pages: ConsolePage[] = [];
  let opened = 0;
  const nextWidth = (): number => Number(WEIR_WIDTH ?? WIDTHS[(opened += 1) % WIDTHS.length]);
  const fixture: Fixture = {
    stack,
    directory: await consoleDirectory,
    weir: createWeir({ baseUrl: stack.apiUrl, devUrl: `${stack.devKitUrl}/dev` }),
    choose: undefined,
    async page(options) {
      const page = await openPage(browser, stack, { choose: fixture.choose, width: nextWidth(), ...options });
      pages.push(page);
      return page;
    },
    async closeLeft() {
      for (const page of pages.splice(0)) {
        const shown = await page.explain();
        if (shown !== undefined) process.stderr.write(`A page that was left open:\n${shown}\n\n`);
        await page.close();
      }
    },
    async stop() {
      await browser.close();
      await stack.stop();
    },
  };
  return fixture;
};
