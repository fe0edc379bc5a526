import { DAY, lockTerms, streamTerms } from '@weir/lives';
import type { Wallet } from '@weir/wallet';
import { amountOf, balanceOf, bch, chainTime, type Fixture, openWallet, passDays, showHash, until } from './fixture.js';
import { claimStream, openStream, readStream } from './streams.js';

/** Blocks between the announcement and the finish, more than pass with the days here; seven days where a sender says nothing. */
const DELAY = 40;

/** Announces that a stream or lock moves: the new wallet proves that it can sign, and the old one signs. */
const announceMove = async (fixture: Fixture, id: string, old: Wallet, fresh: Wallet): Promise<void> => {
  const { weir, control, say } = fixture;
  say.step('The new wallet signs in, and the old one announces it');
  await weir.moves.announce([id], { to: fresh.address, proof: fresh }, old, { onProgress: showHash(fixture) });
  await control.mine();
  const { pending_move: move } = await readStream(fixture, id);
  say.fact('moves to', move?.to ?? 'nowhere');
  say.fact('finish', `after ${DELAY} blocks`);
};

/** Lets the delay pass, and waits until the service has finished the move. */
const waitForMove = async (fixture: Fixture, id: string): Promise<void> => {
  const { control, say } = fixture;
  await control.mine(DELAY);
  await until('the move to be finished', async () => {
    const { pending_move: move } = await readStream(fixture, id);
    return move === null ? true : undefined;
  });
  say.step('The delay is over: the service has finished the move, which needs no signature');
  await control.mine();
};

/** A recipient changes wallets: announced, undone, announced again, and finished after the delay. */
export const movedStream = async (fixture: Fixture): Promise<void> => {
  const { weir, control, say } = fixture;
  say.chapter('A recipient moves a stream of 1 BCH to another wallet, without the sender');
  const sender = await openWallet(fixture, 'Sender', 1_000_000_000n);
  const old = await openWallet(fixture, 'Old wallet', 10_000_000n);
  const fresh = await openWallet(fixture, 'New wallet', 0n);
  const terms = { ...streamTerms(old.address, await chainTime(fixture)), moveDelayBlocks: DELAY };
  const { id } = await openStream(fixture, sender, terms);
  await control.mine();
  await announceMove(fixture, id, old, fresh);
  say.step('The old wallet undoes it: two signatures, no delay');
  await weir.moves.undo([id], old, { onProgress: showHash(fixture) });
  await control.mine();
  await announceMove(fixture, id, old, fresh);
  await passDays(fixture, 5);
  say.step('Meanwhile the old wallet is paid, by a coin of its own');
  await claimStream(fixture, old, weir.streams.at(id));
  await waitForMove(fixture, id);
  await passDays(fixture, 6);
  const { recipient, status } = await claimStream(fixture, fresh, weir.streams.at(id));
  say.fact('recipient', recipient);
  if (recipient !== fresh.address || status !== 'COMPLETED')
    throw new Error(`The new wallet should have the rest, and ${recipient} is ${status}`);
};

/** A lock whose recipient changes wallets: it moves, and what it holds stays locked. */
export const movedLock = async (fixture: Fixture): Promise<void> => {
  const { weir, control, say } = fixture;
  say.chapter('A lock of 1 BCH that its recipient moves to another wallet, and that nobody can cancel');
  const sender = await openWallet(fixture, 'Locker', 1_000_000_000n);
  const old = await openWallet(fixture, 'Old wallet', 10_000_000n);
  const fresh = await openWallet(fixture, 'New wallet', 0n);
  const startTime = await chainTime(fixture);
  const terms = { endTime: startTime + 20 * DAY, transferable: true, moveDelayBlocks: DELAY };
  const handle = await weir.locks.create(lockTerms(old.address, startTime, terms), sender);
  const { record } = handle;
  say.step(`The sender locks ${amountOf(record.total_amount_base, record)}, and lets the recipient move it`);
  await handle.fund(sender, { onProgress: showHash(fixture) });
  await control.mine();
  await announceMove(fixture, handle.id, old, fresh);
  await waitForMove(fixture, handle.id);
  const { recipient } = await readStream(fixture, handle.id);
  say.fact('recipient', recipient);
  await passDays(fixture, 21);
  say.step('All of it is unlocked: the new wallet, which had no coin at all, claims it');
  const { stream: lock } = await handle.claim(fresh, { onProgress: showHash(fixture) });
  const balance = await balanceOf(fixture, fresh.address);
  say.fact('New wallet', bch(balance));
  // The payment took its fee, at most 470 satoshis; the note of 1,200 came with the announcement.
  if (recipient !== fresh.address || lock.status !== 'COMPLETED' || balance < 100_000_730n)
    throw new Error(`The new wallet should have 1 BCH, and has ${bch(balance)}`);
};
