import type {
  AnnounceMoveResponse,
  GetStreamResponse,
  ListMovesResponse,
  ListStreamsResponse,
} from '@weir/api-contract';
import type { Wallet } from '@weir/wallet';
import { type Refusal, succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { moveRequests, refused, signBuilt } from '../support/move-scenario.js';
import { COIN, createActiveStream, createStream } from '../support/stream-scenario.js';
import { ASSETS, type TestAsset } from '../support/test-asset.js';

const HOUR = 3_600;
/** Blocks between announcement and move in these streams. */
const DELAY = 3;

const fixture = useFixture();

const active = async (asset?: TestAsset, changes: object = {}) => {
  const scenario = await createActiveStream(fixture, { moveDelayBlocks: DELAY, ...changes }, asset);
  await fixture.mine();
  return { ...scenario, fresh: fixture.wallet(COIN / 100n) };
};

const { bearerOf, announce, confirm, finish, eventsOf } = moveRequests(fixture);

const streamAt = async (id: string) =>
  (await succeeded(fixture.client.get<GetStreamResponse>(`/api/streams/${id}`))).stream;

const announced = async (scenario: Awaited<ReturnType<typeof active>>) => {
  const txHash = await signBuilt(scenario.recipient, await succeeded(announce(scenario)));
  await succeeded(confirm(txHash));
  return txHash;
};

const undo = (wallet: Wallet, body: object) =>
  fixture.client.as(wallet.address).post<AnnounceMoveResponse>('/api/moves/undo', body);

const listOf = async (wallet: Wallet) =>
  (await succeeded(fixture.client.get<ListMovesResponse>(`/api/moves?address=${wallet.address}`))).moves;

describe.each(ASSETS)('a stream of $name', (asset) => {
  it('moves to another address: announced, finished by anybody after the delay, then claimed there', async () => {
    const scenario = await active(asset);
    const { id, sender, recipient, fresh } = scenario;
    expect(await streamAt(id)).toMatchObject({ transferable: true, move_delay_blocks: DELAY, pending_move: null });
    const built = await succeeded(announce(scenario));
    expect(built).toMatchObject({ from: recipient.address, to: fresh.address, leftOut: [], hasMore: false });
    const txHash = await signBuilt(recipient, built);
    const first = await succeeded(confirm(txHash));
    expect(first.streams).toMatchObject([
      { id, recipient: recipient.address, pending_move: { to: fresh.address, undone: false } },
    ]);
    expect(first.streams[0]?.pending_move).toMatchObject({ announcedAtHeight: null, finishableAtHeight: null });
    for (const party of [sender, recipient, fresh])
      expect(await listOf(party)).toMatchObject([{ id, sender: sender.address, announcement_tx_hash: txHash }]);
    expect(refused(await finish(sender, [id])).details).toMatchObject({ leftOut: [{ code: 'NOT_MINED' }] });
    const [block] = await fixture.mine();
    expect(refused(await finish(sender, [id])).details).toMatchObject({
      leftOut: [{ code: 'DELAY_NOT_OVER', availableAtHeight: (block?.height ?? 0) + DELAY }],
    });
    await fixture.mine(DELAY - 1);
    const last = await succeeded(finish(sender, [id]));
    expect(last.streams).toMatchObject([{ id, from: recipient.address, to: fresh.address }]);
    const moved = await succeeded(confirm(await signBuilt(sender, last), '/api/moves/finish/confirm'));
    expect(moved.streams).toMatchObject([{ recipient: fresh.address, pending_move: null }]);
    expect(await listOf(fresh)).toEqual([]);
    const own = await succeeded(fixture.client.get<ListStreamsResponse>(`/api/streams?recipient=${fresh.address}`));
    expect(own.streams.map((stream) => stream.id)).toEqual([id]);
    const none = await succeeded(
      fixture.client.get<ListStreamsResponse>(`/api/streams?recipient=${recipient.address}`),
    );
    expect([none.total, none.streams]).toEqual([0, []]);
    await fixture.advance(10 * HOUR);
    const pushed = await succeeded(
      fixture.client.post<{ txHash: string; amountBase: string }>(`/api/streams/${id}/push`, { broadcast: true }),
    );
    expect(asset.paidTo(fixture, fresh, pushed.txHash)).toEqual([BigInt(pushed.amountBase)]);
  });

  it('goes on paying the old address meanwhile, by the recipient’s own coin alone', async () => {
    const scenario = await active(asset);
    const { id, path, recipient, sender } = scenario;
    await announced(scenario);
    await fixture.advance(10 * HOUR);
    const push = await fixture.client.post<Refusal>(`${path}/push`, { broadcast: true });
    expect([push.status, push.body.code]).toEqual([409, 'NOTHING_TO_PUSH']);
    const claim = await succeeded(
      fixture.client
        .as(recipient.address)
        .post<AnnounceMoveResponse & { claimableAmount: number; signatureRequired: boolean }>(`${path}/claim`, {
          recipientAddress: recipient.address,
        }),
    );
    expect(claim.signatureRequired).toBe(true);
    const txHash = await signBuilt(recipient, claim);
    await succeeded(fixture.client.post(`${path}/confirm-claim`, { txHash, claimedAmount: claim.claimableAmount }));
    expect(asset.paidTo(fixture, recipient, txHash)).not.toHaveLength(0);
    const [block] = await fixture.mine();
    await fixture.mine();
    // The delay counts from the payment.
    expect(refused(await finish(sender, [id])).details).toMatchObject({
      leftOut: [{ code: 'DELAY_NOT_OVER', availableAtHeight: (block?.height ?? 0) + DELAY }],
    });
  });

  it('stays where it was when its recipient undoes the move', async () => {
    const scenario = await active(asset);
    const { id, recipient, fresh, sender } = scenario;
    await announced(scenario);
    await fixture.mine();
    const built = await succeeded(undo(recipient, { all: true }));
    expect(built).toMatchObject({ from: recipient.address, to: recipient.address, streams: [{ id }] });
    const undone = await succeeded(confirm(await signBuilt(recipient, built), '/api/moves/undo/confirm'));
    expect(undone.streams).toMatchObject([{ pending_move: { to: recipient.address, undone: true } }]);
    expect(refused(await undo(recipient, { streamIds: [id] })).details).toMatchObject({
      leftOut: [{ code: 'NO_MOVE' }],
    });
    await succeeded(confirm(await signBuilt(sender, await succeeded(finish(sender, [id])))));
    expect(await streamAt(id)).toMatchObject({ recipient: recipient.address, pending_move: null });
    expect(await listOf(fresh)).toEqual([]);
  });
});

describe('an announcement', () => {
  it('takes the signature of the new wallet, and the coin of the recipient', async () => {
    const scenario = await active();
    const { id, recipient, fresh, sender } = scenario;
    const stranger = fixture.wallet(COIN);
    const unproven = await announce(scenario, { proof: undefined });
    expect([unproven.status, refused(unproven).details]).toMatchObject([400, { problem: 'PROOF_REQUIRED' }]);
    const others = await announce(scenario, { proof: { bearer: await bearerOf(stranger) } });
    expect([others.status, refused(others).details]).toMatchObject([400, { problem: 'PROOF_REQUIRED' }]);
    const forged = await announce(scenario, { proof: { bearer: `${(await bearerOf(fresh)).slice(0, -4)}AAAA` } });
    expect([forged.status, refused(forged).code]).toEqual([401, 'TOKEN_INVALID']);
    for (const wallet of [stranger, sender, fresh]) {
      const answer = await announce({ ...scenario, recipient: wallet, fresh: stranger });
      expect([answer.status, refused(answer).code]).toEqual([403, 'FORBIDDEN']);
      expect((await undo(wallet, { streamIds: [id] })).status).toBe(403);
    }
    expect((await succeeded(announce(scenario))).streams).toHaveLength(1);
    expect((await streamAt(id)).recipient).toBe(recipient.address);
  });

  it('leaves out and names what cannot move, and moves the rest', async () => {
    const first = await active();
    const to = { recipient: first.recipient.address };
    const fixed = await active(undefined, { ...to, moveDelayBlocks: undefined, transferable: false });
    const unfunded = await createStream(fixture, { ...to });
    const cancelled = await active(undefined, to);
    const { wcTransaction } = await succeeded(
      fixture.client
        .as(cancelled.sender.address)
        .post<AnnounceMoveResponse>(`${cancelled.path}/cancel`, { sender: cancelled.sender.address }),
    );
    const txHash = await signBuilt(cancelled.sender, { wcTransaction });
    await succeeded(fixture.client.post(`${cancelled.path}/confirm-cancel`, { txHash }));
    const foreign = await active();
    const unmined = await createActiveStream(fixture, { ...to, moveDelayBlocks: DELAY });
    const nobody = '0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2';
    const ids = [first.id, fixed.id, unfunded.id, cancelled.id, foreign.id, unmined.id, nobody];
    const built = await succeeded(announce(first, { streamIds: ids }));
    expect(built.streams.map(({ id }) => id)).toEqual([first.id]);
    expect(Object.fromEntries(built.leftOut.map(({ id, code }) => [id, code]))).toEqual({
      [fixed.id]: 'NOT_TRANSFERABLE',
      [unfunded.id]: 'WRONG_STATE',
      [cancelled.id]: 'UNDER_NOTICE',
      [foreign.id]: 'FORBIDDEN',
      [unmined.id]: 'NOT_MINED',
      [nobody]: 'NOT_FOUND',
    });
    await fixture.mine();
    const all = await succeeded(announce(first, { streamIds: undefined, all: true }));
    expect(all.streams.map(({ id }) => id).sort()).toEqual([first.id, unmined.id].sort());
    await succeeded(confirm(await signBuilt(first.recipient, all)));
    await fixture.mine();
    const again = await announce(first, { streamIds: undefined, all: true });
    expect([again.status, refused(again).code]).toEqual([409, 'WRONG_STATE']);
  });

  it('is found though nobody confirmed it, and so is the finish', async () => {
    const scenario = await active();
    const { id, path, recipient, fresh } = scenario;
    await signBuilt(recipient, await succeeded(announce(scenario)));
    await fixture.mine(DELAY + 1);
    // A request for a step brings the record up to the chain.
    await fixture.client.post(`${path}/push`, { broadcast: false });
    expect((await streamAt(id)).pending_move).toMatchObject({ to: fresh.address });
    await signBuilt(fresh, await succeeded(finish(fresh, [id])));
    await fixture.client.post(`${path}/push`, { broadcast: false });
    expect(await streamAt(id)).toMatchObject({ recipient: fresh.address, pending_move: null });
  });

  it('is reported to the sender, the old and the new address, by events of all three', async () => {
    const scenario = await active();
    const { id, sender, recipient, fresh } = scenario;
    await announced(scenario);
    await fixture.mine(DELAY);
    await succeeded(confirm(await signBuilt(sender, await succeeded(finish(sender, [id])))));
    for (const wallet of [sender, recipient, fresh]) {
      const moves = await eventsOf(wallet, 2);
      expect(moves.map(({ kind }) => kind)).toEqual(['move_announced', 'move_finished']);
      for (const { figures } of moves) expect(figures).toMatchObject({ from: recipient.address, to: fresh.address });
    }
  });

  it('refuses addresses and selections that no wallet asks for', async () => {
    const scenario = await active();
    const { id, path, sender, recipient } = scenario;
    const { stream } = await succeeded(fixture.client.get<GetStreamResponse>(path));
    const many = Array.from({ length: 51 }, (_, i) => `${id.slice(0, -2)}${(i + 16).toString(16)}`);
    for (const changes of [
      { to: stream.contract_address },
      { to: recipient.address },
      { to: sender.address.replace('bchtest:', 'bitcoincash:') },
      { streamIds: many },
      { streamIds: [] },
      { streamIds: undefined },
      { all: true },
      { proof: { bearer: 'x'.repeat(8_193) } },
    ]) {
      const answer = await announce(scenario, changes);
      expect([changes, answer.status]).toEqual([changes, 400]);
      expect(['INVALID_REQUEST', 'INVALID_ADDRESS']).toContain(refused(answer).code);
    }
    expect((await streamAt(id)).pending_move).toBeNull();
  });

  it('is not held up by strangers: they can neither pay, nor finish early, nor name another address', async () => {
    const scenario = await active();
    const { id, path, recipient, fresh } = scenario;
    const txHash = await announced(scenario);
    await fixture.advance(10 * HOUR);
    const stranger = fixture.wallet(COIN);
    const client = fixture.client.as(stranger.address);
    expect((await client.post(`${path}/push`, { broadcast: true })).status).toBe(409);
    expect((await client.post(`${path}/claim`, { recipientAddress: recipient.address })).status).toBe(403);
    expect((await announce({ ...scenario, recipient: stranger, fresh: stranger })).status).toBe(403);
    expect((await undo(stranger, { all: true })).status).toBe(409);
    expect((await listOf(fresh)).map((move) => [move.id, move.announcement_tx_hash])).toEqual([[id, txHash]]);
    await fixture.mine(DELAY);
    await succeeded(confirm(await signBuilt(stranger, await succeeded(finish(stranger, [id])))));
    expect((await streamAt(id)).recipient).toBe(fresh.address);
    // Their claim of the old address is over, and the stranger gained nothing.
    expect(
      (await fixture.client.as(recipient.address).post(`${path}/claim`, { recipientAddress: recipient.address }))
        .status,
    ).toBe(403);
  });

  it('refuses a confirm of what moves nothing', async () => {
    const { fundingTxHash } = await active();
    const answer = await confirm(fundingTxHash);
    expect([answer.status, refused(answer).code]).toEqual([422, 'TX_MISMATCH']);
    expect(refused(await confirm('a'.repeat(64))).code).toBe('TX_NOT_FOUND');
  });

  it('is ended by a cancel, whose refund goes to the sender as ever', async () => {
    const scenario = await active();
    const { id, path, sender, recipient } = scenario;
    await announced(scenario);
    await fixture.advance(10 * HOUR);
    const cancel = await succeeded(
      fixture.client.as(sender.address).post<AnnounceMoveResponse>(`${path}/cancel`, { sender: sender.address }),
    );
    const txHash = await signBuilt(sender, cancel);
    await succeeded(fixture.client.post(`${path}/confirm-cancel`, { txHash }));
    expect(await streamAt(id)).toMatchObject({ status: 'CANCELLED', recipient: recipient.address, pending_move: null });
  });
});

describe('a creation', () => {
  it.each([
    [{ moveDelayBlocks: 0 }],
    [{ moveDelayBlocks: 65_536 }],
    [{ moveDelayBlocks: 1.5 }],
    [{ transferable: false, moveDelayBlocks: 10 }],
  ])('is refused with %j', async (terms) => {
    const [sender, recipient] = [fixture.wallet(), fixture.wallet()];
    const { status, body } = await fixture.client.as(sender.address).post<Refusal>('/api/streams/create', {
      recipient: recipient.address,
      totalAmount: 1,
      streamType: 'LINEAR',
      ...terms,
    });
    expect([status, body.code]).toEqual([400, 'INVALID_REQUEST']);
  });
});
