import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser } from 'playwright-core';

/** Arguments of the package's that only suit cloud functions: pages are to be kept apart, and the rules of the web enforced. */
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

/** Starts a Chromium of its own, without a window. */
export const launchBrowser = async (): Promise<Browser> =>
  playwright.launch({
    executablePath: await chromium.executablePath(),
    args: [
      ...chromium.args.filter((arg) => !UNWANTED.has(arg)),
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-gpu',
    ],
    headless: true,
    // However long a busy machine takes.
    timeout: 0,
  });
