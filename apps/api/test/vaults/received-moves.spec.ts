import type { ConfirmMovesResponse, GetPaymentResponse, GetStreamResponse, ProposalResponse } from '@weir/api-contract';
import { type Refusal, refusal, succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { agree, proposeMove } from '../support/grant-scenario.js';
import { createActiveLock } from '../support/lock-scenario.js';
import { CALENDAR } from '../support/paydays.js';
import { createActivePayment } from '../support/payment-scenario.js';
import { createActiveStream } from '../support/stream-scenario.js';
import { ASSETS, type TestAsset } from '../support/test-asset.js';
import { createActiveVault, type VaultScenario } from '../support/vault-scenario.js';

/** Blocks between announcement and move in these streams. */
const DELAY = 3;

const fixture = useFixture();

const streamAt = async (id: string) =>
  (await succeeded(fixture.client.get<GetStreamResponse>(`/api/streams/${id}`))).stream;

const OPENED = { stream: createActiveStream, lock: createActiveLock } as const;

/** A stream or a lock of somebody's that a vault receives. */
const received = async (asset?: TestAsset, changes: object = {}, what: keyof typeof OPENED = 'stream') => {
  const vault = await createActiveVault(fixture);
  const terms = { recipient: vault.created.contractAddress, transferable: true, moveDelayBlocks: DELAY, ...changes };
  const { id } = await OPENED[what](fixture, terms, asset);
  await fixture.mine();
  // As records write it, without the sign that it takes tokens.
  const { recipient } = await streamAt(id);
  return { vault, address: recipient, id, fresh: fixture.wallet() };
};

/** What an announcement puts aside for a finish, satoshis: of a lock exactly this, of a stream what its plan says. */
const LOCK_FEE = { BCH: 600, FUNGIBLE_TOKEN: 680 } as const;

const proposed = (vault: VaultScenario, recipient: string, streamIds: readonly string[]) =>
  proposeMove(fixture, vault, { kind: 'announce', recipient, streamIds });

/** Has anybody finish the move of one record. */
const finish = async (id: string): Promise<void> => {
  const payer = fixture.wallet(1_000_000n);
  const { wcTransaction } = await succeeded(
    fixture.client
      .as(payer.address)
      .post<{ wcTransaction: Parameters<typeof payer.signTransaction>[0] }>('/api/moves/finish', { streamIds: [id] }),
  );
  const { signedTransactionHash: txHash } = await payer.signTransaction(wcTransaction);
  await succeeded(fixture.client.post<ConfirmMovesResponse>('/api/moves/finish/confirm', { txHash }));
};

describe.each(
  ASSETS.flatMap((asset) => (['stream', 'lock'] as const).map((what) => ({ asset, what, name: asset.name }))),
)('a $what of $name that a vault receives', ({ asset, what }) => {
  it('moves to another address by two signers, who undo it and announce it again', async () => {
    const { vault, address, id, fresh } = await received(asset, {}, what);
    const announce = (recipient: string) => proposed(vault, recipient, [id]);
    const proposal = await announce(fresh.address);
    expect(proposal).toMatchObject({
      kind: 'announce',
      recipient: fresh.address,
      tokenType: 'BCH',
      subjects: [{ type: 'stream', id }],
    });
    // What the move itself will cost is in the stream or lock then.
    const fee = LOCK_FEE[(await streamAt(id)).token_type];
    if (what === 'lock') expect(Number(proposal.amountBase)).toBe(fee);
    else expect(Number(proposal.amountBase)).toBeGreaterThan(1_000);
    await agree(fixture, vault, proposal);
    expect(await streamAt(id)).toMatchObject({
      recipient: address,
      pending_move: { to: fresh.address, undone: false },
    });
    await fixture.mine();

    const undo = await announce(address);
    if (what === 'lock') expect(undo.amountBase).toBe('0');
    await agree(fixture, vault, undo);
    expect((await streamAt(id)).pending_move).toMatchObject({ to: address, undone: true });
    const again = await fixture.client
      .as(vault.signers[1].address)
      .post<Refusal>(`${vault.path}/proposals`, { kind: 'announce', recipient: address, streamIds: [id] });
    expect(again).toMatchObject(refusal(409, 'WRONG_STATE'));
    await fixture.mine();

    await agree(fixture, vault, await announce(fresh.address));
    await fixture.mine(DELAY);
    await finish(id);
    expect(await streamAt(id)).toMatchObject({ recipient: fresh.address, pending_move: null });
  });
});

describe.each(ASSETS)('a salary of $name by the calendar that a vault receives', (asset) => {
  it('moves to another address by two signers', async () => {
    const vault = await createActiveVault(fixture);
    const { id } = await createActivePayment(
      fixture,
      {
        recipient: vault.created.contractAddress,
        interval: undefined,
        calendar: CALENDAR,
        transferable: true,
        moveDelayBlocks: DELAY,
      },
      asset,
    );
    await fixture.mine();
    const fresh = fixture.wallet();
    const body = { kind: 'announce', recipient: fresh.address, paymentIds: [id] };
    await agree(fixture, vault, await proposeMove(fixture, vault, body));
    const read = async () => (await succeeded(fixture.client.get<GetPaymentResponse>(`/api/payments/${id}`))).payment;
    expect((await read()).pending_move).toMatchObject({ to: fresh.address, undone: false });
    await fixture.mine(DELAY);
    await finish(id);
    expect(await read()).toMatchObject({ recipient: fresh.address, pending_move: null });
  });
});

describe('locks and a stream that a vault receives', () => {
  it('move by one proposal, and a proposal that was overtaken is built again without those that moved', async () => {
    const { vault, address, id, fresh } = await received();
    const terms = { recipient: vault.created.contractAddress, transferable: true, moveDelayBlocks: DELAY };
    const locks = [await createActiveLock(fixture, terms), await createActiveLock(fixture, terms)];
    await fixture.mine();
    const ids = [id, ...locks.map((lock) => lock.id)];
    const [all, one] = [
      await proposed(vault, fresh.address, ids),
      await proposed(vault, fresh.address, ids.slice(1, 2)),
    ];
    expect(all.subjects.map((subject) => subject.id).sort()).toEqual([...ids].sort());
    // The smaller one is executed first: the other one loses its coins.
    await agree(fixture, vault, one);
    await fixture.mine();
    const path = `/api/proposals/${all.id}`;
    const stale = await succeeded(fixture.client.as(vault.signers[0].address).get<ProposalResponse>(path));
    expect(stale.status).toBe('STALE');
    await agree(fixture, vault, all);
    for (const each of ids)
      expect(await streamAt(each)).toMatchObject({
        recipient: address,
        pending_move: { to: fresh.address, undone: false },
      });
    const done = await succeeded(fixture.client.as(vault.signers[0].address).get<ProposalResponse>(path));
    expect(done.status).toBe('EXECUTED');
  });
});

describe('a proposal to move what a vault receives', () => {
  it('is refused for streams of other recipients, and without a new address or a stream', async () => {
    const { vault, id, fresh, address } = await received();
    const other = await createActiveStream(fixture, { moveDelayBlocks: DELAY });
    await fixture.mine();
    const propose = (body: object) =>
      fixture.client.as(vault.signers[0].address).post<Refusal | ProposalResponse>(`${vault.path}/proposals`, {
        kind: 'announce',
        ...body,
      });
    expect(await propose({ recipient: fresh.address, streamIds: [other.id] })).toMatchObject(refusal(403, 'FORBIDDEN'));
    expect(await propose({ recipient: fresh.address, paymentIds: [id] })).toMatchObject(refusal(404, 'NOT_FOUND'));
    for (const body of [
      { streamIds: [id] },
      { recipient: fresh.address },
      { recipient: fresh.address, planId: id },
      { recipient: fresh.address, streamIds: [id], amount: 1 },
    ])
      expect(await propose(body)).toMatchObject(refusal(400, 'INVALID_REQUEST'));
    expect(await propose({ recipient: address, streamIds: [id] })).toMatchObject(refusal(409, 'WRONG_STATE'));
  });

  it('is refused for a stream that cannot move, or whose state is not mined', async () => {
    const { vault, id, fresh } = await received(undefined, { transferable: false, moveDelayBlocks: undefined });
    const propose = (streamIds: readonly string[]) =>
      fixture.client
        .as(vault.signers[0].address)
        .post<Refusal>(`${vault.path}/proposals`, { kind: 'announce', recipient: fresh.address, streamIds });
    const lock = await createActiveLock(fixture, { recipient: vault.created.contractAddress });
    for (const each of [id, lock.id]) {
      const fixed = await propose([each]);
      expect([fixed.status, fixed.body.code]).toEqual([409, 'WRONG_STATE']);
    }
  });
});
