import { binToHex } from '@bitauth/libauth';
import { LOCK_MOVE_FEE, lockingBytecodeOf, MOVE_NOTE_SATOSHIS } from '@weir/covenants';
import { until } from '@weir/testing';
import type { Wallet } from '@weir/wallet';
import { isWith, signBuilt, useMoves } from './support/move-bed.js';
import { DAY, startTestbed, useBed, useStreamWatcher } from './support/testbed.js';

/** Blocks between an announcement and its finish. */
const DELAY = 4;
const TOTAL = 1_000_000_000n;

const bed = useBed(startTestbed);
const { watch, warnings } = useStreamWatcher(bed);
/** While its chain is replaced, the one server is not believed for a moment: the watcher tries again. */
const forgive = (): void => {
  for (const warning of warnings.splice(0)) expect(warning).toMatchObject({ err: { name: 'ChainUnavailableError' } });
};
const { moves, read, kindsOf, untilRead, announce } = useMoves(bed);

const rowOf = async (id: string) => {
  const row = await bed.context.streams.findById(id);
  if (row === undefined) throw new Error('The lock is stored');
  return row;
};
const undo = async (id: string, recipient: Wallet) =>
  moves().confirm(await signBuilt(recipient, await moves().undo({ streamIds: [id] }, recipient.address)));

type Asset = 'BCH' | 'tokens';

/** Creates, funds and confirms a lock over ten days that its recipient can move. */
const openLock = async (sender: Wallet, recipient: Wallet, asset: Asset, terms: object = {}): Promise<string> => {
  const start = bed.node.tip.medianTimePast;
  const tokens = () => {
    const { category } = bed.node.mint(binToHex(lockingBytecodeOf(sender.publicKeyHash)), { amount: TOTAL });
    bed.node.mine();
    return { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: category } as const;
  };
  const { lock } = await bed.streams.createLock(
    {
      recipient: recipient.address,
      startTime: start,
      endTime: start + 10 * DAY,
      transferable: true,
      moveDelayBlocks: DELAY,
      ...(asset === 'BCH' ? { totalAmount: '10' } : { totalAmount: TOTAL.toString(), ...tokens() }),
      ...terms,
    },
    sender.address,
  );
  const funding = await bed.streams.fundingInfo(lock.id);
  if (funding.kind !== 'funding') throw new Error('The sender has coins');
  await bed.streams.confirmFunding(lock.id, await signBuilt(sender, funding));
  bed.node.mine();
  return lock.id;
};

const open = async (asset: Asset) => {
  const [sender, old, fresh] = [bed.wallet(2_000_000_000n), bed.wallet(1_000_000n), bed.wallet()];
  return { id: await openLock(sender, old, asset), sender, old, fresh };
};

describe.each(['BCH', 'tokens'] as const)('a lock of %s that moves to another address', (asset) => {
  const fee = LOCK_MOVE_FEE[asset === 'BCH' ? 'BCH' : 'FUNGIBLE_TOKEN'];

  it('goes from script to script with its announcement and its finish, which the watcher sends', async () => {
    const { id, sender, old, fresh } = await open(asset);
    const before = await rowOf(id);
    expect(await read(id)).toMatchObject({ transferable: true, moveDelayBlocks: DELAY, pendingMove: null });
    expect(before.currentBytecode).toBeNull();
    const watcher = watch();
    const { streams } = await announce([id], old, fresh);
    expect(streams).toMatchObject([{ id, recipient: old.address, pendingMove: { to: fresh.address, undone: false } }]);
    const pending = await rowOf(id);
    expect(pending.state?.satoshis).toBe((before.state?.satoshis ?? 0n) + fee);
    expect(pending.currentBytecode).not.toBe(before.lockingBytecode);
    // Where it was funded stays what the record is found by.
    expect([pending.lockingBytecode, pending.contractAddress]).toEqual([
      before.lockingBytecode,
      before.contractAddress,
    ]);
    for (const { address } of [sender, old, fresh])
      expect((await moves().list({ address })).moves).toMatchObject([{ id, product: 'stream' }]);
    bed.node.mine(DELAY - 1);
    await untilRead(id, 'the block of the announcement', ({ pendingMove }) => pendingMove?.finishableAtHeight !== null);
    expect((await read(id)).recipient).toBe(old.address);
    bed.node.mine();
    await untilRead(id, 'the finish', isWith(fresh));
    expect(watcher.status()).toMatchObject({ sent: { finish: 1 }, lastAction: { kind: 'finish' } });
    const moved = await rowOf(id);
    expect(moved.state?.satoshis).toBe(before.state?.satoshis);
    expect(new Set([before.lockingBytecode, pending.currentBytecode, moved.currentBytecode]).size).toBe(3);
    // The lock alone: no coin of anybody.
    expect(bed.node.transaction(moved.state?.txid ?? '')?.inputs).toHaveLength(1);
    bed.passDays(5);
    bed.node.mine();
    const { amount } = await bed.streams.push(id, true);
    const { tokenCategory } = await read(id);
    const got = tokenCategory === null ? await bed.balance(fresh) : await bed.tokens(fresh, tokenCategory);
    const kept = tokenCategory === null ? amount + MOVE_NOTE_SATOSHIS - got : amount - got;
    // In BCH the payment gives its own fee.
    expect(kept).toBeGreaterThanOrEqual(0n);
    expect(kept).toBeLessThan(471n);
    // And its end, at the new address, by anybody.
    bed.passDays(6);
    bed.node.mine();
    await bed.streams.push(id, true);
    expect(await read(id)).toMatchObject({ status: 'COMPLETED', recipient: fresh.address });
  });

  it('is claimed meanwhile by the old recipient alone, and the delay starts over', async () => {
    const { id, sender, old, fresh } = await open(asset);
    await announce([id], old, fresh);
    bed.passDays(2);
    await expect(bed.streams.push(id, true)).rejects.toMatchObject({ code: 'NOTHING_TO_PUSH' });
    const claim = await bed.streams.claim(id, { recipientAddress: old.address, caller: old.address });
    expect(claim.signatureRequired).toBe(true);
    await signBuilt(old, claim);
    bed.node.mine();
    await expect(moves().finish({ streamIds: [id] }, sender.address)).rejects.toMatchObject({
      details: { leftOut: [{ code: 'DELAY_NOT_OVER', availableAtHeight: bed.node.tip.height + DELAY }] },
    });
    expect((await read(id)).pendingMove?.to).toBe(fresh.address);
    bed.node.mine(DELAY);
    const built = await moves().finish({ streamIds: [id] }, sender.address);
    expect(built.streams).toMatchObject([{ id, from: old.address, to: fresh.address }]);
    await moves().confirm(await signBuilt(sender, built));
    expect(await read(id)).toMatchObject({ recipient: fresh.address, pendingMove: null });
  });

  it('stays where it was when its recipient undoes the move, and the watcher ends that at once', async () => {
    const { id, old, fresh } = await open(asset);
    const before = await rowOf(id);
    const watcher = watch();
    await announce([id], old, fresh);
    bed.node.mine();
    await untilRead(id, 'the block of the announcement', ({ pendingMove }) => pendingMove?.finishableAtHeight !== null);
    const undone = await undo(id, old);
    expect(undone.streams).toMatchObject([{ pendingMove: { to: old.address, undone: true } }]);
    bed.node.mine();
    await untilRead(id, 'the end', isWith(old));
    const after = await rowOf(id);
    expect([after.currentBytecode, after.state?.satoshis]).toEqual([before.lockingBytecode, before.state?.satoshis]);
    expect(await kindsOf(id)).toEqual(expect.arrayContaining(['move_announced', 'move_undone', 'move_kept']));
    expect(watcher.status().sent.finish).toBe(1);
  });

  it('is followed by what others sent, through all its scripts', async () => {
    const { id, sender, old, fresh } = await open(asset);
    const built = await moves().announce({ streamIds: [id], to: fresh.address }, [fresh.address], old.address);
    await signBuilt(old, built);
    bed.node.mine(DELAY);
    await signBuilt(sender, await moves().finish({ streamIds: [id] }, sender.address));
    bed.node.mine();
    watch();
    await untilRead(id, 'both steps', isWith(fresh));
    expect((await kindsOf(id)).filter((kind) => kind.startsWith('move_'))).toEqual(['move_announced', 'move_finished']);
  });

  it('rolls its announcement back with the block, and records it again when it comes back', async () => {
    const { id, old, fresh } = await open(asset);
    const before = await rowOf(id);
    bed.node.mine();
    await announce([id], old, fresh);
    const announcement = (await rowOf(id)).state?.txid ?? '';
    const { hex = '' } = bed.node.transaction(announcement) ?? {};
    bed.node.mine();
    watch();
    await untilRead(id, 'the block', ({ pendingMove }) => pendingMove?.finishableAtHeight !== null);
    bed.node.reorganise(1, { blocks: 2, keep: 'drop', transactions: 'none' });
    await untilRead(id, 'the rollback', isWith(old));
    const back = await rowOf(id);
    expect([back.currentBytecode, back.state]).toEqual([null, before.state]);
    bed.node.submit(hex);
    await untilRead(id, 'the announcement again', ({ pendingMove }) => pendingMove?.to === fresh.address);
    expect(await kindsOf(id)).toEqual(expect.arrayContaining(['move_announced', 'rolled_back', 'restored']));
    forgive();
  });

  it('rolls an undo and a finish back with their blocks', async () => {
    const { id, old, fresh } = await open(asset);
    watch();
    await announce([id], old, fresh);
    bed.node.mine();
    await untilRead(id, 'the block', ({ pendingMove }) => pendingMove?.finishableAtHeight !== null);
    await undo(id, old);
    await untilRead(id, 'the undo', ({ pendingMove }) => pendingMove?.undone !== false);
    bed.node.mine();
    await untilRead(id, 'the end of it', isWith(old));
    bed.node.mine();
    bed.node.reorganise(2, { blocks: 3, keep: 'drop', transactions: 'none' });
    await untilRead(id, 'the move that was announced', ({ pendingMove }) => pendingMove?.undone === false);
    bed.node.mine(DELAY);
    await untilRead(id, 'the finish', isWith(fresh));
    bed.node.mine();
    const finish = (await rowOf(id)).state?.txid ?? '';
    const { height = 0 } = await bed.context.chain.transaction(finish);
    const depth = bed.node.tip.height - height + 1;
    bed.node.reorganise(depth, { blocks: depth + 1, keep: 'drop', transactions: 'none' });
    const isUndone = async () =>
      (await bed.streams.get(id)).events.some(({ event, of }) => event === 'rolled_back' && of === 'move_finished');
    await until('the rollback of the finish', async () => ((await isUndone()) ? true : undefined));
    // Nobody has to sign it again.
    await untilRead(id, 'the finish again', isWith(fresh));
    forgive();
  });
});

describe('locks and streams of one recipient', () => {
  it('are announced by one signature; each lock finishes by a transaction of its own', async () => {
    const [sender, old, fresh] = [bed.wallet(9_000_000_000n), bed.wallet(1_000_000n), bed.wallet()];
    const first = await openLock(sender, old, 'BCH');
    // Equal locks share a script: which of them a step moved, its coin shows.
    const start = { startTime: (await rowOf(first)).startTime, endTime: (await rowOf(first)).endTime };
    const twin = await openLock(sender, old, 'BCH', start);
    const fixed = await openLock(sender, old, 'BCH', { transferable: false, moveDelayBlocks: undefined });
    const { id: stream } = await bed.openStream(sender, old, 1, 10, { moveDelayBlocks: DELAY });
    bed.node.mine();
    expect((await rowOf(twin)).lockingBytecode).toBe((await rowOf(first)).lockingBytecode);
    const ids = [first, twin, stream];
    const built = await moves().announce(
      { streamIds: [first, twin, fixed, stream], to: fresh.address },
      [fresh.address],
      old.address,
    );
    expect(built.streams.map(({ id }) => id)).toEqual([stream, ...[first, twin].sort()]);
    expect(built.leftOut).toMatchObject([{ id: fixed, code: 'NOT_TRANSFERABLE' }]);
    const confirmed = await moves().confirm(await signBuilt(old, built));
    expect(confirmed.streams.map(({ id }) => id).sort()).toEqual([...ids].sort());
    bed.node.mine(DELAY);
    for (const left of [2, 1, 0]) {
      const finish = await moves().finish({ streamIds: ids }, sender.address);
      expect(finish.leftOut.filter(({ code }) => code === 'LOCK_MOVES_ALONE')).toHaveLength(left);
      expect(finish.streams).toHaveLength(1);
      const [moved] = (await moves().confirm(await signBuilt(sender, finish))).streams;
      ids.splice(ids.indexOf(moved?.id ?? ''), 1);
    }
    for (const id of [first, twin, stream]) expect((await read(id)).recipient).toBe(fresh.address);
    expect((await read(fixed)).recipient).toBe(old.address);
  });

  it('can be listed and moved together, and those that stay are not among them', async () => {
    const [sender, old, fresh] = [bed.wallet(9_000_000_000n), bed.wallet(1_000_000n), bed.wallet()];
    const movable = await openLock(sender, old, 'BCH');
    await openLock(sender, old, 'BCH', { transferable: undefined, moveDelayBlocks: undefined });
    const built = await moves().announce({ all: true, to: fresh.address }, [fresh.address], old.address);
    expect(built.streams.map(({ id }) => id)).toEqual([movable]);
    expect(built.leftOut).toEqual([]);
  });
});
