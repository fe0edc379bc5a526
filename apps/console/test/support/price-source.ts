import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { heldBack } from './held-back.js';
import { nextFrames } from './look.js';
import type { ConsolePage } from './page.js';

/** What one BCH costs at the source, US dollars. */
export const PRICE = 400;

/** Where pages ask for it. */
const PATH = '/api/price';

/** Starts a source of prices, as an operator may name one. */
export const startPriceSource = async () => {
  const server = createServer((_request, answer) => answer.end(`{"bitcoin-cash":{"usd":${PRICE}}}`));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { settings: { PRICE_URL: `http://127.0.0.1:${port}/` }, close: () => server.close() };
};

export type PriceSource = Awaited<ReturnType<typeof startPriceSource>>;

const isOfPrice = (url: string): boolean => new URL(url).pathname === PATH;

/** Loads a page with the price held back, and lets it come after all else. @param load resolves once all else is there */
export const withLatePrice = async (one: ConsolePage, load: () => Promise<void>): Promise<void> => {
  const { page } = one;
  const asked: string[] = [];
  const note = (request: { url(): string }): void => {
    if (isOfPrice(request.url())) asked.push(request.url());
  };
  page.on('request', note);
  const pattern = `**${PATH}`;
  const letThrough = await heldBack(one, pattern);
  await load();
  const answered = asked.length > 0 ? page.waitForResponse((response) => isOfPrice(response.url())) : undefined;
  letThrough();
  await (await answered)?.finished();
  await drawn(page);
  page.off('request', note);
  await page.unroute(pattern);
};

/** Waits until an answer that has come is on show: it is parsed, kept and drawn, a frame each. */
const drawn = async (page: Page): Promise<void> => {
  for (let turn = 0; turn < 3; turn += 1) await nextFrames(page);
};
