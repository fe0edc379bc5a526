import type { ConfirmMovesResponse, GetStreamResponse, ProposalResponse } from '@weir/api-contract';
import { type Refusal, refusal, succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { agree, proposeMove } from '../support/grant-scenario.js';
import { createActiveStream } from '../support/stream-scenario.js';
import { ASSETS, type TestAsset } from '../support/test-asset.js';
import { createActiveVault } from '../support/vault-scenario.js';

/** Blocks between announcement and move in these streams. */
const DELAY = 3;

const fixture = useFixture();

const streamAt = async (id: string) =>
  (await succeeded(fixture.client.get<GetStreamResponse>(`/api/streams/${id}`))).stream;

/** A stream of somebody's that a vault receives. */
const received = async (asset?: TestAsset, changes: object = {}) => {
  const vault = await createActiveVault(fixture);
  const { id } = await createActiveStream(
    fixture,
    { recipient: vault.created.contractAddress, moveDelayBlocks: DELAY, ...changes },
    asset,
  );
  await fixture.mine();
  // As records write it, without the sign that it takes tokens.
  const { recipient } = await streamAt(id);
  return { vault, address: recipient, id, fresh: fixture.wallet() };
};

describe.each(ASSETS)('a stream of $name that a vault receives', (asset) => {
  it('moves to another address by two signers, who undo it and announce it again', async () => {
    const { vault, address, id, fresh } = await received(asset);
    const announce = async (recipient: string) =>
      proposeMove(fixture, vault, { kind: 'announce', recipient, streamIds: [id] });
    const proposal = await announce(fresh.address);
    expect(proposal).toMatchObject({
      kind: 'announce',
      recipient: fresh.address,
      tokenType: 'BCH',
      subjects: [{ type: 'stream', id }],
    });
    // What the move itself will cost is in the stream then.
    expect(Number(proposal.amountBase)).toBeGreaterThan(1_000);
    await agree(fixture, vault, proposal);
    expect(await streamAt(id)).toMatchObject({
      recipient: address,
      pending_move: { to: fresh.address, undone: false },
    });
    await fixture.mine();

    await agree(fixture, vault, await announce(address));
    expect((await streamAt(id)).pending_move).toMatchObject({ to: address, undone: true });
    const again = await fixture.client
      .as(vault.signers[1].address)
      .post<Refusal>(`${vault.path}/proposals`, { kind: 'announce', recipient: address, streamIds: [id] });
    expect(again).toMatchObject(refusal(409, 'WRONG_STATE'));
    await fixture.mine();

    await agree(fixture, vault, await announce(fresh.address));
    await fixture.mine(DELAY);
    const payer = fixture.wallet(1_000_000n);
    const { wcTransaction } = await succeeded(
      fixture.client
        .as(payer.address)
        .post<{ wcTransaction: Parameters<typeof payer.signTransaction>[0] }>('/api/moves/finish', { streamIds: [id] }),
    );
    const { signedTransactionHash: txHash } = await payer.signTransaction(wcTransaction);
    await succeeded(fixture.client.post<ConfirmMovesResponse>('/api/moves/finish/confirm', { txHash }));
    expect(await streamAt(id)).toMatchObject({ recipient: fresh.address, pending_move: null });
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
    const fixed = await propose([id]);
    expect([fixed.status, fixed.body.code]).toEqual([409, 'WRONG_STATE']);
  });
});
