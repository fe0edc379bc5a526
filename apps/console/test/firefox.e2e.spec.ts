import type { Browser } from 'puppeteer-core';
import { createWeir, type Weir } from '@weir/client';
import { createNode } from '@weir/devnet';
import { buildConsole, startTestStack, type LocalStack } from '@weir/local';
import { findFirefox, INSTALL_FIREFOX, launchFirefox } from '@weir/testing/firefox';
import { createWallet } from '@weir/wallet';
import { type FirefoxPage, openInFirefox } from './support/firefox-page.js';

const DAY = 86_400;
const firefox = findFirefox();
/** Settings by which the API gives nothing up because the machine is busy. */
const NO_LIMITS = { DATABASE_TIMEOUT: '600000', ELECTRUM_TIMEOUT: '60000', REQUEST_TIMEOUT: '600000' };
/** The wallet in the page. */
const KEY = '11'.repeat(32);
const own = createWallet({ privateKey: Buffer.from(KEY, 'hex') });
const [payer, bob, carol] = ['payer', 'bob', 'carol'].map((name) => createWallet({ privateKey: `firefox ${name}` }));
if (payer === undefined || bob === undefined || carol === undefined) throw new Error('There are three others');

let stack: LocalStack;
let weir: Weir;

/** Opens a page of the console with the wallet in it. */
const openPage = async (browser: Browser, path = '/home'): Promise<FirefoxPage> => {
  const one = await openInFirefox(await browser.createBrowserContext(), stack.apiUrl);
  await one.page.evaluateOnNewDocument(
    `try { localStorage.setItem('weir:local-key', '${KEY}'); localStorage.setItem('weir:session', '{"connector":"local"}'); } catch {}`,
  );
  await one.load(path);
  return one;
};

/** Fills the form of a stream to oneself. */
const fillStream = async (one: FirefoxPage): Promise<void> => {
  await one.load('/streams/new');
  await one.type('Recipient', own.address);
  await one.type('Amount', '0.5');
  await one.sees('You pay, about');
};

/** Creates and funds what the form says. */
const create = async (one: FirefoxPage, product: string): Promise<void> => {
  await one.press('Create and fund');
  await one.isAt(new RegExp(`^/${product}/[0-9a-f-]{36}$`));
};

/** Goes back as the browser's button does, and waits until the page before is on show. */
const goBack = async (one: FirefoxPage): Promise<void> => {
  await one.page.evaluate('history.back()').catch(() => undefined);
};

const start = async (): Promise<void> => {
  const node = createNode({ now: Math.floor(Date.now() / 1_000) - 60 * DAY });
  stack = await startTestStack({ node, consoleDirectory: buildConsole(), apiSettings: NO_LIMITS });
  weir = createWeir({ baseUrl: stack.apiUrl, devUrl: `${stack.devKitUrl}/dev` });
  for (let coin = 0; coin < 12; coin += 1) await stack.control.fund(own.address, 100_000_000n);
  for (const { address } of [payer, bob, carol]) await stack.control.fund(address, 500_000_000n);
  await stack.control.mine();
};

/** Tests a short life of each product. */
const lives = (browser: () => Browser): void => {
  it('a stream is created, funded, and claimed from', async () => {
    const one = await openPage(browser());
    await fillStream(one);
    await create(one, 'streams');
    await one.sees(/^Active$/);
    await stack.control.passTime(40 * DAY);
    await one.page.reload();
    await one.press(/^Claim 0\./);
    await one.sees('Done.');
    expect(one.complaints).toEqual([]);
  });

  it('a payment is created, funded, and paid out', async () => {
    const one = await openPage(browser(), '/payments/new');
    await one.type('Recipient', bob.address);
    await one.type('Amount per payday', '0.01');
    await one.sees('You pay, about');
    await create(one, 'payments');
    await one.sees(/^Active$/);
    await stack.control.passTime(40 * DAY);
    await one.page.reload();
    await one.press(/^Pay [\d.]+ BCH to the recipient/);
    await one.sees('Done.');
    expect(one.complaints).toEqual([]);
  });

  it('a plan of salaries is created and funded', async () => {
    const one = await openPage(browser(), '/plans/new');
    await one.pick('Salaries, which recur');
    for (const [index, { address }] of [bob, carol].entries()) {
      await one.type(`Recipient ${index + 1}`, address);
      await one.type(`Per payday ${index + 1}`, '0.01');
    }
    await one.sees('You pay, about');
    await create(one, 'plans');
    await one.sees('All salaries are funded');
    expect(one.complaints).toEqual([]);
  });

  it('a lock is created and funded', async () => {
    const one = await openPage(browser(), '/locks/new');
    await one.type('Recipient', bob.address);
    await one.type('Amount', '0.2');
    await one.sees('You pay, about');
    await create(one, 'locks');
    await one.sees('Nobody can take it back');
    expect(one.complaints).toEqual([]);
  });

  it('an airdrop is claimed from by its link', async () => {
    const drop = await weir.airdrops.create(
      { title: 'For everybody', totalAmount: 0.1, amountPerClaim: 0.05, requireKyc: false },
      payer,
    );
    await drop.fund(payer);
    await stack.control.mine();
    const { campaign } = await drop.get();
    const one = await openPage(browser(), new URL(campaign.claim_link, stack.apiUrl).pathname);
    await one.sees('You can claim');
    await one.press('Claim');
    await one.sees('It is yours');
    expect(one.complaints).toEqual([]);
  });

  it('a treasury pays by the signatures of two', async () => {
    const signers = [own, bob, carol];
    const vault = await weir.vaults.create(
      {
        name: 'Of three',
        totalDeposit: 1,
        signers: signers.map(({ address }) => address),
        signerPubkeys: signers.map(({ publicKeyHex }) => publicKeyHex),
      },
      own,
    );
    const one = await openPage(browser(), `/vaults/${vault.id}`);
    await one.press('Deposit 1.00 BCH');
    await one.sees(/^Active$/);
    await stack.control.mine();
    const proposal = await vault.propose({ recipient: bob.address, amount: 0.1, reason: 'For bread' }, bob);
    await proposal.approve(bob);
    await one.load(`/proposals/${proposal.id}`);
    await one.press('Sign it');
    // The second signature also sends.
    await one.sees('Executed: its transaction');
    expect(one.complaints).toEqual([]);
  });
};

/** Tests what other browsers do not do, or not so. */
const ways = (browser: () => Browser): void => {
  it.each(['/home', '/explore', '/docs/'])(
    'a form to which the user comes back from %s has its draft, and can be signed',
    async (path) => {
      const one = await openPage(browser());
      await fillStream(one);
      await one.page.evaluate((to) => Reflect.set(Reflect.get(globalThis, 'location') as object, 'href', to), path);
      await one.isAt(new RegExp(`^${path}`));
      await goBack(one);
      await one.isAt(/^\/streams\/new$/);
      await one.sees('You pay, about');
      expect(await one.valueOf('Amount')).toBe('0.5');
      await create(one, 'streams');
      expect(one.complaints).toEqual([]);
    },
  );
};

/** Preferences of users who trust little, and what the page says of it. */
const WARY = [
  ['all cookies blocked', { 'network.cookie.cookieBehavior': 2 }, 'This browser stores nothing for this site.'],
  ['no storage', { 'dom.storage.enabled': false }, 'This browser stores nothing for this site.'],
  ['a language tag that is none', { 'intl.accept_languages': 'en_US@posix, C' }, undefined],
] as const;

if (firefox === undefined) {
  it.skip(`needs a Firefox: ${INSTALL_FIREFOX}`, () => undefined);
  process.stderr.write(`Skipped: no Firefox is installed: ${INSTALL_FIREFOX}\n`);
} else {
  beforeAll(start);
  afterAll(() => stack.stop());

  describe('in Firefox', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launchFirefox(firefox);
    });
    afterAll(() => browser.close());
    lives(() => browser);
    ways(() => browser);
  });

  describe('in a Firefox with', () => {
    it.each(WARY)(
      '%s, a stream is created and funded, and the page says what it lacks',
      async (_, preferences, notice) => {
        const browser = await launchFirefox(firefox, preferences);
        try {
          const one = await openInFirefox(await browser.createBrowserContext(), stack.apiUrl);
          await one.load('/explore');
          await one.sees('in contracts now');
          await one.load('/streams/new');
          if (notice !== undefined) await one.sees(notice);
          await one.press('Connect wallet');
          await one.press('Make a wallet in this page');
          await one.sees(/…\w+$/);
          await one.press('Test chain');
          await one.press('Get 10 BCH');
          await one.sees('10 BCH are in the wallet.');
          await one.press('Close');
          await one.type('Recipient', own.address);
          await one.type('Amount', '0.5');
          await one.sees('You pay, about');
          await create(one, 'streams');
          await one.sees(/^Active$/);
          expect(one.complaints).toEqual([]);
        } finally {
          await browser.close();
        }
      },
    );

    it('no WebAssembly, everything can be read, and the page says why nothing can be signed', async () => {
      const browser = await launchFirefox(firefox, { 'javascript.options.wasm': false });
      try {
        const one = await openInFirefox(await browser.createBrowserContext(), stack.apiUrl);
        await one.load('/explore');
        await one.sees('WebAssembly is turned off in this browser');
        await one.sees('in contracts now');
        await one.press('Connect wallet');
        await one.press('Make a wallet in this page');
        await one.sees('javascript.options.wasm in about:config');
        expect(one.complaints).toEqual([]);
      } finally {
        await browser.close();
      }
    });
  });
}
