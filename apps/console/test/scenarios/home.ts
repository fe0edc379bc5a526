import { eventually } from '@weir/testing';
import { createWallet } from '@weir/wallet';
import { connect, ownAddress } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { look } from '../support/look.js';

const DAY = 86_400;
const sender = createWallet({ privateKey: 'console home sender' });
const LONG =
  'Grant for the translation of everything into Donaudampfschifffahrtsgesellschaftsdeutsch, ελληνικά и русский';

/** Tests the pages of one's own money. */
export const homeScenarios = (fixture: () => Fixture): void => {
  describe('one’s own money', () => {
    it('is added up on the first page, and listed by what comes in, goes out, and happened', async () => {
      const { weir, stack } = fixture();
      await stack.control.fund(sender.address, 2_000_000_000n);
      await stack.control.mine();
      const one = await fixture().page();
      const { page } = one;
      await one.open('/');
      await connect(one);
      const own = await ownAddress(one);
      await one.open('/home');
      await page.getByText('Nothing at the moment.').waitFor();
      await page.getByText('No dates ahead.').waitFor();
      expect(await look(one, 'home-empty')).toEqual([]);

      const terms = { recipient: own, streamType: 'LINEAR' } as const;
      const stream = await weir.streams.create({ ...terms, totalAmount: 3.65, description: LONG }, sender);
      await stream.fund(sender);
      const salary = await weir.payments.create(
        { recipient: own, amountPerPeriod: 0.5, interval: 'MONTHLY', recipientName: 'Salary of Ada' },
        sender,
      );
      await salary.fund(sender);
      const draft = await weir.streams.create({
        sender: own,
        recipient: sender.address,
        streamType: 'LINEAR',
        totalAmount: 1,
        description: 'Rent',
      });
      // The chain begins 60 days ago, records begin today.
      await stack.control.passTime(75 * DAY);
      await one.load('/home');
      await page.getByText('Fund: Rent').waitFor();
      await page.getByText(`Claim: ${LONG}`).waitFor();
      expect(await look(one, 'home-full')).toEqual([]);
      await page.getByRole('link', { name: LONG }).first().click();
      await page.waitForURL(new RegExp(stream.id));
      await page.getByRole('heading', { name: LONG }).waitFor();

      for (const [path, ready] of [
        ['/incoming', 'Salary of Ada'],
        ['/outgoing', 'Rent'],
        ['/airdrops', 'No airdrops yet'],
        ['/plans', 'No payroll or grants yet'],
        ['/activity', 'No payments yet'],
      ] as const) {
        await one.open(path);
        await page.getByText(ready).first().waitFor();
        expect(await look(one, `full${path.replace('/', '-')}`)).toEqual([]);
      }

      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('outg');
      await page.keyboard.press('Enter');
      await page.waitForURL(/outgoing$/);
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill(draft.record.stream_id);
      await page.keyboard.press('Enter');
      await page.waitForURL(/search/);
      await page.getByRole('link', { name: draft.record.stream_id }).waitFor();

      await one.open('/home');
      await page.getByRole('button', { name: 'Claim all' }).click();
      await page.getByText(`Claim: ${LONG}`).waitFor({ state: 'detached' });
      await eventually(async () =>
        expect((await weir.payments.at(salary.id).get()).payment.claimable_amount_base).toBe(0n),
      );

      const inbox = page.getByRole('list', { name: 'Inbox' });
      await inbox.getByText('Paid to the recipient').nth(1).waitFor();
      await inbox.getByText('Funded', { exact: true }).first().waitFor();
      expect(await look(one, 'inbox')).toEqual([]);

      await one.open('/settings');
      await page.getByRole('button', { name: 'Make a new link' }).click();
      const link = (await page.getByRole('button', { name: /copy the calendar link/ }).getAttribute('title')) ?? '';
      expect(await (await fetch(link)).text()).toContain('Salary of Ada');
      await page.getByRole('button', { name: 'Remove the link' }).click();
      await page.getByText('The link leads nowhere any more.').waitFor();
      expect((await fetch(link)).status).toBe(404);

      await one.open(`/streams/${stream.id}`);
      await page.getByRole('link', { name: 'Save as contact' }).click();
      await page.getByLabel('Name').fill('The employer');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await one.open(`/streams/${stream.id}`);
      await page.getByText('The employer').waitFor();
      expect(one.complaints).toEqual([]);
      await one.close();
    });
  });
};
