import { eventually } from '@weir/testing';
import { createWallet } from '@weir/wallet';
import { connect, CONNECTED, ownAddress } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { interrupted } from '../support/interrupted.js';
import type { ConsolePage } from '../support/page.js';

const DAY = 86_400;
const recipient = createWallet({ privateKey: 'console payee' });
const sender = createWallet({ privateKey: 'console interrupted' });

/** Returns a year from the chain's time, which is far from the clock's. */
const fromNow = async ({ weir }: Fixture): Promise<{ startTime: number; endTime: number }> => {
  const startTime = (await weir.info()).chain?.asOf ?? 0;
  return { startTime, endTime: startTime + 365 * DAY };
};

const press = async ({ page }: ConsolePage, name: string | RegExp): Promise<void> => {
  await page.getByRole('button', { name }).click();
};

/** Tests that signed actions outlive their page, and that failures are explained. */
export const interruptionScenarios = (fixture: () => Fixture): void => {
  describe('a reload in the middle', () => {
    it('of each of a payment’s steps signs nothing twice', async () => {
      const { weir, stack } = fixture();
      const one = await fixture().page();
      const { page } = one;
      await one.open('/');
      await connect(one);
      const own = await ownAddress(one);
      const terms = { sender: own, recipient: recipient.address, amountPerPeriod: 0.1, interval: 'DAILY' } as const;
      const payment = await weir.payments.create(terms);
      await one.open(`/payments/${payment.id}`);
      // The network never gets it, so resuming broadcasts it first.
      await interrupted(one, '**/api/transactions/broadcast', () => press(one, 'Fund it'));
      await page.getByText('Active', { exact: true }).waitFor();

      await interrupted(one, '**/confirm-pause', async () => {
        await press(one, 'Pause the payment');
        await press(one, 'Pause it');
      });
      await stack.control.mine(7);
      await page.getByRole('button', { name: 'Resume it' }).waitFor();
      await interrupted(one, '**/confirm-resume', () => press(one, 'Resume it'));
      await page.getByText('Active', { exact: true }).waitFor();
      await interrupted(one, '**/confirm-cancel', async () => {
        await press(one, 'Cancel the payment');
        await press(one, 'Cancel it');
      });
      await page.getByText('Cancelled', { exact: true }).first().waitFor();
      await one.close();
    });

    it('of a claim, a cancel and a campaign’s funding signs nothing twice', async () => {
      const { weir, stack } = fixture();
      const one = await fixture().page();
      const { page } = one;
      await one.open('/');
      await connect(one);
      const own = await ownAddress(one);
      const stream = await weir.streams.create({
        sender: own,
        recipient: own,
        totalAmount: 0.5,
        streamType: 'LINEAR',
        ...(await fromNow(fixture())),
      });
      await one.open(`/streams/${stream.id}`);
      await press(one, 'Fund it');
      await page.getByText('Active', { exact: true }).waitFor();
      await stack.control.passTime(30 * DAY);
      await page.reload();
      await interrupted(one, '**/confirm-claim', () => press(one, /^Claim 0\./));
      await interrupted(one, '**/confirm-cancel', async () => {
        await press(one, 'Cancel the stream');
        await press(one, 'Cancel it');
      });
      await page.getByText('Cancelled', { exact: true }).first().waitFor();

      const drop = await weir.airdrops.create({
        creator: own,
        title: 'Interrupted',
        totalAmount: 0.1,
        amountPerClaim: 0.01,
      });
      await one.open(`/airdrops/${drop.id}`);
      await interrupted(one, '**/confirm-funding', () => press(one, 'Fund it'));
      await page.getByText('Active', { exact: true }).waitFor();
      await one.close();
    });
  });

  describe('a reload before the wallet has answered', () => {
    it('says once which request was left, and that nothing was paid', async () => {
      const one = await fixture().page();
      const { page } = one;
      await one.open('/');
      await connect(one);
      const own = await ownAddress(one);
      await press(one, CONNECTED);
      await page.getByLabel('Ask before signing').check();
      await press(one, 'Close');
      const terms = { sender: own, recipient: recipient.address, amountPerPeriod: 0.1, interval: 'DAILY' } as const;
      const payment = await fixture().weir.payments.create(terms);
      const left = page.getByText(
        /^Funding, Payment: the page was left before the wallet answered\. Nothing was paid\./,
      );
      await one.open(`/payments/${payment.id}`);
      await press(one, 'Fund it');
      await page.getByText('Sign this?').waitFor();
      await page.reload();
      await left.waitFor();
      expect(await one.violations()).toEqual([]);
      await press(one, 'Fund it');
      await page.getByText('Sign this?').waitFor();
      await press(one, 'Decline');
      await page.getByText('You declined it in the wallet').waitFor();
      await page.reload();
      await page.getByRole('button', { name: 'Fund it' }).waitFor();
      expect(await left.count()).toBe(0);
      expect(one.complaints).toEqual([]);
      await one.close();
    });
  });

  describe('a page that is left', () => {
    it('by a link or for good, leaves what it signed to the page that is open, and no sooner', async () => {
      const { weir } = fixture();
      const one = await fixture().page({ width: 1_280 });
      const { page } = one;
      await one.open('/');
      await connect(one);
      const own = await ownAddress(one);
      const create = () => weir.streams.create({ sender: own, recipient: own, totalAmount: 0.1, streamType: 'LINEAR' });
      const resumed = /^Funding, Stream: signed, and its page was left\. It is confirmed now\./;
      // What the page sends first never arrives.
      const lose = () => page.route('**/api/transactions/broadcast', () => undefined, { times: 1 });
      const pending = () => page.evaluate<string>("localStorage.getItem('weir:pending') ?? '[]'");

      await one.open(`/streams/${(await create()).id}`);
      await lose();
      const sent = page.waitForRequest('**/api/transactions/broadcast');
      await press(one, 'Fund it');
      await sent;
      await page.getByRole('link', { name: 'Create', exact: true }).click();
      await page.getByRole('heading', { name: 'What do you want to create?' }).waitFor();
      await page.getByText(resumed).waitFor();
      expect(await pending()).toBe('[]');
      await press(one, 'Close');

      const stream = await create();
      await one.open(`/streams/${stream.id}`);
      await lose();
      const other = await page.context().newPage();
      await other.goto(page.url());
      await other.getByRole('button', { name: 'Fund it' }).waitFor();
      const again = page.waitForRequest('**/api/transactions/broadcast');
      await press(one, 'Fund it');
      await again;
      // Pages that are open leave it alone, as those do that open meanwhile.
      await other.reload();
      await other.getByRole('button', { name: 'Fund it' }).waitFor();
      expect(await pending()).toContain(stream.id);
      expect(await other.getByText('Funding, Stream: signed').isVisible()).toBe(false);
      await page.close();
      await other.getByText(resumed).waitFor();
      await other.getByText('Active', { exact: true }).waitFor();
      await one.close();
    });
  });

  describe('what goes wrong', () => {
    it('is caught up with after an offline spell, and explained if the chain or another party is in the way', async () => {
      const { weir, stack } = fixture();
      await stack.control.fund(sender.address, 500_000_000n);
      await stack.control.mine();
      const one = await fixture().page();
      const { page } = one;
      await one.open('/');
      await connect(one);
      const own = await ownAddress(one);
      const stream = await weir.streams.create(
        { recipient: own, totalAmount: 1, streamType: 'LINEAR', ...(await fromNow(fixture())) },
        sender,
      );
      await stream.fund(sender);
      await stack.control.passTime(40 * DAY);
      await one.open(`/streams/${stream.id}`);
      await page.getByRole('button', { name: /^Claim 0\./ }).waitFor();

      // More than a sixteenth is due, so it can be pushed. Pushed while the page is offline, it shows as soon as the page is back.
      await page.context().setOffline(true);
      await stream.push();
      await page.context().setOffline(false);
      await page.getByText('Paid to the recipient', { exact: true }).waitFor();

      // Another client pushes between the building and the broadcast of the claim, so it is rebuilt and nothing is left.
      await stack.control.passTime(40 * DAY);
      const paid = (await stream.get()).stream.withdrawn_amount_base;
      await page.reload();
      await page.route(
        '**/claim',
        async (route) => {
          const answer = await route.fetch();
          // At a later time, which makes it another transaction, and at which the service has to have arrived: a claim built
          // after the push by an even later one has something due.
          const later = ((await weir.info()).chain?.asOf ?? 0) + DAY;
          await stack.control.passTime(DAY);
          await eventually(async () => expect((await weir.info()).chain?.asOf).toBeGreaterThanOrEqual(later));
          // Where the answer to a push is lost, the next finds nothing to pay: so the record is asked what was paid.
          await eventually(async () => {
            await stream.push().catch(() => undefined);
            expect((await stream.get()).stream.withdrawn_amount_base).toBeGreaterThan(paid);
          });
          await route.fulfill({ response: answer });
        },
        { times: 1 },
      );
      await press(one, /^Claim 0\./);
      await page.getByText('Nothing is claimable yet').waitFor();

      // No Electrum server answers.
      const next = await weir.streams.create({ sender: own, recipient: own, totalAmount: 1, streamType: 'LINEAR' });
      await one.open(`/streams/${next.id}`);
      await page.getByRole('button', { name: 'Fund it' }).waitFor();
      await stack.control.failCalls({
        methods: ['blockchain.address.listunspent', 'blockchain.scripthash.listunspent'],
      });
      await press(one, 'Fund it');
      await page.getByText('The chain cannot be read at the moment').waitFor();
      await stack.control.resetFaults();

      // The network drops the transaction: the page waits for it, and the next page broadcasts it again.
      await page.route('**/api/transactions/broadcast', async (route) => {
        const txid = await page.evaluate<string>("JSON.parse(localStorage.getItem('weir:pending'))[0].pending.txHash");
        await route.fulfill({ json: { success: true, txid } });
      });
      await press(one, 'Fund it');
      await page.getByText('Waiting for the network to show it').waitFor();
      await page.unroute('**/api/transactions/broadcast');
      await page.reload();
      await page.getByText('It is confirmed now.').waitFor();
      await page.getByText('Active', { exact: true }).waitFor();
      await one.close();
    });
  });
};
