import { until } from '@weir/testing';
import { linkIn, type MailSink } from '@weir/testing/mail';
import { createWallet } from '@weir/wallet';
import { connect, ownAddress } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { look } from '../support/look.js';

const EMAIL = 'reader@post.example';
const sender = createWallet({ privateKey: 'console mail sender' });

/** Tests the card of messages by e-mail. */
export const mailScenarios = (fixture: () => Fixture, sink: () => MailSink): void => {
  describe('messages by e-mail', () => {
    it('are asked for, confirmed by the button behind a link, changed, and ended', async () => {
      const { stack, weir } = fixture();
      const one = await fixture().page();
      const { page } = one;
      await one.open('/');
      await connect(one);
      const own = await ownAddress(one);
      await one.open('/settings');
      await page.getByRole('button', { name: 'Set up messages' }).click();
      await page.getByLabel('E-mail address').fill(EMAIL);
      await page.getByLabel('A payday comes within a day').uncheck();
      await page.getByLabel('Send nothing at night').uncheck();
      expect(await look(one, 'settings-mail')).toEqual([]);
      await page.getByRole('button', { name: 'Send me messages' }).click();
      await page.getByText('We sent a mail to r…@p….example.').waitFor();

      const asked = await until('the mail that asks', () => sink().to(EMAIL)[0]);
      const reader = await fixture().page();
      await reader.page.goto(`${stack.apiUrl}${linkIn(asked, 'c')}`);
      await reader.page.getByRole('button', { name: 'Confirm' }).click();
      await reader.page.getByRole('heading', { name: 'Confirmed' }).waitFor();

      await stack.control.fund(sender.address, 500_000_000n);
      await stack.control.mine();
      const stream = await weir.streams.create({ recipient: own, streamType: 'LINEAR', totalAmount: 1 }, sender);
      await stream.fund(sender);
      const mail = await until('the mail of the funding', () => sink().to(EMAIL)[1]);
      expect(mail.text).toContain('1 BCH was funded');
      // The console is at the same address, which the link leads to.
      expect(mail.text).toContain(`/streams/${stream.id}`);

      await one.load('/settings');
      await page.getByRole('button', { name: 'Set up messages' }).click();
      await page.getByText('Messages go to r…@p….example.').waitFor();
      expect(await page.getByLabel('A payday comes within a day').isChecked()).toBe(false);
      expect(await look(one, 'settings-mail-active')).toEqual([]);
      await page.getByRole('button', { name: 'Stop messages' }).click();
      await page.getByText('We send one mail first.').waitFor();
      await reader.page.goto(`${stack.apiUrl}${linkIn(mail, 'u')}`);
      await reader.page.getByRole('button', { name: 'Unsubscribe' }).click();
      await reader.page.getByRole('heading', { name: 'Unsubscribed' }).waitFor();
      expect(one.complaints).toEqual([]);
      await reader.close();
      await one.close();
    });
  });
};
