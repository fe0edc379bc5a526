import { signMessage } from '@weir/client';
import { vaultTerms } from '@weir/lives';
import { untilSo } from '@weir/testing';
import { createWallet } from '@weir/wallet';
import { BCH, DAY, reading, startFixture, type Fixture, type TestWallet } from './support/fixture.js';

/** Blocks between an announcement and its finish. */
const DELAY = 40;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const openStream = async (sender: TestWallet, recipient: TestWallet, terms: object = {}) => {
  const start = await fixture.now();
  const stream = await fixture.weir.streams.create(
    {
      recipient: recipient.address,
      totalAmount: BCH,
      streamType: 'LINEAR',
      startTime: start,
      endTime: start + 10 * DAY,
      moveDelayBlocks: DELAY,
      ...terms,
    },
    sender,
  );
  await stream.fund(sender);
  return stream;
};

const openPayment = async (sender: TestWallet, recipient: TestWallet) => {
  const payment = await fixture.weir.payments.create(
    { recipient: recipient.address, amountPerPeriod: BCH / 20n, interval: 'DAILY', moveDelayBlocks: DELAY },
    sender,
  );
  await payment.fund(sender);
  return payment;
};

it('a recipient moves a stream and a salary to another wallet, undoes it, and moves them all the same', async () => {
  const { weir, stack } = fixture;
  const [sender, old, fresh] = [await fixture.wallet(20n * BCH), await fixture.wallet(BCH), await fixture.wallet()];
  const [stream, payment] = [await openStream(sender, old), await openPayment(sender, old)];
  await stack.control.mine();
  const ids = [stream.id, payment.id];
  const parts: string[] = [];
  const announced = await weir.moves.announce(ids, { to: fresh.address, proof: fresh }, old, {
    onProgress: ({ step, part, parts: all }) => parts.push(`${step} ${part}/${all}`),
  });
  expect(parts).toContain('signing 1/1');
  expect(announced).toMatchObject({ leftOut: [], txHashes: [expect.stringMatching(/^[0-9a-f]{64}$/)] });
  expect(announced.streams.map(({ id, recipient }) => [id, recipient]).sort()).toEqual(
    ids.map((id) => [id, old.address]).sort(),
  );
  await stack.control.mine();
  const { stream: pending } = await stream.get();
  expect(pending.pending_move).toMatchObject({ to: fresh.address, undone: false });
  for (const { address } of [sender, old, fresh])
    expect((await weir.moves.page({ address })).moves.map(({ id }) => id).sort()).toEqual([...ids].sort());

  // Until it is finished the old wallet is paid, by its own coin.
  await fixture.passDays(2);
  expect((await stream.claim(old)).stream.withdrawn_amount_base).toBeGreaterThan(0n);
  await stack.control.mine();

  const undone = await weir.moves.undo(ids, old);
  expect(undone.txHashes).toHaveLength(2);
  expect(undone.streams.map(({ pending_move: move }) => move)).toEqual([null, null]);
  await stack.control.mine();
  expect((await weir.moves.page({ address: fresh.address })).moves).toEqual([]);

  await weir.moves.announce(ids, { to: fresh.address, proof: fresh }, old);
  await expect(weir.moves.finish(ids, sender)).rejects.toMatchObject({ code: 'WRONG_STATE' });
  // The service finishes them by itself, and nobody signs.
  await stack.control.mine(DELAY);
  const recipients = async () => [(await stream.get()).stream, (await payment.get()).payment];
  await untilSo('both moves', async () => (await recipients()).every(({ recipient }) => recipient === fresh.address));
  expect((await recipients()).map(({ pending_move: move }) => move)).toEqual([null, null]);
  await expect(weir.moves.finish(ids, sender)).rejects.toMatchObject({ code: 'WRONG_STATE' });
  await stack.control.mine();
  // The new wallet claims, and the sender still cancels what was checked against their own terms.
  await fixture.passDays(1);
  expect((await stream.claim(fresh)).stream.recipient).toBe(fresh.address);
  expect((await payment.cancel(sender)).payment.status).toBe('CANCELLED');
  expect((await stream.cancel(sender)).stream.status).toBe('CANCELLED');
});

const openLock = async (sender: TestWallet, recipient: TestWallet, terms: object = {}) => {
  const start = await fixture.now();
  const lock = await fixture.weir.locks.create(
    {
      recipient: recipient.address,
      totalAmount: BCH,
      startTime: start,
      endTime: start + 10 * DAY,
      transferable: true,
      moveDelayBlocks: DELAY,
      ...terms,
    },
    sender,
  );
  await lock.fund(sender);
  return lock;
};

it('a recipient moves locks and a stream by one signature, undoes one, and is paid at the new address', async () => {
  const { weir, stack } = fixture;
  const [sender, old, fresh] = [await fixture.wallet(20n * BCH), await fixture.wallet(BCH), await fixture.wallet(BCH)];
  const [first, second] = [await openLock(sender, old), await openLock(sender, old, { totalAmount: 2n * BCH })];
  const fixed = await openLock(sender, old, { transferable: undefined, moveDelayBlocks: undefined });
  const stream = await openStream(sender, old);
  await stack.control.mine();
  const movable = [first.id, second.id, stream.id];
  const announced = await weir.moves.announce([...movable, fixed.id], { to: fresh.address, proof: fresh }, old);
  expect(announced).toMatchObject({ leftOut: [{ id: fixed.id, code: 'NOT_TRANSFERABLE' }] });
  expect(announced.txHashes).toHaveLength(1);
  expect(announced.streams.map(({ id }) => id).sort()).toEqual([...movable].sort());
  await stack.control.mine();
  // Meanwhile the old wallet is paid, by its own coin.
  await fixture.passDays(2);
  expect((await first.claim(old)).stream).toMatchObject({ contract: 'LOCK', pending_move: { to: fresh.address } });
  await stack.control.mine();
  // Both locks end what was undone, each by a signature of its own.
  const undone = await weir.moves.undo([first.id, second.id], old);
  expect(undone.txHashes).toHaveLength(3);
  expect(undone.streams.map(({ pending_move: move }) => move)).toEqual([null, null]);
  await stack.control.mine();
  await weir.moves.announce([second.id], { to: fresh.address, proof: fresh }, old);
  await stack.control.mine(DELAY);
  const recipientOf = async (lock: typeof second) => (await lock.get()).stream.recipient;
  await untilSo('the move', async () => (await recipientOf(second)) === fresh.address);
  expect(await recipientOf(first)).toBe(old.address);
  await stack.control.mine();
  await fixture.passDays(3);
  expect((await second.claim(fresh)).stream).toMatchObject({ recipient: fresh.address, transferable: true });
  await expect(second.claim(old)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

const openTreasury = async (roster?: object) => {
  const signers = [await fixture.wallet(10n * BCH), await fixture.wallet(), await fixture.wallet()] as const;
  const [alice, bob] = signers;
  const terms = vaultTerms([...signers], { totalDeposit: BCH, ...(roster !== undefined && { roster }) });
  const vault = await fixture.weir.vaults.create(terms, alice);
  await vault.deposit(alice, { onProgress: ({ step }) => void (step === 'waiting' && fixture.stack.control.mine()) });
  await fixture.stack.control.mine();
  const { contractAddress } = await vault.get(alice);
  if (contractAddress === null) throw new Error('The treasury is open');
  return { vault, alice, bob, address: contractAddress };
};

describe.each([
  ['a vault', undefined],
  ['a roster', {}],
] as const)('%s that receives a lock', (_, roster) => {
  it('moves it to another wallet by two signers, who read both addresses, and undoes it', async () => {
    const { stack } = fixture;
    const { vault, alice, bob, address } = await openTreasury(roster);
    const [sender, fresh] = [await fixture.wallet(10n * BCH), await fixture.wallet(BCH)];
    const lock = await openLock(sender, { ...sender, address });
    await stack.control.mine();
    const carryOut = async (recipient: string): Promise<readonly string[]> => {
      const proposal = await vault.propose({ kind: 'announce', recipient, streamIds: [lock.id] }, alice);
      // The proposer knows its own terms; the other signer reads what the bytes say.
      await proposal.approve(alice);
      const { read, onReview } = reading();
      await proposal.approve(bob, { onReview });
      expect((await proposal.execute(bob)).status).toBe('EXECUTED');
      await stack.control.mine();
      return read;
    };
    const read = await carryOut(fresh.address);
    expect(read.some((line) => /^Moves 1 lock from .* Nothing else changes\.$/u.test(line))).toBe(true);
    expect(read).toContain(`New address: ${fresh.address}`);
    expect(read.some((line) => line.startsWith('Old address: '))).toBe(true);
    expect((await lock.get()).stream.pending_move).toMatchObject({ to: fresh.address, undone: false });

    await carryOut(address);
    // The service ends what was undone, and the treasury is paid as before.
    await untilSo('the end of the undone move', async () => (await lock.get()).stream.pending_move === null);
    await stack.control.mine();

    await carryOut(fresh.address);
    await stack.control.mine(DELAY);
    await untilSo('the move', async () => (await lock.get()).stream.recipient === fresh.address);
    await stack.control.mine();
    await fixture.passDays(3);
    expect((await lock.claim(fresh)).stream.withdrawn_amount_base).toBeGreaterThan(0n);
  });

  it('has nothing signed where the service names another lock, one more, or another address', async () => {
    const { vault, alice, address } = await openTreasury(roster);
    const [sender, fresh, thief] = [await fixture.wallet(10n * BCH), await fixture.wallet(), await fixture.wallet()];
    const [one, other] = [
      await openLock(sender, { ...sender, address }),
      await openLock(sender, { ...sender, address }),
    ];
    await fixture.stack.control.mine();
    const asked = { kind: 'announce', recipient: fresh.address, streamIds: [one.id] } as const;
    for (const changed of [
      { ...asked, recipient: thief.address },
      { ...asked, streamIds: [other.id] },
      { ...asked, streamIds: [one.id, other.id] },
    ]) {
      const made = await vault.propose(changed, alice);
      // The client remembers what its caller asked for by the proposal's id.
      fixture.weir.noteTerms(made.id, { ...asked, vaultId: vault.id });
      await expect(made.approve(alice, { onReview: () => true })).rejects.toMatchObject({
        code: 'UNEXPECTED_TRANSACTION',
      });
    }
  });
});

it('a wallet that is not connected proves itself by a signed message', async () => {
  const { weir, stack } = fixture;
  const [sender, old] = [await fixture.wallet(5n * BCH), await fixture.wallet(BCH)];
  const elsewhere = createWallet({ privateKey: `elsewhere ${process.pid}` });
  const stream = await openStream(sender, old);
  await stack.control.mine();
  const challenge = await weir.moves.challenge(elsewhere.address);
  await expect(challenge.answer(await signMessage(old, challenge.message, 'proves it'))).rejects.toMatchObject({
    code: 'AUTH_SIGNATURE_INVALID',
  });
  const again = await weir.moves.challenge(elsewhere.address);
  const { bearer } = await again.answer(await signMessage(elsewhere, again.message, 'proves it'));
  const { streams } = await weir.moves.announce([stream.id], { to: elsewhere.address, proof: bearer }, old);
  expect(streams[0]?.pending_move).toMatchObject({ to: elsewhere.address });
  // The proof of one address does not prove another one.
  const other = await fixture.wallet();
  await stack.control.mine();
  await expect(weir.moves.announce([stream.id], { to: other.address, proof: bearer }, old)).rejects.toMatchObject({
    details: { field: 'proof' },
  });
});

it('says why streams do not move, and moves the others', async () => {
  const { weir, stack } = fixture;
  const [sender, old, fresh] = [await fixture.wallet(20n * BCH), await fixture.wallet(BCH), await fixture.wallet()];
  const fixed = await openStream(sender, old, { transferable: false, moveDelayBlocks: undefined });
  const cancelled = await openStream(sender, old);
  const movable = await openStream(sender, old);
  await stack.control.mine();
  await cancelled.cancel(sender);
  await stack.control.mine();
  const { streams, leftOut } = await weir.moves.announce(
    [fixed.id, cancelled.id, movable.id],
    { to: fresh.address, proof: fresh },
    old,
  );
  expect(streams.map(({ id }) => id)).toEqual([movable.id]);
  expect(leftOut.map(({ id, code }) => [id, code]).sort()).toEqual(
    [
      [fixed.id, 'NOT_TRANSFERABLE'],
      [cancelled.id, 'UNDER_NOTICE'],
    ].sort(),
  );
  await expect(weir.moves.announce([fixed.id], { to: fresh.address, proof: fresh }, old)).rejects.toMatchObject({
    code: 'WRONG_STATE',
    details: { leftOut: [{ code: 'NOT_TRANSFERABLE' }] },
  });
});
