import type {
  ConfirmResponse,
  CreateLockResponse,
  FundingReady,
  GetStreamResponse,
  ListActivityResponse,
  ListStreamsResponse,
  PreviewLockResponse,
} from '@weir/api-contract';
import { type Refusal, refusal, succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { claimOf, createActiveLock, createLock, lockOf, payLock } from '../support/lock-scenario.js';
import { ASSETS, BCH } from '../support/test-asset.js';

const HOUR = 3_600;

const fixture = useFixture();
const get = <Body>(path: string) => succeeded(fixture.client.get<Body>(path));
const read = ({ path }: { readonly path: string }) => get<GetStreamResponse>(path);

describe.each(ASSETS)('a lock of $name', (asset) => {
  const confirm = (path: string, txHash: string, claimedAmount: number | string) =>
    fixture.client.post<ConfirmResponse>(`${path}/confirm-claim`, { txHash, claimedAmount });

  it('is created, funded, paid by anybody and by its recipient, and ends', async () => {
    const lock = await createLock(fixture, {}, asset);
    expect(lock.created.lock).toMatchObject({
      status: 'PENDING',
      contract: 'LOCK',
      cancelable: false,
      cancel_notice_blocks: 0,
      nft_commitment: null,
      stream_type: 'LINEAR',
      campaign_id: null,
    });
    const txHash = await payLock(fixture, lock);
    const funded = await succeeded(fixture.client.post<ConfirmResponse>(`${lock.path}/confirm-funding`, { txHash }));
    expect(funded).toMatchObject({ status: 'ACTIVE', stream: { funding_tx_hash: txHash, funded_by_sender: true } });

    // A small payment takes the recipient's own coin, a larger one nobody's.
    await fixture.advance(HOUR);
    const small = await claimOf(fixture, lock);
    expect(small.signatureRequired).toBe(true);
    const signed = await lock.recipient.signTransaction(small.wcTransaction);
    const paid = await succeeded(
      confirm(lock.path, signed.signedTransactionHash, asset.text(BigInt(small.claimableAmountBase))),
    );
    expect(paid).toMatchObject({
      status: 'ACTIVE',
      claim: { amount_base: small.claimableAmountBase, source: 'confirm' },
    });

    await fixture.advance(10 * HOUR);
    const pushed = await succeeded(
      fixture.client.post<{ txHash: string; amountBase: string }>(`${lock.path}/push`, { broadcast: true }),
    );
    expect((await read(lock)).stream.withdrawn_amount_base).toBe(
      (BigInt(small.claimableAmountBase) + BigInt(pushed.amountBase)).toString(),
    );

    await fixture.advance(100 * HOUR);
    const last = await claimOf(fixture, lock, { broadcast: true });
    expect(last).toMatchObject({ signatureRequired: false });
    const ended = await succeeded(confirm(lock.path, last.txHash ?? '', asset.text(BigInt(last.claimableAmountBase))));
    expect(ended).toMatchObject({ status: 'COMPLETED', stream: { withdrawn_amount_base: asset.total.toString() } });
    const { claims, events } = await read(lock);
    expect(claims.map(({ source }) => source)).toEqual(['confirm', 'chain', 'confirm']);
    expect(events.map(({ event }) => event)).toEqual(['funded', 'claimed', 'pushed', 'claimed', 'completed']);
    expect(asset.paidTo(fixture, lock.recipient, last.txHash ?? '')).toHaveLength(1);
  });

  it('costs what its preview says', async () => {
    const [sender, recipient] = [fixture.wallet(), fixture.wallet()];
    const body = lockOf(fixture, recipient, asset.endow(fixture, sender));
    const as = fixture.client.as(sender.address);
    const { funding } = await succeeded(as.post<PreviewLockResponse>('/api/locks/preview', body));
    const { lock } = await succeeded(as.post<CreateLockResponse>('/api/locks', body));
    const { outputs } = await get<FundingReady>(`/api/streams/${lock.id}/funding-info`);
    // Behind the change, the announcement, the beacon and the note.
    const at = outputs[4];
    expect([at?.amountBase, at?.token?.amountBase]).toEqual([
      funding.amountBase,
      asset === BCH ? undefined : funding.tokenAmountBase,
    ]);
    // Without the change; a signature may be a few bytes shorter than the longest.
    const spent = outputs.slice(1).reduce((sum, { amountBase }) => sum + BigInt(amountBase), 0n);
    expect(spent + BigInt(funding.networkFeeEstimateBase)).toBe(BigInt(funding.totalBase));
  });
});

describe('locks', () => {
  it('are streams among the streams, and listed by themselves', async () => {
    const lock = await createActiveLock(fixture);
    const query = `?sender=${lock.sender.address}`;
    const { streams: all, total } = await get<ListStreamsResponse>('/api/streams?contract=LOCK');
    expect(all.map(({ contract }) => contract)).toEqual(all.map(() => 'LOCK'));
    expect(total).toBe(all.length);
    expect(await get<ListStreamsResponse>(`/api/streams${query}&contract=LOCK`)).toMatchObject({
      total: 1,
      streams: [{ id: lock.id }],
    });
    expect(await get(`/api/streams${query}`)).toMatchObject({ total: 1, streams: [{ id: lock.id, contract: 'LOCK' }] });
    expect(await get(`/api/streams/${lock.id}`)).toMatchObject({ stream: { contract: 'LOCK', cancelable: false } });
    const { streams } = await get<ListActivityResponse>(`/api/explorer/activity?type=vesting`);
    expect(streams.find(({ id }) => id === lock.id)).toMatchObject({
      activity_type: 'STREAM',
      contract: 'LOCK',
      stream_type: 'LINEAR',
    });
    expect(await get(`/api/search?q=${lock.id}`)).toMatchObject({ records: [{ kind: 'stream', contract: 'LOCK' }] });
    expect(await get(`/api/portfolio?addresses=${lock.recipient.address}`)).toMatchObject({
      unlocks: [{ kind: 'stream', contract: 'LOCK', id: lock.id }],
    });
    const cancel = await fixture.client
      .as(lock.sender.address)
      .post<Refusal>(`/api/streams/${lock.id}/cancel`, { sender: lock.sender.address });
    expect(cancel).toMatchObject(refusal(409, 'NOT_CANCELABLE'));
  });

  it('unlock at once at an unlock time', async () => {
    const lock = await createActiveLock(fixture, { startTime: null, endTime: null, unlockTime: fixture.time() + HOUR });
    expect(lock.created.lock.end_time - lock.created.lock.start_time).toBe(1);
    expect(await get(`${lock.path}/claim-info`)).toMatchObject({ claimableAmount: 0, wcTransaction: null });
    await fixture.advance(3 * HOUR);
    expect(await claimOf(fixture, lock)).toMatchObject({ claimableAmount: 1, signatureRequired: false });
  });

  it('are not funded by the funding of an equal lock', async () => {
    const first = await createLock(fixture, { startTime: fixture.time() });
    const { recipient, start_time: startTime, end_time: endTime } = first.created.lock;
    const again = await succeeded(
      fixture.client
        .as(first.sender.address)
        .post<CreateLockResponse>('/api/locks', { recipient, totalAmount: 1, startTime, endTime }),
    );
    expect(again.lock.contract_address).toBe(first.created.lock.contract_address);
    const second = { ...first, id: again.lock.id, path: `/api/streams/${again.lock.id}` };
    const txHash = await payLock(fixture, first);
    // Nobody confirmed it yet: it funds either, and is not paid twice.
    expect(await fixture.client.get<Refusal>(`${second.path}/funding-info`)).toMatchObject(refusal(409, 'WRONG_STATE'));
    await succeeded(fixture.client.post(`${first.path}/confirm-funding`, { txHash }));
    const used = await fixture.client.post<Refusal>(`${second.path}/confirm-funding`, { txHash });
    expect(used).toMatchObject(refusal(409, 'HASH_ALREADY_USED'));
    const own = await payLock(fixture, second);
    await succeeded(fixture.client.post(`${second.path}/confirm-funding`, { txHash: own }));
    expect((await read(second)).stream).toMatchObject({ status: 'ACTIVE', funding_tx_hash: own });
  });

  it('are offered one coin for all of their fundings', async () => {
    const lock = await createLock(fixture);
    fixture.fund(lock.sender, 300_000_000n);
    const coinsOf = async () => (await get<FundingReady>(`${lock.path}/funding-info`)).inputs.map(({ txid }) => txid);
    const before = await coinsOf();
    fixture.fund(lock.sender, 900_000_000n);
    expect((await coinsOf()).some((txid) => before.includes(txid))).toBe(true);
  });
});
