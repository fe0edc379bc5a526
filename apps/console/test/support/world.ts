import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser } from 'playwright-core';
import { createWeir, type Weir } from '@weir/client';
import { createNode } from '@weir/devnet';
import { buildConsole, startStack, type LocalStack } from '@weir/local';
import { openPage, type ConsolePage, type PageOptions } from './page.js';

const DAY = 86_400;
const DAYS_AGO = 60;

/** The console as it is built, its API on a local chain, and a browser. */
export interface World {
  readonly stack: LocalStack;
  readonly weir: Weir;
  /** The built files. */
  readonly directory: string;
  /** A page of a context of its own: nobody else's storage, and nothing of it may go wrong unseen. */
  page(options?: PageOptions): Promise<ConsolePage>;
  stop(): Promise<void>;
}

type LocalSettings = NonNullable<Parameters<typeof startStack>[0]['apiSettings']>;

/** Left out of what suits a cloud's functions: pages are to be kept apart, and the rules of the web enforced. */
const UNWANTED = new Set([
  '--single-process',
  '--no-zygote',
  '--disable-web-security',
  '--allow-running-insecure-content',
  // A simulated graphics card, which these pages have nothing to draw for, takes most of a processor.
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--in-process-gpu',
]);

/**
 * Builds, and starts, everything that the specs of the console need: once for all of them.
 *
 * @param apiSettings beyond those of a local stack
 */
export const startWorld = async (apiSettings: LocalSettings = {}): Promise<World> => {
  const consoleDirectory = buildConsole();
  const node = createNode({ now: Math.floor(Date.now() / 1_000) - DAYS_AGO * DAY, rules: '2026-05' });
  const stack = await startStack({ node, consoleDirectory, apiSettings });
  const browser: Browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: [
      ...chromium.args.filter((arg) => !UNWANTED.has(arg)),
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-gpu',
    ],
    headless: true,
  });
  return {
    stack,
    directory: await consoleDirectory,
    weir: createWeir({ baseUrl: stack.apiUrl, devUrl: `${stack.devKitUrl}/dev` }),
    page: (options) => openPage(browser, stack, options),
    async stop() {
      await browser.close();
      await stack.stop();
    },
  };
};
