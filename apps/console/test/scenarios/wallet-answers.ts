import { eventually } from '@weir/testing';
import { createWallet } from '@weir/wallet';
import { connect, CONNECTED, ownAddress } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import type { ConsolePage } from '../support/page.js';

const DAY = 86_400;
const recipient = createWallet({ privateKey: 'console payee of a careful sender' });

const press = async ({ page }: ConsolePage, name: string | RegExp): Promise<void> => {
  await page.getByRole('button', { name }).click();
};

/** Creates a stream of the in-page wallet over two years from the chain's time, and opens its page. */
const openStream = async (one: ConsolePage, { weir }: Fixture, sender: string) => {
  const startTime = (await weir.info()).chain?.asOf ?? 0;
  const stream = await weir.streams.create({
    sender,
    recipient: recipient.address,
    totalAmount: 1,
    streamType: 'LINEAR',
    startTime,
    endTime: startTime + 730 * DAY,
  });
  await one.open(`/streams/${stream.id}`);
  await one.page.getByRole('button', { name: 'Fund it' }).waitFor();
  return stream;
};

/** Tests how refusals of wallets, conflicts with other parties and network failures are explained. */
export const walletAnswerScenarios = (fixture: () => Fixture): void => {
  describe('an answer that is none', () => {
    it('of a wallet whose user says no, and of one that lost its key, is shown, and changes nothing', async () => {
      const one = await fixture().page();
      const { page } = one;
      await one.open('/');
      await connect(one);
      const own = await ownAddress(one);
      await press(one, CONNECTED);
      await page.getByLabel('Ask before signing').check();
      expect(await one.violations()).toEqual([]);
      await press(one, 'Close');
      await openStream(one, fixture(), own);

      await press(one, 'Fund it');
      await page.getByText('Sign this?').waitFor();
      expect(await one.violations()).toEqual([]);
      await press(one, 'Decline');
      await page.getByText('You declined it in the wallet').waitFor();
      await page.getByText('Nothing was signed, nothing was sent and nothing has changed.').waitFor();
      expect(await one.violations()).toEqual([]);
      await press(one, 'Fund it');
      await page.getByRole('button', { name: 'Sign', exact: true }).click();
      await page.getByText('Active', { exact: true }).waitFor();

      // Another tab cleared the storage: funds locked with this tab's key would be lost.
      await page.evaluate("localStorage.removeItem('weir:local-key')");
      await press(one, 'Cancel the stream');
      await press(one, 'Cancel it');
      await page.getByText('The wallet failed').waitFor();
      await page.getByText(/It reports: its key is gone from this browser’s storage/).waitFor();
      expect(one.complaints).toEqual([]);
      await one.close();
    });

    it('of a contract that others move each time, and of a network that shows nothing, is shown in the end', async () => {
      const { stack } = fixture();
      const one = await fixture().page();
      const { page } = one;
      await one.open('/');
      await connect(one);
      const own = await ownAddress(one);
      const stream = await openStream(one, fixture(), own);
      await press(one, 'Fund it');
      await page.getByText('Active', { exact: true }).waitFor();
      // Each time a cancel is built, a push to the recipient comes first.
      await page.route(/\/api\/streams\/[^/]+\/cancel$/, async (route) => {
        const answer = await route.fetch();
        await stack.control.passTime(60 * DAY);
        // The service may hear of the time a moment later.
        await eventually(() => stream.push());
        await route.fulfill({ response: answer });
      });
      await press(one, 'Cancel the stream');
      await press(one, 'Cancel it');
      await page
        .getByRole('alert')
        .or(page.getByText(/^It was cancelled/).first())
        .waitFor();
      expect(await page.getByRole('alert').textContent()).toContain('Another transaction came first');
      // The second transaction is void, so no page resumes it.
      expect(await page.evaluate("localStorage.getItem('weir:pending')")).toBe('[]');
      await page.unrouteAll({ behavior: 'ignoreErrors' });

      await openStream(one, fixture(), own);
      // The network drops it; the page's clock skips the minute of waiting.
      await page.clock.install();
      await page.route('**/api/transactions/broadcast', async (route) => {
        const txid = await page.evaluate<string>(
          "JSON.parse(localStorage.getItem('weir:pending')).at(-1).pending.txHash",
        );
        await route.fulfill({ json: { success: true, txid } });
      });
      await press(one, 'Fund it');
      const notice = page.getByText('The network does not show the transaction yet');
      await page.getByText('Waiting for the network to show it').waitFor();
      while (!(await notice.isVisible())) {
        const asked = page.waitForResponse('**/confirm-funding').catch(() => undefined);
        await page.clock.fastForward(15_000);
        // No request follows the last answer.
        await Promise.race([asked, notice.waitFor()]);
      }
      await page.getByText('it continues automatically').waitFor();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await one.close();
    });
  });
};
