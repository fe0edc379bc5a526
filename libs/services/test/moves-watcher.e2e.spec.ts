import { MOVE_NOTE_SATOSHIS } from '@weir/covenants';
import { until } from '@weir/testing';
import { isWith, signBuilt, useMoves } from './support/move-bed.js';
import { startTestbed, useBed, useStreamWatcher } from './support/testbed.js';

/** Blocks between an announcement and its finish. */
const DELAY = 4;

const bed = useBed(startTestbed);
const { watch } = useStreamWatcher(bed);
const { moves, read, kindsOf, untilRead, announce } = useMoves(bed);

describe.each(['BCH', 'tokens'] as const)('the watcher of a stream of %s that moves to another address', (asset) => {
  const open = async () => {
    const [sender, old, fresh] = [bed.wallet(1_000_000_000n), bed.wallet(1_000_000n), bed.wallet()];
    const terms = { moveDelayBlocks: DELAY };
    const { id } =
      asset === 'BCH'
        ? await bed.openStream(sender, old, 1, 10, terms)
        : await bed.openTokenStream(sender, old, 1_000_000_000n, 10, terms);
    bed.node.mine();
    return { id, sender, old, fresh };
  };
  const reserveOf = async (id: string): Promise<bigint> => {
    const row = await bed.context.streams.findById(id);
    return row?.state?.satoshis ?? 0n;
  };

  it('finishes it once its delay is over, signed by nobody, and leaves the reserve as it was', async () => {
    const { id, old, fresh } = await open();
    const before = await reserveOf(id);
    const watcher = watch();
    await announce([id], old, fresh);
    expect(await reserveOf(id)).toBeGreaterThan(before);
    bed.node.mine(DELAY - 1);
    await untilRead(id, 'the block of the announcement', ({ pendingMove }) => pendingMove?.finishableAtHeight !== null);
    expect((await read(id)).recipient).toBe(old.address);
    bed.node.mine();
    await untilRead(id, 'the finish', isWith(fresh));
    expect(watcher.status()).toMatchObject({ sent: { finish: 1 }, lastAction: { kind: 'finish' } });
    expect(await reserveOf(id)).toBe(before);
    const row = await bed.context.streams.findById(id);
    const finish = bed.node.transaction(row?.state?.txid ?? '');
    // The stream alone, and for tokens its companion: no coin of anybody.
    expect(finish?.inputs).toHaveLength(asset === 'BCH' ? 1 : 2);
    bed.passDays(5);
    bed.node.mine();
    const { amount } = await bed.streams.push(id, true);
    const { tokenCategory } = await read(id);
    const got = tokenCategory === null ? await bed.balance(fresh) : await bed.tokens(fresh, tokenCategory);
    expect(amount).toBeGreaterThan(0n);
    expect(got).toBe(amount + (tokenCategory === null ? MOVE_NOTE_SATOSHIS : 0n));
  });

  it('ends an undone one at once, and sends it once only beside another watcher', async () => {
    const { id, old, fresh } = await open();
    const watchers = [watch(), watch()];
    await announce([id], old, fresh);
    bed.node.mine();
    await untilRead(id, 'the block of the announcement', ({ pendingMove }) => pendingMove?.finishableAtHeight !== null);
    await moves().confirm(await signBuilt(old, await moves().undo({ streamIds: [id] }, old.address)));
    bed.node.mine();
    await untilRead(id, 'the end', isWith(old));
    expect(await kindsOf(id)).toEqual(expect.arrayContaining(['move_announced', 'move_undone', 'move_kept']));
    expect(watchers.reduce((sum, watcher) => sum + watcher.status().sent.finish, 0)).toBe(1);
  });

  it('reads the finish of somebody who was faster', async () => {
    const { id, sender, old, fresh } = await open();
    await announce([id], old, fresh);
    bed.node.mine(DELAY);
    const built = await moves().finish({ streamIds: [id] }, sender.address);
    await signBuilt(sender, built);
    const watcher = watch();
    await untilRead(id, 'the finish', isWith(fresh));
    expect(watcher.status().sent.finish).toBe(0);
  });

  it('starts over with a payment of the recipient’s meanwhile, and finishes nothing that a cancel has ended', async () => {
    const { id, sender, old, fresh } = await open();
    watch();
    await announce([id], old, fresh);
    bed.passDays(2);
    const claim = await bed.streams.claim(id, { recipientAddress: old.address, caller: old.address });
    await signBuilt(old, claim);
    bed.node.mine(DELAY - 1);
    await untilRead(id, 'the claim', ({ withdrawnAmount }) => withdrawnAmount > 0n);
    expect((await read(id)).pendingMove?.to).toBe(fresh.address);
    await signBuilt(sender, await bed.streams.cancel(id, {}, sender.address));
    bed.node.mine(DELAY);
    const cancelled = await untilRead(id, 'the cancel', ({ status }) => status === 'CANCELLED');
    expect(cancelled).toMatchObject({ recipient: old.address, pendingMove: null });
  });

  it('rolls a finish back with its block, and sends it again', async () => {
    const { id, old, fresh } = await open();
    watch();
    await announce([id], old, fresh);
    bed.node.mine(DELAY);
    await untilRead(id, 'the finish', isWith(fresh));
    bed.node.mine();
    bed.node.reorganise(1, { blocks: 2, keep: 'drop', transactions: 'none' });
    await until('the rollback', async () => ((await kindsOf(id)).includes('rolled_back') ? true : undefined));
    await untilRead(id, 'the finish again', isWith(fresh));
  });
});
