import type {
  AnnounceMoveResponse,
  GetStreamResponse,
  ListMovesResponse,
  ListStreamsResponse,
  PlanFundingReady,
  PlanListedResponse,
  PlanStreamsResponse,
  PreviewLockResponse,
} from '@weir/api-contract';
import type { Wallet } from '@weir/wallet';
import { succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { claimOf, createActiveLock, lockOf } from '../support/lock-scenario.js';
import { moveRequests, refused, signBuilt } from '../support/move-scenario.js';
import { COIN } from '../support/stream-scenario.js';
import { ASSETS, type TestAsset } from '../support/test-asset.js';

const HOUR = 3_600;
/** Blocks between announcement and move in these locks. */
const DELAY = 3;
const MOVABLE = { transferable: true, moveDelayBlocks: DELAY };

const fixture = useFixture();

const active = async (asset?: TestAsset, changes: object = {}) => {
  const lock = await createActiveLock(fixture, { ...MOVABLE, ...changes }, asset);
  await fixture.mine();
  return { ...lock, fresh: fixture.wallet(COIN / 100n) };
};

const { announce, confirm: tryToConfirm, finish, eventsOf } = moveRequests(fixture);
const confirm = (txHash: string, path?: string) => succeeded(tryToConfirm(txHash, path));

const lockAt = async (id: string) =>
  (await succeeded(fixture.client.get<GetStreamResponse>(`/api/streams/${id}`))).stream;

describe.each(ASSETS)('a lock of $name that can move', (asset) => {
  it('is announced, finished by anybody after the delay, and paid at the new address until its end', async () => {
    const lock = await active(asset);
    const { id, path, sender, recipient, fresh } = lock;
    const before = await lockAt(id);
    expect(before).toMatchObject({
      contract: 'LOCK',
      transferable: true,
      move_delay_blocks: DELAY,
      pending_move: null,
      cancelable: false,
    });
    const built = await succeeded(announce(lock));
    expect(built).toMatchObject({
      from: recipient.address,
      to: fresh.address,
      leftOut: [],
      streams: [{ id, product: 'stream', index: 1, delayBlocks: DELAY, fundingTxHash: lock.fundingTxHash }],
    });
    const txHash = await signBuilt(recipient, built);
    const first = await confirm(txHash);
    expect(first.streams).toMatchObject([
      { id, recipient: recipient.address, pending_move: { to: fresh.address, undone: false } },
    ]);
    // The same hash again is the same answer.
    expect((await confirm(txHash)).streams).toEqual(first.streams);
    for (const party of [sender, recipient, fresh]) {
      const { moves } = await succeeded(fixture.client.get<ListMovesResponse>(`/api/moves?address=${party.address}`));
      expect(moves).toMatchObject([{ id, sender: sender.address, announcement_tx_hash: txHash }]);
    }
    await fixture.mine(DELAY - 1);
    expect(refused(await finish(sender, [id])).details).toMatchObject({ leftOut: [{ code: 'DELAY_NOT_OVER' }] });
    await fixture.mine();
    const last = await succeeded(finish(sender, [id]));
    expect(last.streams).toMatchObject([{ id, from: recipient.address, to: fresh.address }]);
    const moved = await confirm(await signBuilt(sender, last), '/api/moves/finish/confirm');
    expect(moved.streams).toMatchObject([{ recipient: fresh.address, pending_move: null }]);
    // A record keeps the address that it was funded at.
    expect(await lockAt(id)).toMatchObject({ recipient: fresh.address, contract_address: before.contract_address });
    const listed = await succeeded(
      fixture.client.get<ListStreamsResponse>(`/api/streams?contract=LOCK&recipient=${fresh.address}`),
    );
    expect(listed.streams.map((one) => one.id)).toEqual([id]);
    // Its funding may be confirmed again, and again.
    const again = await succeeded(
      fixture.client.post<{ stream: { status: string } }>(`${path}/confirm-funding`, { txHash: lock.fundingTxHash }),
    );
    expect(again).toMatchObject({ success: true });
    await fixture.advance(200 * HOUR);
    const { wcTransaction, claimableAmount } = await claimOf(fixture, { path, recipient: fresh });
    const paid = (await fresh.signTransaction(wcTransaction)).signedTransactionHash;
    await succeeded(fixture.client.post(`${path}/confirm-claim`, { txHash: paid, claimedAmount: claimableAmount }));
    expect(asset.paidTo(fixture, fresh, paid)).toHaveLength(1);
    expect(await lockAt(id)).toMatchObject({ status: 'COMPLETED', recipient: fresh.address });
    for (const wallet of [sender, recipient, fresh]) {
      const moves = await eventsOf(wallet, 2);
      expect(moves.map(({ kind }) => kind)).toEqual(['move_announced', 'move_finished']);
      for (const { figures } of moves) expect(figures).toMatchObject({ from: recipient.address, to: fresh.address });
    }
  });

  it('is undone by its recipient alone', async () => {
    const lock = await active(asset);
    const { id, recipient, fresh, sender } = lock;
    await confirm(await signBuilt(recipient, await succeeded(announce(lock))));
    await fixture.mine();
    const undo = (wallet: Wallet) =>
      fixture.client.as(wallet.address).post<AnnounceMoveResponse>('/api/moves/undo', { streamIds: [id] });
    for (const wallet of [sender, fresh]) expect((await undo(wallet)).status).toBe(403);
    const undone = await confirm(
      await signBuilt(recipient, await succeeded(undo(recipient))),
      '/api/moves/undo/confirm',
    );
    expect(undone.streams).toMatchObject([{ pending_move: { to: recipient.address, undone: true } }]);
    await confirm(await signBuilt(sender, await succeeded(finish(sender, [id]))), '/api/moves/finish/confirm');
    expect(await lockAt(id)).toMatchObject({ recipient: recipient.address, pending_move: null });
  });

  it('is moved by nobody but its recipient', async () => {
    const lock = await active(asset);
    const stranger = fixture.wallet(COIN);
    for (const wallet of [stranger, lock.sender, lock.fresh])
      expect((await announce({ ...lock, recipient: wallet, fresh: stranger })).status).toBe(403);
    expect((await lockAt(lock.id)).pending_move).toBeNull();
  });
});

describe('a list of locks that can move', () => {
  it('opens locks whose recipients move theirs, each by themselves', async () => {
    const [sender, first, second, fresh] = [
      fixture.wallet(COIN),
      fixture.wallet(COIN / 100n),
      fixture.wallet(COIN / 100n),
      fixture.wallet(),
    ];
    const client = fixture.client.as(sender.address);
    const { plan } = await succeeded(
      client.post<PlanListedResponse>('/api/plans', {
        product: 'lock',
        start: fixture.time(),
        end: fixture.time() + 100 * HOUR,
        streams: [first, second].map(({ address }, i) => ({ recipient: address, amount: 0.1 * (i + 1) })),
        ...MOVABLE,
      }),
    );
    expect(plan).toMatchObject({ transferable: true, move_delay_blocks: DELAY, cancelable: false });
    const path = `/api/plans/${plan.id}`;
    const txHash = await signBuilt(sender, await succeeded(client.get<PlanFundingReady>(`${path}/funding-info`)));
    await succeeded(fixture.client.post(`${path}/confirm-funding`, { txHash }));
    await fixture.mine();
    const { streams } = await succeeded(client.get<PlanStreamsResponse>(`${path}/streams`));
    const id = streams[0]?.id ?? '';
    await confirm(await signBuilt(first, await succeeded(announce({ id, recipient: first, fresh }))));
    await fixture.mine(DELAY);
    await confirm(await signBuilt(sender, await succeeded(finish(sender, [id]))), '/api/moves/finish/confirm');
    const recipients = await Promise.all(streams.map(async (row) => (await lockAt(row.id)).recipient));
    expect(recipients).toEqual([fresh.address, second.address]);
    // The confirmation of its funding finds the lock where it was funded.
    await succeeded(fixture.client.post(`${path}/confirm-funding`, { txHash }));
  });
});

describe('the creation of a lock', () => {
  const preview = (changes: object) => {
    const [sender, recipient] = [fixture.wallet(), fixture.wallet()];
    return fixture.client
      .as(sender.address)
      .post<PreviewLockResponse>('/api/locks/preview', lockOf(fixture, recipient, changes));
  };

  it('makes one that stays, unless its sender asks for another', async () => {
    const { lock: fixed } = await succeeded(preview({}));
    expect(fixed).toMatchObject({ transferable: false, move_delay_blocks: 0 });
    const { lock: movable } = await succeeded(preview({ transferable: true }));
    expect(movable).toMatchObject({ transferable: true, move_delay_blocks: 1_008 });
    expect(movable.contract_address).not.toBe(fixed.contract_address);
  });

  it('refuses to announce a move of one that stays', async () => {
    const lock = await createActiveLock(fixture);
    await fixture.mine();
    const answer = await announce({ ...lock, fresh: fixture.wallet() });
    expect([answer.status, refused(answer).details]).toMatchObject([409, { leftOut: [{ code: 'NOT_TRANSFERABLE' }] }]);
  });

  it.each([
    [{ ...MOVABLE, moveDelayBlocks: 0 }, 'INVALID_REQUEST'],
    [{ ...MOVABLE, moveDelayBlocks: 65_536 }, 'INVALID_REQUEST'],
    [{ moveDelayBlocks: DELAY }, 'INVALID_REQUEST'],
    [{ ...MOVABLE, totalAmount: '0.00001099' }, 'INVALID_AMOUNT'],
  ])('is refused with %j', async (changes, code) => {
    const answer = await preview(changes);
    expect([answer.status, refused(answer).code]).toEqual([400, code]);
  });
});
