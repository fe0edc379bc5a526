import { createWallet } from '@weir/wallet';
import { cancelStream, connect, createAndFund, ownAddress } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';

const DAY = 86_400;
const sender = createWallet({ privateKey: 'console reorganised sender' });
const recipient = createWallet({ privateKey: 'console reorganised recipient' });

/** Tests how an open page shows what the chain and other parties do meanwhile. */
export const chainScenarios = (fixture: () => Fixture): void => {
  describe('an open page', () => {
    it('shows a reorganisation that takes a funding back, and of its return, without a reload', async () => {
      const { weir, stack } = fixture();
      const { control } = stack;
      await control.fund(sender.address, 300_000_000n);
      await control.mine();
      const stream = await weir.streams.create(
        { recipient: recipient.address, totalAmount: 1, streamType: 'LINEAR' },
        sender,
      );
      await stream.fund(sender);
      const [block] = await control.mine();
      const one = await fixture().page();
      const { page } = one;
      await one.open(`/streams/${stream.id}`);
      await page.getByText('Active', { exact: true }).waitFor();

      await control.reorganise(1, { keep: 'drop' });
      // A funding is given up only after no server has it, three times, ten seconds apart.
      await page.getByText(/^Rolled back by the chain: Funded/).waitFor();
      await page.getByText('Not funded', { exact: true }).waitFor();
      expect(await one.violations()).toEqual([]);

      // The branch that was rolled back becomes the longest again.
      await control.reconsider(block?.hash ?? '');
      await page.getByText('On the chain again: Funded', { exact: true }).waitFor();
      await page.getByText('Active', { exact: true }).waitFor();
      expect(one.complaints).toEqual([]);
      await one.close();
    });

    it('builds its step again where another tab was faster, says so, and finishes it', async () => {
      const one = await fixture().page();
      const { page } = one;
      await one.open('/');
      await connect(one);
      const own = await ownAddress(one);
      await one.open('/streams/new');
      await page.getByLabel('Recipient').fill(own);
      await page.getByLabel('Amount').fill('1');
      await page.getByText('You pay, about').waitFor();
      await createAndFund(one, 'streams');
      await page.getByText('Active', { exact: true }).waitFor();
      await fixture().stack.control.passTime(60 * DAY);
      await page.reload();

      // The first tab's cancel is signed, and held back until the second one has claimed.
      const other = await page.context().newPage();
      await other.goto(page.url());
      // Until then it may still look for what was signed and not sent, and would send the first tab's cancel.
      await other.getByRole('button', { name: /^Claim / }).waitFor();
      let [isFirst, builds] = [true, 0];
      await page.route('**/api/transactions/broadcast', async (route) => {
        if (isFirst) {
          isFirst = false;
          await other.getByRole('button', { name: /^Claim / }).click();
          await other.getByText('Done.').waitFor();
        }
        await route.continue();
      });
      await page.route(/\/api\/streams\/[^/]+\/cancel$/, async (route) => {
        const answer = await route.fetch();
        // With authentication required, the first request is answered 401.
        if (answer.ok()) builds += 1;
        if (builds === 2) await page.getByText('Rebuilding the transaction…').waitFor();
        await route.fulfill({ response: answer });
      });
      await cancelStream(one);
      expect(builds).toBe(2);
      await page.getByText('Claimed', { exact: true }).nth(1).waitFor();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await one.close();
    });
  });
};
