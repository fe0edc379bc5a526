import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { createWeir } from '@weir/client';
import { createNode } from '@weir/devnet';
import { launchBrowser } from '@weir/testing/browser';
import { buildConsole } from '../console/build-console.js';
import { startStack } from '../stack.js';
import { createRecords, KEYS, PEOPLE } from './records.js';

/** `npm run docs:pictures`: takes the pictures of `docs/console`, from the built console on a local stack. */
const { values } = parseArgs({
  options: {
    to: { type: 'string', default: fileURLToPath(new URL('../../../../docs/console', import.meta.url)) },
    only: { type: 'string', multiple: true },
  },
});

const DAYS_AGO = 22;
const DESKTOP = { width: 1_440, height: 900 };
const PHONE = { width: 360, height: 740 };

type Records = Awaited<ReturnType<typeof createRecords>>;

/** One of the pictures: whose page it is, and how it comes to what it shows. */
interface Picture {
  readonly of?: keyof typeof KEYS;
  readonly isOfPhone?: boolean;
  readonly path: (records: Records) => string;
  /** Goes on from the page as it was opened, and waits until all of it is there. */
  readonly ready?: (page: Page, records: Records) => Promise<void>;
}

const text = async (page: Page, shown: string | RegExp): Promise<void> =>
  page.locator('main').getByText(shown).first().waitFor();

const chart = (page: Page): Promise<void> => page.locator('main canvas').first().waitFor();

const press = async (page: Page, ...names: readonly (string | RegExp)[]): Promise<void> => {
  for (const name of names) await page.getByRole('button', { name }).click();
};

const fillForm = async (page: Page, recipient: string, amount: string, description: string): Promise<void> => {
  await page.getByLabel('Recipient').fill(recipient);
  await page.getByLabel('Amount').fill(amount);
  await page.getByLabel('Description (optional)').fill(description);
  await text(page, 'You pay, about');
};

/** In the order in which they are taken: the last ones change what the others show. */
const PICTURES: Readonly<Record<string, Picture>> = {
  landing: { path: () => '/', ready: (page) => text(page, /^vested of /) },
  explorer: { path: () => '/explore', ready: chart },
  home: { of: 'own', path: () => '/home', ready: (page) => text(page, 'Marketing budget') },
  stream: { of: 'own', path: ({ stream }) => `/streams/${stream.id}`, ready: chart },
  'stream-phone': { of: 'own', isOfPhone: true, path: ({ stream }) => `/streams/${stream.id}`, ready: chart },
  'new-stream': {
    of: 'own',
    path: () => '/streams/new',
    ready: async (page, { recipient }) => {
      await fillForm(page, recipient, '2.5', 'Research grant');
      await chart(page);
    },
  },
  vault: { of: 'own', path: ({ vault }) => `/vaults/${vault.id}`, ready: (page) => text(page, 'Office chairs') },
  'proposal-phone': {
    of: 'own',
    isOfPhone: true,
    path: ({ proposal }) => `/proposals/${proposal.id}`,
    ready: (page) => text(page, 'Signatures: 1 of 2'),
  },
  plan: { of: 'own', path: ({ plan }) => `/plans/${plan.id}`, ready: (page) => text(page, 'Sum of 3 people') },
  lock: { of: 'own', path: ({ lock }) => `/locks/${lock.id}`, ready: chart },
  'new-lock': {
    of: 'own',
    path: () => '/locks/new',
    ready: (page, { recipient }) => fillForm(page, recipient, '0.5', 'Founders'),
  },
  'vested-airdrop': {
    of: 'own',
    path: ({ locks }) => `/airdrops/${locks.id}`,
    ready: (page) => text(page, 'Unlocked by now'),
  },
  'claim-phone': {
    of: 'claimer',
    isOfPhone: true,
    path: ({ drop }) => `/claim/${drop.record.claim_token}`,
    ready: (page) => page.getByRole('button', { name: 'Claim', exact: true }).waitFor(),
  },
  'claim-lock-phone': {
    of: 'claimer',
    isOfPhone: true,
    path: ({ locks }) => `/claim/${locks.record.claim_token}`,
    ready: (page) => text(page, /can be paid out at once/),
  },
  'claimed-phone': {
    of: 'claimer',
    isOfPhone: true,
    path: ({ drop }) => `/claim/${drop.record.claim_token}`,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Claim', exact: true }).click();
      await page.locator('[class*="success"], [class*="wave"]').first().waitFor();
    },
  },
  receipt: {
    of: 'own',
    path: ({ ended }) => `/streams/${ended.id}`,
    ready: async (page) => {
      await press(page, 'Cancel the stream', 'Cancel it', 'Continue to the wallet');
      await text(page, 'Print the receipt');
      await chart(page);
    },
  },
};

/** Opens the page of a picture in a browser of its own, with its wallet and contacts. */
const openPage = async (browser: Browser, { of, isOfPhone = false }: Picture): Promise<Page> => {
  const context = await browser.newContext({
    viewport: isOfPhone ? PHONE : DESKTOP,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    serviceWorkers: 'block',
  });
  const contacts = PEOPLE.map(({ name, wallet }) => ({ name, address: wallet.address }));
  const kept =
    of === undefined
      ? {}
      : {
          'weir:local-key': KEYS[of],
          'weir:session': JSON.stringify({ connector: 'local' }),
          'weir:contacts': JSON.stringify(contacts),
        };
  for (const [name, value] of Object.entries(kept))
    await context.addInitScript(`localStorage.setItem(${JSON.stringify(name)}, ${JSON.stringify(value)})`);
  return context.newPage();
};

const wanted = Object.entries(PICTURES).filter(([name]) => values.only?.includes(name) ?? true);
const unknown = (values.only ?? []).filter((name) => !(name in PICTURES));
if (unknown.length > 0) throw new Error(`No such picture: ${unknown.join(', ')}`);
await mkdir(values.to, { recursive: true });
// The chain's clock starts in the past, so that days can pass on it.
const node = createNode({ now: Math.floor(Date.now() / 1_000) - DAYS_AGO * 86_400 });
const stack = await startStack({ node, consoleDirectory: buildConsole(), logLevel: 'fatal' });
const browser = await launchBrowser();
try {
  const records = await createRecords(createWeir({ baseUrl: stack.apiUrl, devUrl: `${stack.devKitUrl}/dev` }), stack);
  for (const [name, picture] of wanted) {
    const page = await openPage(browser, picture);
    await page.goto(`${stack.apiUrl}${picture.path(records)}`);
    if (picture.of !== undefined) await page.getByRole('button', { name: /^q\w+…\w+$/ }).waitFor();
    await picture.ready?.(page, records);
    await page.locator('main [class*="spinner"]').first().waitFor({ state: 'detached' });
    await page.evaluate('scrollTo(0, 0)');
    if (picture.isOfPhone === true) {
      // A screen as high as the page: the bar of places is at its end then, not across its middle. Pages are as high as their screens.
      await page.evaluate("document.querySelector('main').style.minHeight = '0'");
      const height = await page.evaluate<number>('document.documentElement.scrollHeight');
      await page.setViewportSize({ width: PHONE.width, height });
    }
    await page.screenshot({ path: join(values.to, `${name}.png`), fullPage: true });
    console.log(name);
    await page.context().close();
  }
  console.log(`${wanted.length} pictures in ${values.to}`);
} finally {
  await browser.close();
  await stack.stop();
}
