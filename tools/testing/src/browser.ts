import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
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

const UNPACK = `
  import chromium from '@sparticuz/chromium';
  chromium.setGraphicsMode = false;
  await chromium.executablePath();
`;

/**
 * Returns the path of the Chromium of the package, which is unpacked once on each machine. Several spec processes may ask at once,
 * and the package would hand out a file that another process is still writing. So each unpacks into a directory of its own, and the
 * first that is complete is moved into place.
 */
const unpackedChromium = async (): Promise<string> => {
  const shared = join(tmpdir(), 'weir-chromium');
  if (!existsSync(shared)) {
    const own = await mkdtemp(`${shared}-`);
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', UNPACK], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: own },
    });
    await rename(own, shared).catch(async (error: unknown) => {
      await rm(own, { recursive: true });
      if (!existsSync(shared)) throw error;
    });
  }
  return join(shared, 'chromium');
};

/** Starts a Chromium of its own, without a window. */
export const launchBrowser = async (): Promise<Browser> =>
  playwright.launch({
    executablePath: await unpackedChromium(),
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
