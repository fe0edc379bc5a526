import { createWeir, type Weir } from '@weir/client';
import { createNode, startOracle } from '@weir/devnet';
import { buildConsole, startTestStack, type LocalStack, type StackOptions } from '@weir/local';
import { launchBrowser } from '@weir/testing/browser';
import { openPage, type ConsolePage, type PageOptions } from './page.js';

const HOUR = 3_600;
const DAY = 86_400;
const DAYS_AGO = 60;
/** Later than any time that the chain or the machine reaches: the chain of the tests is behind the machine's clock. */
const ALWAYS = 4_000_000_000n;
/** Cents of one BCH: of the last hour, which the service calls today's, and before it, when the paydays of the tests are. */
export const PRICES = { today: 45_000n, before: 22_500n } as const;

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
  const now = Math.floor(Date.now() / 1_000);
  const node = createNode({ now: now - DAYS_AGO * DAY });
  const jump = BigInt(now - HOUR);
  const oracle = await startOracle({
    priceAt: (time) => (time < jump ? PRICES.before : PRICES.today),
    now: () => ALWAYS,
  });
  const ORACLES = `USD:2:${oracle.publicKey}@${oracle.url}`;
  const stack = await startTestStack({ node, consoleDirectory, apiSettings: { ORACLES, ...apiSettings } });
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
      await oracle.stop();
    },
  };
  return fixture;
};
