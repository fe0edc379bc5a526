import { streamTerms } from '@weir/lives';
import { chainTime, type Fixture, openWallet, passDays, showHash, until } from './fixture.js';
import { claimStream, openStream, readStream } from './streams.js';

/** Blocks between the announcement and the finish, more than pass with the days here; seven days where a sender says nothing. */
const DELAY = 40;

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
  const announce = async (): Promise<void> => {
    say.step('The new wallet signs in, and the old one announces it');
    const newAddress = { to: fresh.address, proof: fresh };
    await weir.moves.announce([id], newAddress, old, { onProgress: showHash(fixture) });
    await control.mine();
    const { pending_move: move } = await readStream(fixture, id);
    say.fact('moves to', move?.to ?? 'nowhere');
    say.fact('finish', `after ${DELAY} blocks`);
  };
  await announce();
  say.step('The old wallet undoes it: two signatures, no delay');
  await weir.moves.undo([id], old, { onProgress: showHash(fixture) });
  await control.mine();
  await announce();
  await passDays(fixture, 5);
  say.step('Meanwhile the old wallet is paid, by a coin of its own');
  await claimStream(fixture, old, weir.streams.at(id));
  await control.mine(DELAY);
  await until('the move to be finished', async () => {
    const { pending_move: move } = await readStream(fixture, id);
    return move === null ? true : undefined;
  });
  say.step('The delay is over: the service has finished the move, which needs no signature');
  await control.mine();
  await passDays(fixture, 6);
  const { recipient, status } = await claimStream(fixture, fresh, weir.streams.at(id));
  say.fact('recipient', recipient);
  if (recipient !== fresh.address || status !== 'COMPLETED')
    throw new Error(`The new wallet should have the rest, and ${recipient} is ${status}`);
};
