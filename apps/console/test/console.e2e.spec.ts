import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@weir/testing';
import { mailSettings, type MailSink, startMailSink } from '@weir/testing/mail';
import { createWallet } from '@weir/wallet';
import { LANGUAGES } from '../src/language/languages.js';
import { mailScenarios } from './scenarios/mail.js';
import { walletConnectScenarios, WITH_WALLET_CONNECT } from './scenarios/wallet-connect.js';
import { claimHere, connect, createStream, fillStream, idOf, ownAddress } from './support/by-clicking.js';
import { startFixture, type Fixture } from './support/fixture.js';
import { heldBack } from './support/held-back.js';
import { interrupted } from './support/interrupted.js';
import { layoutShiftOf, watchLayoutShift } from './support/layout-shift.js';
import { look, resize } from './support/look.js';
import { type PriceSource, startPriceSource } from './support/price-source.js';

const DAY = 86_400;
const recipient = createWallet({ privateKey: 'console recipient' });

let fixture: Fixture;
let sink: MailSink;
/** Most bytes of script that a first page loads: ten thousand below the goal, as room. */
const MOST_SCRIPT = 195_000;
/** Most files of script that the explorer loads at first: over HTTP/1.1 six come at a time. Two of them come after its first rows. */
const MOST_FILES = 34;
/** Most that what is on show moves by itself, as browsers measure it. */
const MOST_SHIFT = 0.05;

let prices: PriceSource;
let guide: string;
beforeAll(async () => {
  guide = await mkdtemp(join(tmpdir(), 'weir-guide-'));
  await writeFile(join(guide, 'llms.txt'), '# Weir\n');
  await writeFile(join(guide, '404.html'), '<!doctype html><html lang="en"><title>Guide</title></html>');
  await writeFile(
    join(guide, 'index.html'),
    '<!doctype html><html lang="en"><title>Guide</title><h1>The guide</h1></html>',
  );
  // Builds the console, too.
  sink = await startMailSink();
  prices = await startPriceSource();
  fixture = await startFixture({
    ...WITH_WALLET_CONNECT,
    ...mailSettings(sink),
    GUIDE: 'on',
    GUIDE_DIRECTORY: guide,
    ...prices.settings,
  });
});
afterEach(() => fixture.closeLeft());
afterAll(async () => {
  await fixture.stop();
  await sink.close();
  prices.close();
  await rm(guide, { recursive: true });
});

describe('a stream, by clicking', () => {
  it('is created, funded, claimed from outside while the page is open, and cancelled, without errors', async () => {
    const one = await fixture.page();
    const { page } = one;
    await one.open('/');
    await connect(one);
    await createStream(one, recipient.address, '2.5');
    await page.getByText('By ').first().waitFor();
    expect(await one.violations()).toEqual([]);
    await page.getByText('Funded', { exact: true }).waitFor();

    await fixture.stack.control.passTime(90 * DAY);
    await page.reload();
    await page
      .getByText(/^Claimable now/)
      .first()
      .waitFor();
    // The recipient claims elsewhere; the open page is updated by events.
    await fixture.weir.streams.at(idOf(one)).claim(recipient);
    await page.getByText('Claimed', { exact: true }).nth(1).waitFor();

    await page.getByRole('button', { name: 'Cancel the stream' }).click();
    await page.getByText('This cannot be undone.').waitFor();
    expect(await one.violations()).toEqual([]);
    await page.getByRole('button', { name: 'Cancel it' }).click();
    await page
      .getByText(/^It was cancelled/)
      .first()
      .waitFor();
    await fixture.stack.control.mine(7);
    await page.getByText('has returned to the sender').waitFor();
    expect(one.complaints).toEqual([]);
    await one.close();
  });

  it('shows what happened after it was read and before its events were followed', async () => {
    const sender = createWallet({ privateKey: 'console early sender' });
    await fixture.stack.control.fund(sender.address, 300_000_000n);
    await fixture.stack.control.mine();
    const stream = await fixture.weir.streams.create(
      { recipient: recipient.address, totalAmount: 2, streamType: 'LINEAR' },
      sender,
    );
    await stream.fund(sender);
    await fixture.stack.control.passTime(100 * DAY);
    const one = await fixture.page();
    const { page } = one;
    const letEventsThrough = await heldBack(one, '**/api/events*');
    await one.open(`/streams/${stream.id}`);
    await page
      .getByText(/^Claimable now/)
      .first()
      .waitFor();
    await stream.claim(recipient);
    letEventsThrough();
    await page.getByText('Claimed', { exact: true }).nth(1).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    expect(one.complaints).toEqual([]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await one.close();
  });

  it('can be claimed by a recipient in the page', async () => {
    const one = await fixture.page();
    const { page } = one;
    await one.open('/');
    await connect(one);
    await createStream(one, await ownAddress(one), '1');
    await fixture.stack.control.passTime(40 * DAY);
    await page.reload();
    await page.getByRole('button', { name: /^Claim 0\./ }).click();
    await page.getByText('Done.').waitFor();
    expect(one.complaints).toEqual([]);
    await one.close();
  });

  it('lets a recipient pay a higher fee for a claim while a notice runs', async () => {
    const sender = createWallet({ privateKey: 'console hasty sender' });
    await fixture.stack.control.fund(sender.address, 300_000_000n);
    await fixture.stack.control.mine();
    const one = await fixture.page();
    const { page } = one;
    await one.open('/');
    await connect(one);
    const stream = await fixture.weir.streams.create(
      { recipient: await ownAddress(one), totalAmount: 2, streamType: 'LINEAR', cancelNoticeBlocks: 500 },
      sender,
    );
    await stream.fund(sender);
    await fixture.stack.control.passTime(30 * DAY);
    await stream.cancel(sender);
    await fixture.stack.control.passTime(10 * DAY);
    await one.open(`/streams/${stream.id}`);
    await page.getByRole('checkbox', { name: /Pay a fee of 10 satoshis a byte/ }).check();
    const built = page.waitForRequest('**/claim');
    await page.getByRole('button', { name: /^Claim 0\./ }).click();
    expect((await built).postDataJSON()).toMatchObject({ feeRate: 10_000 });
    await page.getByText('Done.').waitFor();
    expect(one.complaints).toEqual([]);
    await one.close();
  });

  it('goes on after a reload in the middle of its funding', async () => {
    const one = await fixture.page();
    const { page } = one;
    await one.open('/');
    await connect(one);
    await fillStream(one, recipient.address, '1');
    // Read at once: the page is left soon.
    const stored = page.waitForResponse('**/api/streams/create').then((response) => response.json());
    // The confirmation does not come while the page is open.
    await interrupted(one, '**/confirm-funding', () => page.getByRole('button', { name: 'Create and fund' }).click());
    // A signed record is not a draft any more.
    expect(await page.getByLabel('Recipient').inputValue()).toBe('');
    const { stream } = (await stored) as { readonly stream: { readonly id: string } };
    await one.open(`/streams/${stream.id}`);
    await page.getByText('Active', { exact: true }).waitFor();
    await one.close();
  });

  it('says what is wrong: in the form, without coins, and offline', async () => {
    const one = await fixture.page();
    const { page } = one;
    await one.open('/');
    await page.getByRole('button', { name: 'Connect wallet' }).click();
    await page.getByRole('button', { name: 'Make a wallet in this page' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await one.open('/streams/new');
    await page.getByRole('button', { name: 'Create and fund' }).click();
    await page.getByText('Enter the recipient').waitFor();
    expect(await one.violations()).toEqual([]);
    await fillStream(one, recipient.address, '1');
    await page.getByRole('button', { name: 'Create and fund' }).click();
    await page.getByText('Not enough coins').waitFor();
    await page.getByText(/You need 1\.\d+ BCH, and the wallet has 0\.00/).waitFor();
    // Nothing is stored that cannot be paid.
    const { streams } = await fixture.weir.streams.page({ sender: await ownAddress(one) });
    expect(streams).toEqual([]);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Create and fund' }).click();
    await page.getByText('The service cannot be reached').waitFor();
    await page.context().setOffline(false);
    await one.close();
  });
});

describe('theme, language and size', () => {
  it('has the theme of the system, also when that changes, or the one that is chosen', async () => {
    const one = await fixture.page({ theme: 'dark' });
    const { page } = one;
    const background = (colour: string) =>
      eventually(async () =>
        expect(await page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')).toBe(colour),
      );
    const [dark, light] = ['rgb(8, 23, 31)', 'rgb(247, 242, 232)'] as const;
    await one.open('/settings');
    await background(dark);
    await page.emulateMedia({ colorScheme: 'light' });
    await background(light);
    const button = page.getByRole('banner').getByRole('button', { name: /^Theme: / });
    await button.click();
    await button.click();
    await background(dark);
    await one.load('/settings');
    await background(dark);
    // The one of the settings is the same.
    await page.getByRole('radio', { name: 'As the system' }).check();
    await page.getByRole('banner').getByRole('button', { name: 'Theme: system. Change to light' }).waitFor();
    await background(light);
    expect(one.complaints).toEqual([]);
    await one.close();
  });

  it('is in the language that is chosen in the settings, and stays in it', async () => {
    const one = await fixture.page();
    const { page } = one;
    await one.open('/settings');
    await page.getByLabel('Language').selectOption('de');
    await page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
    await one.load('/explore');
    await page.getByText(/ BCH sind jetzt in Verträgen\.$/).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    expect(await page.getByText(/^\d+,\d\d/).count()).toBeGreaterThan(0);
    await one.close();
  });

  it.each(
    ['/', '/explore'].flatMap((path) => Object.keys(LANGUAGES).map((language): [string, string] => [path, language])),
  )(
    '%s in %s loads at most 195 kB of script, compressed by brotli, and 60 KB of fonts and icons, at first',
    async (path, language) => {
      const one = await fixture.page({ language });
      const sizes = { script: 0, looks: 0 };
      // Settings are asked for as soon as the page's own script runs.
      const asked: string[] = [];
      one.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      one.page.on('requestfinished', (request) => {
        const { pathname } = new URL(request.url());
        const file = join(fixture.directory, pathname);
        // As it is served: the build leaves a compressed copy beside each file that is worth it.
        if (pathname.endsWith('.js')) sizes.script += statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
        if (/\.(?:woff2|svg|png)$/.test(pathname)) sizes.looks += readFileSync(file).length;
      });
      await one.open(path);
      await one.settled();
      // The last things that the explorer loads: its charts, and what says about what amounts come to.
      if (path === '/explore') {
        await one.page.locator('main figure').nth(1).waitFor();
        await eventually(() => expect(asked.some((file) => file.startsWith('/assets/worth-'))).toBe(true));
      }
      if (path === '/explore') {
        const before = asked.slice(0, asked.indexOf('/config.json'));
        for (const part of ['explorer-page', 'charts'])
          expect(before.filter((file) => file.startsWith(`/assets/${part}-`) && file.endsWith('.js'))).toHaveLength(1);
        expect(asked.filter((file) => file.endsWith('.js')).length).toBeLessThanOrEqual(MOST_FILES);
      }
      expect(sizes.script).toBeGreaterThan(50_000);
      expect(sizes.script).toBeLessThanOrEqual(MOST_SCRIPT);
      expect(sizes.looks).toBeLessThanOrEqual(60 * 1_024);
      console.log(
        `First load of ${path} in ${language}: ${sizes.script} bytes of script by brotli, ${sizes.looks} of fonts and icons`,
      );
      await one.close();
    },
  );
});

/** The part of `window` that scripts in the page use; tests are compiled without DOM types. */
interface WithWorker {
  readonly navigator: { readonly serviceWorker: { readonly controller: unknown } };
}

describe('without a network', () => {
  it('a page that was read is there after a reload, with the time of what it shows', async () => {
    const sender = createWallet({ privateKey: 'console offline sender' });
    const { record, id } = await fixture.weir.streams.create({
      recipient: recipient.address,
      totalAmount: 2,
      streamType: 'LINEAR',
      description: 'Read before',
      sender: sender.address,
    });
    const one = await fixture.page({ worksOffline: true });
    const { page } = one;
    const payment = await fixture.weir.payments.create({
      recipient: recipient.address,
      amountPerPeriod: 1,
      interval: 'WEEKLY',
      recipientName: 'Paid before',
      sender: sender.address,
    });
    const others = [
      [`/payments/${payment.id}`, 'Paid before'],
      ['/explore', 'are in contracts now'],
      ['/new', 'What do you want to create?'],
      ['/settings', 'Appearance'],
    ] as const;
    await one.load(`/streams/${id}`);
    await page.waitForFunction(() => Boolean((globalThis as unknown as WithWorker).navigator.serviceWorker.controller));
    await page.reload();
    await page.getByRole('heading', { name: 'Read before' }).waitFor();
    for (const [path, text] of others) {
      await one.load(path);
      await page.getByText(text).first().waitFor();
    }
    await one.load(`/streams/${id}`);
    await page.getByRole('heading', { name: 'Read before' }).waitFor();
    // The guide, which is at the same address, is not kept in the page's place.
    await page.getByRole('link', { name: 'Guide', exact: true }).click();
    await page.getByRole('heading', { name: 'The guide' }).waitFor();
    await page.context().setOffline(true);
    await one.load(`/streams/${id}`);
    await page.getByRole('heading', { name: 'Read before' }).waitFor();
    await page.getByText(record.stream_id).first().waitFor();
    await page.getByText(/^You are offline\. This page shows data from /).waitFor();
    for (const [path, text] of others) {
      await one.load(path);
      await page.getByText(text).first().waitFor();
      await page.getByText(/^You are offline\./).waitFor();
    }
    await page.context().setOffline(false);
    await page.getByText(/^You are offline/).waitFor({ state: 'detached' });
    await one.close();
  });
});

/** Finds filters whose rows do not end where their group does, and rows of the list that hold more than their height or width. */
const UNEVEN = `(() => {
  const ends = new Map();
  // Then a button ends the first row.
  const isFolded = innerWidth < 900;
  const group = document.querySelector('[role="search"]');
  for (const field of group.firstElementChild.querySelectorAll('label')) {
    const { top, right } = field.getBoundingClientRect();
    ends.set(top, Math.max(ends.get(top) ?? 0, right));
    const { right: end } = field.lastElementChild.getBoundingClientRect();
    if (end > right + 1) return ['a filter reaches into the next'];
  }
  const edge = group.getBoundingClientRect().right;
  return [
    ...[...ends.values()].slice(isFolded ? 1 : 0).filter((end) => Math.abs(end - edge) > 1).map(() => 'a row of filters ends early'),
    ...[...document.querySelectorAll('[role="listitem"] > a')]
      .filter((row) => row.scrollHeight > row.clientHeight || row.scrollWidth > row.clientWidth)
      .map((row) => 'more than its row: ' + row.textContent),
  ];
})()`;

describe('the explorer', () => {
  it('arranges its filters in even rows and keeps what it lists within its rows, at every width', async () => {
    const { weir, stack } = fixture;
    const sender = createWallet({ privateKey: 'console sender of even rows' });
    await stack.control.fund(sender.address, 300_000_000n);
    await stack.control.mine();
    const stream = await weir.streams.create(
      {
        recipient: recipient.address,
        totalAmount: 1.23456789,
        streamType: 'LINEAR',
        description: 'One Two Three Four'.repeat(5),
      },
      sender,
    );
    await stream.fund(sender);
    const one = await fixture.page();
    for (const language of ['en', 'de']) {
      await one.page.addInitScript(`localStorage.setItem('weir:language', '${language}')`);
      await one.load('/explore');
      await one.page.getByText(stream.record.stream_id).waitFor();
      await resize(one.page, 360);
      await one.page.getByRole('search').locator('[aria-expanded="false"]').click();
      for (const width of [360, 768, 900, 1_024, 1_280, 1_440]) {
        await resize(one.page, width);
        // The list measures its rows again after the width has changed.
        await eventually(async () =>
          expect([language, width, await one.page.evaluate(UNEVEN)]).toEqual([language, width, []]),
        );
      }
    }
    await one.close();
  });

  it('folds its filters behind a button on a phone, which counts them', async () => {
    const one = await fixture.page({ width: 390 });
    const { page } = one;
    await watchLayoutShift(page);
    await one.load('/explore?status=ACTIVE&q=garden');
    const bar = page.getByRole('search');
    const button = bar.locator('[aria-expanded]');
    const status = bar.locator('select').nth(1);
    await button.waitFor();
    await one.settled();
    // The search stays in view, and does not count.
    expect(await bar.getByRole('searchbox').inputValue()).toBe('garden');
    expect([await status.isVisible(), await button.getAttribute('aria-expanded')]).toEqual([false, 'false']);
    expect(await button.innerText()).toMatch(/\(1\)$/u);
    expect(await look(one, 'explore-folded')).toEqual([]);
    // By keys: the button keeps the focus, and the next field is the first of those that it opened.
    await button.focus();
    await page.keyboard.press('Enter');
    await status.waitFor();
    expect(await button.getAttribute('aria-expanded')).toBe('true');
    expect(await page.evaluate('document.activeElement.getAttribute("aria-expanded")')).toBe('true');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('SELECT');
    expect(await look(one, 'explore-unfolded')).toEqual([]);
    await bar.locator('select').nth(2).selectOption('BCH');
    await page.waitForURL(/token=BCH/);
    await button.getByText(/\(2\)$/).waitFor();
    // They are in the page's address, as the search is.
    await page.reload();
    await button.getByText(/\(2\)$/).waitFor();
    expect([await status.isVisible(), await status.inputValue()]).toEqual([false, 'ACTIVE']);
    await button.click();
    await button.click();
    await status.waitFor({ state: 'hidden' });
    await one.settled();
    const { sum, moved } = await layoutShiftOf(page);
    expect([sum <= MOST_SHIFT, sum > MOST_SHIFT ? moved : []]).toEqual([true, []]);
    expect(one.complaints).toEqual([]);
    await one.close();
  });

  it('shows what is made elsewhere without a reload, follows filters, and keeps few rows in the document', async () => {
    const { weir, stack } = fixture;
    const sender = createWallet({ privateKey: 'console sender' });
    await stack.control.fund(sender.address, 1_000_000_000n);
    await stack.control.mine();
    const one = await fixture.page({ width: 1_280 });
    const { page } = one;
    await one.open('/?token=BCH');
    await page.waitForURL(/\/explore\?token=BCH$/);
    await page.getByLabel('Asset').selectOption('');
    const records = page.getByRole('list', { name: 'Records' }).getByRole('listitem');
    await records.first().waitFor();
    const made = await weir.streams.create(
      { recipient: recipient.address, totalAmount: 3, streamType: 'STEP' },
      sender,
    );
    await page.getByLabel('Status').selectOption('PENDING');
    await page.waitForURL(/status=PENDING/);
    await page.getByText(made.record.stream_id).waitFor();
    await weir.streams.create(
      { recipient: recipient.address, totalAmount: 1, streamType: 'LINEAR', description: 'Gardening in spring' },
      sender,
    );
    await page.getByLabel('Title or description').fill('gardening');
    await page.waitForURL(/q=gardening/);
    await page.getByText(made.record.stream_id).waitFor({ state: 'detached' });
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const csv = readFileSync(await (await saved).path(), 'utf8').split('\r\n');
    // The mark of UTF-8 that Excel needs, the columns, the record, and a line end after it.
    expect([csv[0]?.split(',')[0], csv.length, csv[2]]).toEqual(['\uFEFFnumber', 3, '']);
    await page.getByLabel('Title or description').fill('');
    await page.waitForURL((url) => !url.searchParams.has('q'));
    // What nobody paid for is shown to those who ask for it.
    await page.getByLabel('Status').selectOption('');
    await records.first().waitFor();
    expect(await page.getByText(made.record.stream_id).count()).toBe(0);
    await page.evaluate('scrollTo(0, 0)');
    await made.fund(sender);
    await page.getByText(made.record.stream_id).waitFor();
    await page.getByLabel('Product').selectOption('treasuries');
    await page.getByText('Nothing matches these filters').waitFor();
    await page.getByLabel('Save this view as').fill('Only treasuries');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByLabel('Product').selectOption('');
    await page.getByText(made.record.stream_id).waitFor();
    await page.getByRole('link', { name: 'Only treasuries' }).click();
    await page.getByText('Nothing matches these filters').waitFor();
    await page.getByLabel('Product').selectOption('');
    await page.getByLabel('Status').selectOption('PENDING');
    for (let count = 0; count < 120; count += 1)
      await weir.streams.create({ recipient: recipient.address, totalAmount: 1, streamType: 'LINEAR' }, sender);
    await page.getByRole('link', { name: /000001/ }).count();
    await page.mouse.wheel(0, 60_000);
    await records.first().waitFor();
    for (let count = 0; count < 5; count += 1) await page.mouse.wheel(0, 60_000);
    expect(await records.count()).toBeLessThan(80);
    // A reader further down decides when new rows appear.
    const last = await weir.streams.create(
      { recipient: recipient.address, totalAmount: 1, streamType: 'LINEAR' },
      sender,
    );
    await page.getByRole('button', { name: '1 new record' }).click();
    await page.getByText(last.record.stream_id).waitFor();
    expect(one.complaints).toEqual([]);
    await one.close();
  });
});

describe('a claim link', () => {
  it('leads a browser to the claim page, where one click pays somebody without BCH', async () => {
    const { weir, stack } = fixture;
    const creator = createWallet({ privateKey: 'console creator' });
    await stack.control.fund(creator.address, 300_000_000n);
    await stack.control.mine();
    const one = await fixture.page();
    const { page } = one;
    await one.open('/');
    await page.getByRole('button', { name: 'Connect wallet' }).click();
    await page.getByRole('button', { name: 'Make a wallet in this page' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const own = await ownAddress(one);
    const drop = await weir.airdrops.create({ title: 'For testers', totalAmount: 1, requireKyc: true }, creator);
    await drop.generateList([{ address: own, amount: 0.02 }], creator);
    await drop.fund(creator);
    const other = await fixture.page({ width: 360 });
    await other.load(`/claim/${drop.record.claim_token}`);
    expect(await other.page.getByRole('navigation').count()).toBe(0);
    await other.page.getByRole('button', { name: 'Connect a wallet' }).click();
    await other.page.getByRole('button', { name: 'Make a wallet in this page' }).click();
    await other.page.getByText('This address has nothing to claim').waitFor();
    await other.page.getByRole('button', { name: 'Switch wallet' }).click();
    await other.page.getByRole('button', { name: 'Use the wallet of this page' }).waitFor();
    await other.close();
    await one.load(`/api/airdrops/claim/${drop.record.claim_token}`);
    expect(new URL(page.url()).pathname).toBe(`/claim/${drop.record.claim_token}`);
    // With the wallet that is connected one press signs in and claims: from the link to the money in three at most.
    await claimHere(one);
    await page.getByText('It is yours').waitFor();
    expect(await look(one, 'claimed')).toEqual([]);
    expect((await drop.get()).campaign.claimed_count).toBe(1);
    expect(one.complaints).toEqual([]);
    await one.close();
  });
});

it('says about what it comes to in a currency, where the operator names a source of prices', async () => {
  const one = await fixture.page({ width: 1_280 });
  await one.open('/home');
  await connect(one);
  const own = await ownAddress(one);
  const payer = createWallet({ privateKey: 'console payer' });
  await fixture.stack.control.fund(payer.address, 300_000_000n);
  await fixture.stack.control.mine();
  const { medianTimePast } = await fixture.weir.dev.chain();
  const start = medianTimePast - 20 * DAY;
  const terms = { streamType: 'LINEAR', startTime: start, endTime: start + 10 * DAY } as const;
  const stream = await fixture.weir.streams.create({ recipient: own, totalAmount: 1.5, ...terms }, payer);
  await stream.fund(payer);
  const worth = one.page.getByText(/^about (?:US)?\$600\.00$/).first();
  await worth.waitFor();
  await one.page
    .getByTitle(/^At (?:US)?\$400\.00 for 1 BCH, /)
    .first()
    .waitFor();
  expect(await look(one, 'home-prices')).toEqual([]);
  for (const path of [`/streams/${stream.id}`, '/incoming', '/inbox', '/explore']) {
    await one.load(path);
    await worth.waitFor();
  }
  expect(await look(one, 'explorer-prices')).toEqual([]);
  // A plan's rows and their sum.
  const grants = await fixture.weir.plans.create(
    { product: 'vesting', start, end: start + 100 * DAY, streams: [{ recipient: own, amount: 50_000_000n }] },
    payer,
  );
  await grants.fund(payer);
  await one.load(`/plans/${grants.id}`);
  const row = one.page.getByRole('row').filter({ hasText: '0.50 BCH' });
  await row
    .first()
    .getByText(/^about (?:US)?\$200\.00$/)
    .waitFor();
  await one.page
    .getByRole('row')
    .filter({ hasText: 'Sum of 1 person' })
    .getByText(/^about (?:US)?\$200\.00$/)
    .waitFor();
  expect(await look(one, 'plan-prices')).toEqual([]);
  await one.open('/streams/new');
  await one.page.getByLabel('Recipient').fill(recipient.address);
  await one.page.getByLabel('Amount').fill('1');
  await one.page
    .getByRole('status')
    .getByText(/^about (?:US)?\$400\./)
    .waitFor();
  await one.load('/incoming');
  await one.close();
});

mailScenarios(
  () => fixture,
  () => sink,
);
walletConnectScenarios(() => fixture);
