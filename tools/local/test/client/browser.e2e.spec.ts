import { fileURLToPath } from 'node:url';
import { createWallet } from '@weir/wallet';
import { addSplitBundle, startBrowser, type Browser } from './support/browser.js';
import { BCH, startFixture, type Fixture } from './support/fixture.js';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** What a page does: everything by the client and a wallet that lives in the page. */
const PAGE = `
import { createWeir } from '@weir/client';
import { createWallet } from '@weir/wallet';

export const run = async (baseUrl: string, privateKey: string, recipient: string): Promise<string> => {
  const wallet = createWallet({ privateKey });
  const weir = createWeir({ baseUrl, wallet, signInDomain: 'app.example' });
  const stream = await weir.streams.create({ recipient, totalAmount: 100000000n, streamType: 'LINEAR' });
  const { status, stream: record } = await stream.fund();
  const refused = await stream.claim().catch((error: unknown) => (error as { code: string }).code);
  return [status, record.total_amount_base, typeof record.total_amount_base, refused].join(' ');
};
`;

let fixture: Fixture;
let browser: Browser;
beforeAll(async () => {
  fixture = await startFixture({ AUTH_MODE: 'signed', AUTH_DOMAIN: 'app.example' });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await fixture.stop();
});

it('runs unchanged in a browser: signs in, creates, funds, and is refused in words', async () => {
  const seed = `page ${process.pid}`;
  const { address } = createWallet({ privateKey: seed });
  await fixture.stack.control.fund(address, 10n * BCH);
  await fixture.stack.control.mine();
  const recipient = await fixture.wallet();
  const { page } = browser;
  await addSplitBundle(page, `${PAGE}\nObject.assign(globalThis, { run });`, HERE);
  // A module's text is added at once, and run later.
  await page.waitForFunction('"run" in globalThis');
  const printed = await page.evaluate(
    ([baseUrl, key, to]) =>
      (globalThis as unknown as { run: (...args: unknown[]) => Promise<string> }).run(baseUrl, key, to),
    [fixture.stack.apiUrl, seed, recipient.address] as const,
  );
  expect(printed).toBe('ACTIVE 100000000 bigint FORBIDDEN');
});
