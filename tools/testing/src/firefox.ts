import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { launch, type Browser } from 'puppeteer-core';

const NAMES = ['firefox-esr', 'firefox'];

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** How to install a Firefox, for the message of skipped specs. */
export const INSTALL_FIREFOX = 'apt-get install firefox-esr, or name a Firefox in FIREFOX_PATH';

/**
 * Returns the path of the Firefox that is installed: that of FIREFOX_PATH, else the first one in PATH.
 *
 * @throws Error without one where FIREFOX=required: there its specs must not be skipped
 */
export const findFirefox = (env: NodeJS.ProcessEnv = process.env): string | undefined => {
  const folders = (env['PATH'] ?? '').split(delimiter);
  const inPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
  const found = env['FIREFOX_PATH'] ?? inPath;
  if (found === undefined && env['FIREFOX'] === 'required')
    throw new Error(`FIREFOX=required, and no Firefox is installed: ${INSTALL_FIREFOX}`);
  return found;
};

/**
 * Starts an installed Firefox of its own, without a window, driven by WebDriver BiDi.
 *
 * @param preferences by their names in about:config
 */
export const launchFirefox = (
  executablePath: string,
  preferences: Readonly<Record<string, string | number | boolean>> = {},
): Promise<Browser> =>
  launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    // However long a busy machine takes.
    timeout: 0,
    protocolTimeout: 0,
    extraPrefsFirefox: { 'intl.accept_languages': 'en-GB', ...preferences },
  });
