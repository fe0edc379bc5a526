import { eventually } from '@weir/testing';
import { carryOut, createAndFund } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { look } from '../support/look.js';
import { walletOfKey } from '../support/records-of-wallet.js';
import { pageOf, proveByMessage } from './moves.js';
import { createSigner, openVault } from './vaults.js';

const DAY = 86_400;
/** Blocks between an announcement and its finish where the form asks for a delay: seven days. */
const DELAY = 1_008;
const [SENDER_KEY, OLD_KEY, NEW_KEY] = ['8a'.repeat(32), '8b'.repeat(32), '8c'.repeat(32)] as const;

/** Tests the life of a lock that its recipient moves to another wallet, by clicking. */
export const lockMoveScenarios = (fixture: () => Fixture): void => {
  describe('a lock that can move, by clicking', () => {
    it('is created, moved, undone, moved again, and pays each wallet its part', async () => {
      const { control } = fixture().stack;
      const [sender, old, fresh] = [walletOfKey(SENDER_KEY), walletOfKey(OLD_KEY), walletOfKey(NEW_KEY)];
      for (const { address } of [sender, old]) await control.fund(address, 2_000_000_000n);
      await control.mine();

      const payer = await pageOf(fixture(), SENDER_KEY, '/locks/new', { readsReviews: true });
      const form = payer.page;
      await form.getByLabel('Recipient').fill(old.address);
      await form.getByLabel('Amount').fill('0.5');
      await form.getByLabel('Description').fill('Advisor');
      await form.getByLabel('When', { exact: true }).selectOption('months');
      await form.getByLabel('Months until fully vested').fill('3');
      await form.getByLabel('Cliff in months').fill('0');
      // Today's lock stays the default: it proves that supply stays.
      expect(await form.getByRole('radio', { name: 'No, it stays at this address' }).isChecked()).toBe(true);
      await form.getByRole('radio', { name: 'Yes, with a delay' }).check();
      await form.getByText('Its recipient alone can move it to another wallet').waitFor();
      expect(await look(payer, 'new-movable-lock')).toEqual([]);
      await form.getByRole('button', { name: 'Create and fund' }).click();
      const review = form.getByRole('alertdialog');
      await review.getByText('Change of address').waitFor();
      expect(await look(payer, 'movable-lock-review')).toEqual([]);
      await review.getByRole('button', { name: 'Continue to the wallet' }).click();
      await form.waitForURL(/locks\/[0-9a-f-]{36}$/);
      await form.getByText('Active', { exact: true }).waitFor();
      await control.mine();
      const path = new URL(form.url()).pathname;
      const lock = fixture().weir.streams.at(path.slice('/locks/'.length));

      const reader = await pageOf(fixture(), OLD_KEY, path, { readsReviews: true });
      await reader.page.getByText('By the recipient, with a delay of').waitFor();
      expect(await look(reader, 'movable-lock')).toEqual([]);
      await reader.page.getByRole('link', { name: 'Move to another wallet' }).click();
      await proveByMessage(reader, fresh);
      await reader.page.getByRole('button', { name: 'Announce 1 move' }).click();
      // What is signed names both addresses, and says that nothing else changes.
      const asked = reader.page.getByRole('alertdialog');
      await asked.getByText(/^Moves 1 lock from .* Nothing else changes\.$/).waitFor();
      for (const label of ['Old address', 'New address']) await asked.getByText(label).waitFor();
      expect(await look(reader, 'lock-move-review')).toEqual([]);
      await asked.getByRole('button', { name: 'Continue to the wallet' }).click();
      await reader.page.getByText('1 of 1 announced.').waitFor();
      await control.mine();

      const one = await pageOf(fixture(), OLD_KEY, path);
      const { page } = one;
      await page.getByText('Was it not you? Undo it now: your key may be stolen.').waitFor();
      expect(await look(one, 'lock-moving')).toEqual([]);
      await page.getByRole('button', { name: 'Undo the move' }).click();
      await page.getByText('Done.').waitFor();
      await page.getByRole('link', { name: 'Move to another wallet' }).waitFor();
      expect((await lock.get()).stream).toMatchObject({ pending_move: null, recipient: old.address });
      await control.mine();

      await page.getByRole('link', { name: 'Move to another wallet' }).click();
      await proveByMessage(one, fresh);
      await page.getByRole('button', { name: 'Announce 1 move' }).click();
      await page.getByText('1 of 1 announced.').waitFor();
      await control.mine();
      // Meanwhile the old wallet is paid, by a coin of its own.
      await control.passTime(30 * DAY);
      await one.load(path);
      await page.getByRole('button', { name: /^Claim 0\.1/ }).click();
      await page.getByText('Done.').waitFor();
      await control.mine(DELAY);
      await eventually(async () => expect((await lock.get()).stream.recipient).toBe(fresh.address));
      await control.mine();

      const next = await pageOf(fixture(), NEW_KEY, '/incoming');
      await next.page.getByRole('link', { name: 'Advisor' }).first().click();
      await next.page.waitForURL(`**${path}`);
      await next.page.getByText('Moved to another wallet').first().waitFor();
      expect(await look(next, 'lock-moved')).toEqual([]);
      await control.passTime(90 * DAY);
      await next.load(path);
      await next.page.getByRole('button', { name: /^Claim 0\.3/ }).click();
      await next.page.getByText('Done.').waitFor();
      await next.page.getByText('Completed', { exact: true }).first().waitFor();
      const pages = [payer, reader, one, next];
      expect(pages.flatMap(({ complaints }) => complaints)).toEqual([]);
      for (const each of pages) await each.close();
    });

    it('of a list is chosen for all of its locks, and offered to each of its recipients', async () => {
      const { control } = fixture().stack;
      const [sender, old, fresh] = [walletOfKey(SENDER_KEY), walletOfKey(OLD_KEY), walletOfKey(NEW_KEY)];
      await control.fund(sender.address, 2_000_000_000n);
      await control.mine();

      const payer = await pageOf(fixture(), SENDER_KEY, '/plans/new');
      const form = payer.page;
      await form.getByRole('radio', { name: 'Locks, which nobody can cancel' }).check();
      expect(await form.getByRole('radio', { name: 'No, they stay at these addresses' }).isChecked()).toBe(true);
      await form.getByRole('radio', { name: 'Yes, with a delay' }).check();
      await form.getByText('Import from a spreadsheet').click();
      const lines = [old, sender].map(({ address }, index) => `${address},0.3,Nr. ${index + 1}`);
      await form.getByLabel('Or paste its lines').fill(`address,amount,label\n${lines.join('\n')}`);
      await form.getByRole('button', { name: 'Import its 2 rows' }).click();
      const preview = form.getByRole('region', { name: 'Preview' });
      await preview.getByText('By the recipient, with a delay of').waitFor();
      expect(await look(payer, 'new-movable-lock-list')).toEqual([]);
      await createAndFund(payer, 'plans');
      await form.getByText('All locks are funded. Nobody can take them back.').waitFor();
      await form.getByRole('region', { name: 'Terms' }).getByText('By the recipient, with a delay of').waitFor();

      const reader = await pageOf(fixture(), OLD_KEY, new URL(form.url()).pathname);
      await reader.page.getByRole('link', { name: 'Move yours to another wallet' }).click();
      await proveByMessage(reader, fresh);
      await reader.page.getByRole('button', { name: 'Announce 1 move' }).waitFor();
      for (const each of [payer, reader]) {
        expect(each.complaints).toEqual([]);
        await each.close();
      }
    });

    it('that pays a treasury is moved, and the move undone, by two of its signers', async () => {
      const { weir, stack } = fixture();
      const [ann, bob, carol] = [
        await createSigner(fixture()),
        await createSigner(fixture()),
        await createSigner(fixture()),
      ];
      const id = await openVault(ann, [bob, carol], 'Treasury of advisors');
      await ann.page.getByRole('button', { name: 'Deposit 3.00 BCH' }).click();
      await ann.page.getByText('Active', { exact: true }).waitFor();
      await ann.page.getByRole('button', { name: 'Deposit coins or tokens' }).click();
      const address = await ann.page
        .getByTitle(/^bchtest:r/)
        .first()
        .getAttribute('title');
      const [sender, fresh] = [walletOfKey(SENDER_KEY), walletOfKey(NEW_KEY)];
      await stack.control.fund(sender.address, 2_000_000_000n);
      await stack.control.mine();
      const { medianTimePast: now } = await weir.dev.chain();
      const terms = { recipient: address ?? '', totalAmount: 1, startTime: now, endTime: now + 100 * DAY };
      const lock = await weir.locks.create({ ...terms, transferable: true }, sender);
      await lock.fund(sender);
      await stack.control.mine();
      const read = async () => (await weir.streams.at(lock.id).get()).stream;
      const { recipient } = await read();
      /** Chooses the lock on the treasury's page. */
      const choose = async (): Promise<void> => {
        await ann.page
          .getByRole('region', { name: 'Paid to this treasury' })
          .getByRole('checkbox', { name: /^Select / })
          .check();
      };

      // The page is open since before the lock was funded.
      await choose();
      await ann.page.getByLabel('New address').fill(fresh.address);
      expect(await look(ann, 'treasury-lock-move')).toEqual([]);
      await ann.page.getByRole('button', { name: 'Propose 1 move' }).click();
      await ann.page.waitForURL(/proposals\/[0-9a-f-]{36}$/);
      await carryOut(ann, bob);
      expect(await read()).toMatchObject({ pending_move: { to: fresh.address, undone: false } });
      await stack.control.mine();

      await ann.load(`/vaults/${id}`);
      await choose();
      await ann.page.getByRole('button', { name: 'Propose to undo 1 move' }).click();
      await ann.page.waitForURL(/proposals\/[0-9a-f-]{36}$/);
      await carryOut(ann, bob);
      expect(await read()).toMatchObject({ recipient, pending_move: { to: recipient, undone: true } });
      for (const each of [ann, bob, carol]) {
        expect(each.complaints).toEqual([]);
        await each.close();
      }
    });

    it('says all of it in Arabic, from right to left', async () => {
      const { weir, stack } = fixture();
      const [sender, old, fresh] = [walletOfKey(SENDER_KEY), walletOfKey(OLD_KEY), walletOfKey(NEW_KEY)];
      for (const { address } of [sender, old]) await stack.control.fund(address, 2_000_000_000n);
      await stack.control.mine();
      const { medianTimePast: now } = await weir.dev.chain();
      const terms = { recipient: old.address, totalAmount: 1, startTime: now, endTime: now + 100 * DAY };
      const lock = await weir.locks.create({ ...terms, transferable: true }, sender);
      await lock.fund(sender);
      await stack.control.mine();
      await weir.moves.announce([lock.id], { to: fresh.address, proof: fresh }, old);
      await stack.control.mine();
      const one = await pageOf(fixture(), OLD_KEY, `/locks/${lock.id}`, { language: 'ar' });
      await one.settled();
      expect(await look(one, 'lock-moving-ar')).toEqual([]);
      await one.open('/locks/new');
      await one.settled();
      expect(await look(one, 'new-lock-ar')).toEqual([]);
      expect(one.complaints).toEqual([]);
      await one.close();
    });
  });
};
