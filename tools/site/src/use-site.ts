import { startStack } from '@weir/local';
import { launchBrowser } from '@weir/testing/browser';
import { BASE } from './vitepress-config.js';

/** What a person looks for, and the page that has it, as the search finds it. */
const WORD = 'wrong-webhook-position';
const FOUND_ON = 'operations.html';
/** However long a busy machine takes. */
const LONGEST_WAIT_MS = 120_000;

/**
 * Uses a built site as a person does, served by the API under its content policy: looks for a word, and follows what is found.
 *
 * @returns a line for each thing that is wrong: nothing found, errors of the page, violations of the policy, requests to elsewhere
 */
export const problemsOfUse = async (site: string, word = WORD): Promise<readonly string[]> => {
  const stack = await startStack({ logLevel: 'error', apiSettings: { GUIDE: 'on', GUIDE_DIRECTORY: site } });
  const browser = await launchBrowser();
  const problems: string[] = [];
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(LONGEST_WAIT_MS);
    // Violations of the policy are errors of the console.
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') problems.push(`the page says: ${message.text()}`);
    });
    page.on('pageerror', (error) => problems.push(`the page fails: ${error.message}`));
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol !== 'data:' && protocol !== 'blob:' && origin !== new URL(stack.apiUrl).origin)
        problems.push(`the page asks ${origin}`);
    });
    await page.goto(`${stack.apiUrl}${BASE}`);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill(word);
    const hit = page.locator('.VPLocalSearchBox .result').first();
    await hit.click();
    await page.waitForURL(`**${BASE}${FOUND_ON}**`);
    await page.locator('main').getByText(word).first().waitFor();
  } catch (error) {
    problems.push(`a search for ${word} leads to no page: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await browser.close();
    await stack.stop();
  }
  return problems;
};
