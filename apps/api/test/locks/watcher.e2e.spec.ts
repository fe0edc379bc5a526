import type { AnnounceMoveResponse, GetStreamResponse, PushResponse } from '@weir/api-contract';
import { eventually } from '@weir/testing';
import { succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { claimOf, createActiveLock, createLock, payLock } from '../support/lock-scenario.js';

const HOUR = 3_600;
const fixture = useFixture({ WATCHER: 'protect' });

/** Reads a lock until it looks as expected. */
const becomes = (path: string, expected: object): Promise<GetStreamResponse> =>
  eventually(async () => {
    const { body } = await fixture.client.get<GetStreamResponse>(path);
    expect(body).toMatchObject(expected);
    return body;
  });

describe('the watcher', () => {
  it('records payments of a lock that anybody made, and its end', async () => {
    const lock = await createActiveLock(fixture);
    await fixture.advance(50 * HOUR);
    const { txHex } = await succeeded(fixture.client.post<PushResponse>(`${lock.path}/push`, {}));
    fixture.devnet.node.submit(txHex);
    const { claims } = await becomes(lock.path, { claims: [{ source: 'chain' }] });
    expect(claims).toHaveLength(1);
    await fixture.advance(60 * HOUR);
    const last = await claimOf(fixture, lock);
    fixture.devnet.node.submit(last.txHex ?? '');
    await becomes(lock.path, { stream: { status: 'COMPLETED', withdrawn_amount: 1 } });
  });

  it('finishes the move of a lock after its delay, and follows it to its end at the new address', async () => {
    const lock = await createActiveLock(fixture, { transferable: true, moveDelayBlocks: 3 });
    await fixture.mine();
    const fresh = fixture.wallet();
    const bearer = (await fixture.client.signedInAs(fresh)).authorization.slice('Bearer '.length);
    const { wcTransaction } = await succeeded(
      fixture.client
        .as(lock.recipient.address)
        .post<AnnounceMoveResponse>('/api/moves', { streamIds: [lock.id], to: fresh.address, proof: { bearer } }),
    );
    // Nobody confirms it.
    await lock.recipient.signTransaction(wcTransaction);
    await becomes(lock.path, { stream: { pending_move: { to: fresh.address, undone: false } } });
    await fixture.mine(3);
    await becomes(lock.path, { stream: { recipient: fresh.address, pending_move: null } });
    await fixture.mine();
    await fixture.advance(50 * HOUR);
    const { txHex } = await succeeded(fixture.client.post<PushResponse>(`${lock.path}/push`, {}));
    fixture.devnet.node.submit(txHex);
    await becomes(lock.path, { claims: [{ source: 'chain', recipient: fresh.address }] });
    await fixture.advance(60 * HOUR);
    const last = await claimOf(fixture, { ...lock, recipient: fresh });
    fixture.devnet.node.submit(last.txHex ?? '');
    const { events } = await becomes(lock.path, { stream: { status: 'COMPLETED', withdrawn_amount: 1 } });
    expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(['move_announced', 'move_finished']));
  });

  it('of two payments at once records the one that is mined', async () => {
    const lock = await createActiveLock(fixture);
    await fixture.advance(20 * HOUR);
    const first = await claimOf(fixture, lock);
    await fixture.advance(2 * HOUR);
    const second = await claimOf(fixture, lock);
    expect(second.txHex).not.toBe(first.txHex);
    fixture.devnet.node.submit(first.txHex ?? '');
    expect(() => fixture.devnet.node.submit(second.txHex ?? '')).toThrow();
    const { claims } = await becomes(lock.path, { claims: [{ amount_base: first.claimableAmountBase }] });
    expect(claims).toHaveLength(1);
  });

  it('takes a funding back that a reorganisation dropped, and restores it', async () => {
    const lock = await createLock(fixture);
    // The coins that pay stay where they are.
    await fixture.mine();
    const txHash = await payLock(fixture, lock);
    await fixture.mine();
    await succeeded(fixture.client.post(`${lock.path}/confirm-funding`, { txHash }));
    const hex = fixture.devnet.node.transaction(txHash)?.hex ?? '';
    fixture.devnet.node.reorganise(1, { keep: 'drop' });
    await becomes(lock.path, { stream: { status: 'PENDING', funding_tx_hash: null } });
    fixture.devnet.node.submit(hex);
    await fixture.mine();
    const { events } = await becomes(lock.path, { stream: { status: 'ACTIVE', funding_tx_hash: txHash } });
    expect(events.map(({ event }) => event)).toEqual(['funded', 'rolled_back', 'restored']);
  });
});
