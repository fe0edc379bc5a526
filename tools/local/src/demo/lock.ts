import { DAY, lockTerms } from '@weir/lives';
import { amountOf, balanceOf, bch, chainTime, type Fixture, openWallet, passDays, showHash } from './fixture.js';

/** A lock of four steps: the sender cannot take it back, strangers pay it out, and it ends. */
export const lockedGrant = async (fixture: Fixture): Promise<void> => {
  const { weir, say } = fixture;
  say.chapter('A lock of 1 BCH in four steps, which nobody can cancel and anybody pays out');
  const sender = await openWallet(fixture, 'Locker', 1_000_000_000n);
  const recipient = await openWallet(fixture, 'Heir', 0n);
  const startTime = await chainTime(fixture);
  const terms = lockTerms(recipient.address, startTime, {
    streamType: 'STEP',
    endTime: startTime + 20 * DAY,
    intervalSeconds: 5 * DAY,
  });
  const handle = await weir.locks.create(terms, sender);
  const { record } = handle;
  say.step(`The sender locks ${amountOf(record.total_amount_base, record)} as ${record.stream_id}`);
  const { status } = await handle.fund(sender, { onProgress: showHash(fixture) });
  say.fact('status', status);

  await passDays(fixture, 6);
  say.step('A stranger pays out what is unlocked: nobody signs');
  const pushed = await handle.push();
  say.fact('paid', amountOf(pushed.amountBase, record));

  await passDays(fixture, 20);
  say.step('The recipient, who had no coin at all, takes the rest');
  const { stream: lock } = await handle.claim(recipient, { onProgress: showHash(fixture) });
  say.fact('status', lock.status);
  const balance = await balanceOf(fixture, recipient.address);
  say.fact('Heir', bch(balance));
  // Both payments took their fee, at most 420 satoshis each; the note of 1,200 came with the funding.
  if (lock.status !== 'COMPLETED' || balance < 100_000_360n)
    throw new Error(`The recipient should have 1 BCH, and has ${bch(balance)}`);
};
