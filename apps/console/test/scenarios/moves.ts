import { eventually } from '@weir/testing';
import { createWallet, type Wallet } from '@weir/wallet';
import { CONNECTED } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { heldBack } from '../support/held-back.js';
import { forgetLayoutShift, layoutShiftOf, watchLayoutShift } from '../support/layout-shift.js';
import { look, nextFrames } from '../support/look.js';
import type { ConsolePage, PageOptions } from '../support/page.js';
import { storeWallet, walletOfKey } from '../support/records-of-wallet.js';

const DAY = 86_400;
/** Blocks between an announcement and its finish. */
const DELAY = 6;
const [SENDER_KEY, OLD_KEY, NEW_KEY] = ['7a'.repeat(32), '7b'.repeat(32), '7c'.repeat(32)] as const;

/** Opens a page of the wallet of a key. */
export const pageOf = async (
  fixture: Fixture,
  key: string,
  path: string,
  options: Pick<PageOptions, 'language' | 'readsReviews'> = {},
): Promise<ConsolePage> => {
  const one = await fixture.page(options);
  await storeWallet(one.page.context(), key);
  await one.open(path);
  return one;
};

/** Opens what one sender pays one recipient: two streams, a salary in a list, and a stream that stays where it is. */
const openAll = async ({ weir, stack: { control } }: Fixture) => {
  const [sender, old, fresh] = [walletOfKey(SENDER_KEY), walletOfKey(OLD_KEY), walletOfKey(NEW_KEY)];
  for (const { address } of [sender, old]) await control.fund(address, 2_000_000_000n);
  await control.mine();
  const { medianTimePast: now } = await weir.dev.chain();
  const terms = {
    recipient: old.address,
    totalAmount: 1,
    streamType: 'LINEAR',
    startTime: now,
    endTime: now + 100 * DAY,
    moveDelayBlocks: DELAY,
  } as const;
  const grant = await weir.streams.create({ ...terms, description: 'Design work' }, sender);
  const fixed = await weir.streams.create(
    { ...terms, description: 'Prize', transferable: false, moveDelayBlocks: null },
    sender,
  );
  for (const one of [grant, fixed]) await one.fund(sender);
  const plan = await weir.plans.create(
    {
      product: 'recurring',
      interval: 'MONTHLY',
      end: null,
      start: now,
      description: 'Team',
      moveDelayBlocks: DELAY,
      streams: [old, createWallet({ privateKey: 'console colleague' })].map(({ address }, index) => ({
        recipient: address,
        amount: 1_000_000n,
        label: `Nr. ${index + 1}`,
      })),
    },
    sender,
  );
  await plan.fund(sender);
  await control.mine();
  return { old, fresh, grant, fixed };
};

/** Has a wallet elsewhere sign the message that the page shows. */
export const proveByMessage = async ({ page }: ConsolePage, wallet: ReturnType<typeof walletOfKey>): Promise<void> => {
  await page.getByLabel('New address').fill(wallet.address);
  await page.getByRole('button', { name: 'Show the message' }).click();
  const message = await page.getByTitle(/^Sign in to /).getAttribute('title');
  await page.getByLabel('Signature').fill(wallet.signMessage(message ?? ''));
  await page.getByRole('button', { name: 'Check the signature' }).click();
  await page.getByText('It has proved that it can sign.').waitFor();
};

/** Tests how a recipient moves what pays them to another wallet, by clicking. */
export const moveScenarios = (fixture: () => Fixture): void => {
  describe('a move to another wallet, by clicking', () => {
    it('is announced from a record, undone, announced for all, and finished by the service', async () => {
      const { control } = fixture().stack;
      const { fresh, grant, fixed } = await openAll(fixture());

      const one = await pageOf(fixture(), OLD_KEY, `/streams/${fixed.id}`);
      const { page } = one;
      await page.getByText('It cannot move to another wallet. Its terms do not allow it.').waitFor();
      await one.open(`/streams/${grant.id}`);
      await page.getByText('By the recipient, with a delay of').waitFor();
      await page.getByRole('link', { name: 'Move to another wallet' }).click();
      await page.getByText('Possible once the new wallet has proved itself.').waitFor();
      await page.getByLabel('New address').fill('nobody');
      await page.getByRole('button', { name: 'Show the message' }).click();
      await page
        .getByText(/not a cash address|characters after its prefix|wrong/)
        .first()
        .waitFor();
      expect(await look(one, 'move-new-wallet')).toEqual([]);
      await proveByMessage(one, fresh);
      // The link names one of them.
      await page.getByText('1 cannot move').click();
      await page.getByText('Its terms do not allow it.').waitFor();
      expect(await look(one, 'move-choice')).toEqual([]);
      await page.getByRole('button', { name: 'Announce 1 move' }).click();
      await page.getByText('1 of 1 announced.').waitFor();
      expect(await look(one, 'move-announced')).toEqual([]);
      await control.mine();

      await one.open(`/streams/${grant.id}`);
      await page.getByText('Was it not you? Undo it now: your key may be stolen.').waitFor();
      expect(await look(one, 'stream-moving')).toEqual([]);
      await page.getByRole('button', { name: 'Undo the move' }).click();
      await page.getByText('Done.').waitFor();
      await page.getByRole('link', { name: 'Move to another wallet' }).waitFor();
      expect((await grant.get()).stream.pending_move).toBeNull();
      await control.mine();

      // All that pays this wallet, by the list of what comes in.
      await one.open('/incoming');
      await page.getByRole('link', { name: 'Move to another wallet' }).click();
      await page.getByText('It has proved that it can sign.').waitFor();
      await page.getByRole('button', { name: 'Announce 2 moves' }).click();
      await page.getByText('2 of 2 announced.').waitFor();
      await control.mine();
      await one.open('/incoming');
      await page.getByRole('heading', { name: 'Moving to another wallet' }).waitFor();
      await page.getByRole('button', { name: 'Undo 2 moves' }).waitFor();
      expect(await look(one, 'incoming-moving')).toEqual([]);

      // Its sender and the new wallet see it, too.
      const payer = await pageOf(fixture(), SENDER_KEY, `/streams/${grant.id}`);
      await payer.page.getByText('Its recipient changes wallets.').waitFor();
      await payer.open('/home');
      await payer.page.getByRole('heading', { name: 'Moving to another wallet' }).waitFor();
      const next = await pageOf(fixture(), NEW_KEY, '/home');
      await next.page.getByRole('heading', { name: 'Moving to another wallet' }).waitFor();
      expect(await next.page.getByRole('button', { name: /^Undo/ }).count()).toBe(0);
      expect(await look(next, 'home-moving')).toEqual([]);

      // After the delay the service finishes both moves: nobody signs, and the new wallet needs no coin.
      await control.mine(DELAY);
      await eventually(async () => expect((await grant.get()).stream.recipient).toBe(fresh.address));
      await control.mine();
      await next.load(`/streams/${grant.id}`);
      await next.page.getByRole('link', { name: 'Move to another wallet' }).waitFor();
      const { stream } = await grant.get();
      expect([stream.recipient, stream.pending_move]).toEqual([fresh.address, null]);
      await next.open('/inbox');
      await next.page.getByText('Moved to another wallet').first().waitFor();
      expect([...one.complaints, ...payer.complaints, ...next.complaints]).toEqual([]);
      for (const each of [one, payer, next]) await each.close();
    });

    it('is shown together with what is below it, however late it is read', async () => {
      const { weir, stack } = fixture();
      const { fresh, grant, old } = await openAll(fixture());
      await weir.moves.announce([grant.id], { to: fresh.address, proof: fresh }, old);
      await stack.control.mine();
      for (const [key, path, below] of [
        [OLD_KEY, '/home', 'Next dates'],
        [OLD_KEY, '/incoming', 'Streams'],
        [SENDER_KEY, '/outgoing', 'Streams'],
      ] as const) {
        const one = await fixture().page({ readsReviews: true });
        const { page } = one;
        await storeWallet(page.context(), key);
        await watchLayoutShift(page);
        await page.clock.install();
        const letThrough = await heldBack(one, '**/api/moves?*');
        await one.load(path);
        await page.getByRole('button', { name: CONNECTED }).waitFor();
        const moving = page.getByRole('heading', { name: 'Moving to another wallet' });
        const list = page.getByRole('heading', { name: below, exact: true });
        // All else has come long before the page says that it waits.
        await page.clock.fastForward(9_000);
        await page.getByText('This takes longer than usual.').waitFor();
        expect([path, await moving.count(), await list.count()]).toEqual([path, 0, 0]);
        await forgetLayoutShift(page);
        letThrough();
        await moving.waitFor();
        await list.waitFor();
        await nextFrames(page);
        expect([path, (await layoutShiftOf(page)).moved]).toEqual([path, []]);
        expect(one.complaints).toEqual([]);
        await one.close();
      }
    });

    it('says all of it in Arabic, from right to left', async () => {
      const { control } = fixture().stack;
      const { fresh, grant, old } = await openAll(fixture());
      const one = await pageOf(fixture(), OLD_KEY, `/move?ids=${grant.id}`, { language: 'ar' });
      await one.settled();
      expect(await look(one, 'move-ar')).toEqual([]);
      await fixture().weir.moves.announce([grant.id], { to: fresh.address, proof: fresh }, old);
      await control.mine();
      await one.open(`/streams/${grant.id}`);
      await one.settled();
      expect(await look(one, 'stream-moving-ar')).toEqual([]);
      expect(one.complaints).toEqual([]);
      await one.close();
    });
  });
};

/** A wallet whose transactions are in a block before anybody hears of them. */
const minedAtOnce = (wallet: ReturnType<typeof walletOfKey>, { stack: { control } }: Fixture): Wallet => ({
  ...wallet,
  async signTransaction(request) {
    const signed = await wallet.signTransaction(request);
    await control.submit(signed.signedTransaction);
    await control.mine();
    return signed;
  },
});

/** Tests how a wallet finishes a move itself, where no watcher of the service does. */
export const finishScenarios = (fixture: () => Fixture): void => {
  describe('a move to another wallet, where the service finishes none', () => {
    it('is finished by the new wallet, once its delay is over', async () => {
      const { control } = fixture().stack;
      const { old, fresh, grant } = await openAll(fixture());
      await fixture().weir.moves.announce([grant.id], { to: fresh.address, proof: fresh }, minedAtOnce(old, fixture()));
      const next = await pageOf(fixture(), NEW_KEY, `/streams/${grant.id}`);
      const { page } = next;
      await page.getByText('Payments go to your wallet once the delay is over').waitFor();
      expect(await page.getByRole('button', { name: 'Finish the move' }).count()).toBe(0);

      await control.mine(DELAY);
      await next.load(`/streams/${grant.id}`);
      await page.getByText('The move can be finished').waitFor();
      await page.getByRole('button', { name: 'Finish the move' }).waitFor();
      expect(await look(next, 'stream-finishable')).toEqual([]);
      // Its own coin pays the fee.
      await control.fund(fresh.address, 1_000_000n);
      await control.mine();
      await next.load('/home');
      await page.getByRole('button', { name: 'Finish 1 move' }).click();
      await page.getByText('Done.').waitFor();
      const { stream } = await grant.get();
      expect([stream.recipient, stream.pending_move]).toEqual([fresh.address, null]);
      expect(next.complaints).toEqual([]);
      await next.close();
    });
  });
};
