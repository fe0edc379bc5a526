import type { Page, Response } from 'playwright-core';

const KEPT = 30;

const answerOf = async (response: Response): Promise<string> => {
  const line = `${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`;
  if (response.ok()) return line;
  const body = await response.text().catch(() => 'a body that is gone');
  return `${line} ${body.slice(0, 300)}`;
};

/** Notes what a page is answered. @returns a function that describes it, and what the page shows, for tests that failed */
export const whatItShows = (page: Page): (() => Promise<string>) => {
  let answers: readonly Promise<string>[] = [];
  page.on('response', (response) => {
    if (!new URL(response.url()).pathname.startsWith('/api/')) return;
    answers = [...answers, answerOf(response)].slice(-KEPT);
  });
  return async () => {
    // A locator gives up after the page's longest wait; what is evaluated in a page that hangs never ends.
    const shown = await page.locator('body').innerText().catch(String);
    return [page.url(), shown, ...(await Promise.all(answers))].join('\n');
  };
};
