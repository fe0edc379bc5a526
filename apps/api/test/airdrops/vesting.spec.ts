import { binToHex, cashAddressToLockingBytecode } from '@bitauth/libauth';
import type {
  AirdropFundingReady,
  ClaimableResponse,
  GetStreamResponse,
  ListActivityResponse,
  ListStreamsResponse,
  PortfolioResponse,
  PreviewAirdropResponse,
} from '@weir/api-contract';
import type { Wallet } from '@weir/wallet';
import {
  askClaim,
  confirmAirdropClaim,
  createActiveList,
  createAirdrop,
  csvOf,
  payAirdropClaim,
  readAirdrop,
  relayClaim,
  sendList,
  SHARE,
} from '../support/airdrop-scenario.js';
import { type Refusal, refusal } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { sumOf, takenBy } from '../support/taken-by.js';
import { ASSETS, BCH, type TestAsset } from '../support/test-asset.js';

const fixture = useFixture();
const DAY = 86_400;

/** Ten days, half of which have passed. */
const halfDone = (changes: object = {}) => {
  const startTime = fixture.time() - 5 * DAY;
  return { streamType: 'LINEAR', startTime, endTime: startTime + 10 * DAY, ...changes };
};

/** Returns what a transaction paid to an address, satoshis or base units. */
const paidAt = (address: string, txHash: string, asset: TestAsset): bigint[] => {
  const decoded = cashAddressToLockingBytecode(address);
  const script = typeof decoded === 'string' ? decoded : binToHex(decoded.bytecode);
  return (fixture.devnet.node.transaction(txHash)?.outputs ?? [])
    .filter(({ lockingBytecode }) => lockingBytecode === script)
    .map(({ satoshis, token }) => (asset === BCH ? satoshis : (token?.amount ?? 0n)));
};

describe.each(ASSETS)('a list of $name that vests', (asset) => {
  const lockOf = async (path: string, claimer: Wallet) => {
    const { body } = await fixture.client
      .as(claimer.address)
      .get<ClaimableResponse>(`/api/airdrops/claimable?address=${claimer.address}&campaign=${path.split('/').at(-1)}`);
    return body.claimable[0]?.lock;
  };

  it('shows its schedule in every answer, and the lock before the claim that pays it', async () => {
    const [signer, relayed] = [fixture.wallet(), fixture.wallet()];
    const vesting = halfDone({ cliffTimestamp: fixture.time() - DAY });
    const { path, campaign } = await createActiveList(fixture, [signer, relayed], { vesting, publicList: true }, asset);
    const shown = {
      stream_type: 'LINEAR',
      start_time: vesting.startTime,
      end_time: vesting.endTime,
      cliff_timestamp: fixture.time() - DAY,
      interval_seconds: null,
    };
    expect(campaign.vesting).toEqual(shown);
    expect((await readAirdrop(fixture, path)).campaign.vesting).toEqual(shown);
    expect((await fixture.client.get(campaign.claim_link)).body).toMatchObject({ campaign: { vesting: shown } });

    const lock = await lockOf(path, signer);
    expect(lock).toMatchObject({ streamType: 'LINEAR', startTime: vesting.startTime, endTime: vesting.endTime });
    const unlocked = BigInt(lock?.unlockedNowBase ?? 0);
    expect([unlocked > (SHARE * 49n) / 100n, unlocked < (SHARE * 51n) / 100n]).toEqual([true, true]);
    expect(lock?.nextUnlock).toBeGreaterThan(vesting.startTime + 4 * DAY);
    expect((await fixture.client.get(`${path}/proof/${signer.address}`)).body).toMatchObject({ lock });

    const asked = await askClaim(fixture, path, signer);
    expect(asked.body.lock).toEqual(lock);
    const txHash = (await signer.signTransaction(asked.body.wcTransaction)).signedTransactionHash;
    expect(paidAt(lock?.contractAddress ?? '', txHash, asset)).toEqual([SHARE]);
    expect(await confirmAirdropClaim(fixture, path, { txHash })).toMatchObject({ status: 200 });

    const { body } = await relayClaim(fixture, path, relayed);
    expect(body.lock?.contractAddress).not.toBe(lock?.contractAddress);
    expect(paidAt(body.lock?.contractAddress ?? '', body.txHash, asset)).toEqual([SHARE + 1n]);
    expect(body.campaign).toMatchObject({ status: 'COMPLETED', claimed_amount_base: (SHARE * 2n + 1n).toString() });
  });

  it('costs what its preview says, more than a list that pays at once', async () => {
    const wallets = [fixture.wallet(), fixture.wallet(), fixture.wallet()];
    const vesting = halfDone();
    const scenario = await createAirdrop(fixture, { requireKyc: true, amountPerClaim: undefined, vesting }, asset);
    const listed = await sendList(fixture, scenario, csvOf(scenario, wallets));
    const { body } = await fixture.client.get<AirdropFundingReady>(`${scenario.path}/funding-info`);
    const { token_type: tokenType, token_category: tokenCategory } = scenario.campaign;
    const terms = { tokenType, tokenCategory, totalAmount: listed.body.totalAmount, requireKyc: true, recipients: 3 };
    const previewed = async (more: object) =>
      (await fixture.client.post<PreviewAirdropResponse>('/api/airdrops/preview', { ...terms, ...more })).body;
    const [{ campaign, funding }, plain] = [await previewed({ vesting }), await previewed({})];
    expect(campaign.vesting).toMatchObject({ start_time: vesting.startTime, interval_seconds: null });
    expect(plain.campaign.vesting).toBeNull();
    expect(BigInt(funding.claimFeeBase)).toBeGreaterThan(BigInt(plain.funding.claimFeeBase));
    const pool = asset === BCH ? [campaign.pool_amount_base] : [];
    const beforeFee = sumOf([...pool, funding.reserveBase, funding.closingBase, funding.dustBase]);
    expect(takenBy(body, scenario.creator)).toBe(beforeFee);
    expect(sumOf([funding.totalBase])).toBe(beforeFee + BigInt(funding.networkFeeEstimateBase));
  });
});

describe('the schedule of a list', () => {
  const refused = async (vesting: object | undefined, more: object = { requireKyc: true }) => {
    const terms = { title: 'Refused', totalAmount: 1, amountPerClaim: 0.1, ...more, ...(vesting && { vesting }) };
    const previewed = await fixture.client.post<Refusal>('/api/airdrops/preview', { ...terms, recipients: 2 });
    const created = await fixture.client.as(fixture.wallet().address).post<Refusal>('/api/airdrops/create', terms);
    expect({ ...created.body, requestId: '' }).toEqual({ ...previewed.body, requestId: '' });
    return created;
  };

  it('is for lists alone', async () => {
    expect(await refused(halfDone(), {})).toMatchObject(
      refusal(400, 'INVALID_REQUEST', { details: { field: 'vesting' } }),
    );
  });

  it.each([
    ['an end before the start', 'vesting.endTime', () => ({ endTime: fixture.time() - 6 * DAY })],
    ['a cliff after the end', 'vesting.cliffTimestamp', () => ({ cliffTimestamp: fixture.time() + 6 * DAY })],
    ['steps beside LINEAR', 'vesting.intervalSeconds', () => ({ intervalSeconds: DAY })],
    ['steps that do not fill it', 'vesting.intervalSeconds', () => ({ streamType: 'STEP', intervalSeconds: 3 * DAY })],
    ['steps of no length', 'vesting.intervalSeconds', () => ({ streamType: 'STEP', intervalSeconds: 0 })],
    ['milliseconds', 'vesting.startTime', () => ({ startTime: fixture.time() * 1_000 })],
    ['the last second there is', 'vesting.endTime', () => ({ endTime: 4_294_967_295 })],
  ])('has no %s', async (_, field, changes) => {
    expect(await refused(halfDone(changes()))).toMatchObject(refusal(400, 'INVALID_TIME', { details: { field } }));
  });

  it('names the length of its steps', async () => {
    const answer = await refused(halfDone({ streamType: 'STEP' }));
    expect(answer).toMatchObject(refusal(400, 'INVALID_REQUEST', { details: { field: 'vesting.intervalSeconds' } }));
  });

  it('stays as it was asked for where its steps are of a second, which is by the second', async () => {
    const vesting = halfDone({ streamType: 'STEP', intervalSeconds: 1 });
    const { campaign } = await createAirdrop(fixture, { requireKyc: true, vesting });
    expect(campaign.vesting).toMatchObject({ stream_type: 'STEP', interval_seconds: 1 });
  });

  it('leaves the smallest row enough for its last payment, or names the nearest cliff that does', async () => {
    const { startTime, endTime } = halfDone();
    // Of 10,000 satoshis 1,000 are left at nine tenths.
    const nearest = startTime + 9 * DAY;
    const answer = await refused({ streamType: 'LINEAR', startTime, endTime, cliffTimestamp: nearest + 1_000 });
    expect(answer).toMatchObject(refusal(400, 'SCHEDULE_UNSOUND'));
    const nearestCliff = Number(answer.body.details?.['nearestCliff']);
    expect([nearestCliff >= nearest, nearestCliff < nearest + 87]).toEqual([true, true]);
    const sound = { vesting: { streamType: 'LINEAR', startTime, endTime, cliffTimestamp: nearestCliff } };
    const { campaign } = await createAirdrop(fixture, { requireKyc: true, ...sound });
    expect(campaign.vesting?.cliff_timestamp).toBe(nearestCliff);
  });

  it('takes a list only as a whole: a row below the least is named', async () => {
    const [a, b] = [fixture.wallet(), fixture.wallet()];
    const scenario = await createAirdrop(fixture, { requireKyc: true, vesting: halfDone() });
    const csv = `address,amount\n${a.address},0.0001\n${b.address},0.00009999\n`;
    const answer = await sendList<Refusal>(fixture, scenario, csv);
    expect(answer).toMatchObject(refusal(400, 'INVALID_WHITELIST', { details: { line: 3 } }));
    const plain = await createAirdrop(fixture, { requireKyc: true });
    expect(await sendList(fixture, plain, csv)).toMatchObject({ status: 200 });
  });

  it('needs a pool for a row at least', async () => {
    const answer = await refused(halfDone(), { requireKyc: true, totalAmount: '0.00009999', amountPerClaim: null });
    expect(answer).toMatchObject(refusal(400, 'INVALID_AMOUNT', { details: { field: 'totalAmount' } }));
  });

  it('goes to the claim of a coin of somebody else, too', async () => {
    const claimer = fixture.wallet(1_000_000n);
    const vesting = halfDone({ streamType: 'STEP', intervalSeconds: DAY });
    const { path } = await createActiveList(fixture, [claimer], { vesting, sponsorFees: false });
    const { body } = await askClaim(fixture, path, claimer);
    expect(body.lock).toMatchObject({
      streamType: 'STEP',
      intervalSeconds: DAY,
      unlockedNowBase: ((SHARE * 4n) / 10n).toString(),
    });
    const txHash = await payAirdropClaim(fixture, path, claimer);
    expect(paidAt(body.lock?.contractAddress ?? '', txHash, BCH)).toEqual([SHARE]);
  });
});

describe.each(ASSETS)('the lock of a claim of $name', (asset) => {
  const volume = async () => {
    const { stats } = (await fixture.client.get<ListActivityResponse>('/api/explorer/activity')).body;
    return [stats.totalVolumeBase, stats.volumeByToken.map(({ amountBase }) => amountBase)];
  };

  it('is a record of its own after the claim, and in every list of its recipient', async () => {
    const claimer = fixture.wallet(1_000_000n);
    const vesting = halfDone();
    const { path, id } = await createActiveList(fixture, [claimer], { vesting }, asset);
    const before = await volume();
    const { body } = await relayClaim(fixture, path, claimer);
    // The pool of the campaign counts, and what it became does not count again.
    expect(await volume()).toEqual(before);
    const record = async () =>
      (await fixture.client.get<GetStreamResponse>(`/api/streams/${body.lock?.id ?? ''}`)).body.stream;
    expect(await record()).toMatchObject({
      contract: 'LOCK',
      status: 'ACTIVE',
      campaign_id: id,
      cancelable: false,
      recipient: claimer.address,
      total_amount_base: SHARE.toString(),
      withdrawn_amount: 0,
      contract_address: body.lock?.contractAddress,
      funding_tx_hash: body.txHash,
      start_time: vesting.startTime,
      end_time: vesting.endTime,
      description: 'Test drop',
    });
    // Confirmed again, the same record.
    expect(await confirmAirdropClaim(fixture, path, { txHash: body.txHash })).toMatchObject({ status: 200 });
    const { body: mine } = await fixture.client.get<ListStreamsResponse>(`/api/streams?recipient=${claimer.address}`);
    expect(mine.streams.map(({ id: found }) => found)).toEqual([body.lock?.id]);

    const { unlocks, assets } = (
      await fixture.client.get<PortfolioResponse>(`/api/portfolio?addresses=${claimer.address}`)
    ).body;
    const unlocked = BigInt(body.lock?.unlockedNowBase ?? 0);
    expect(unlocks).toMatchObject([{ id: body.lock?.id, kind: 'stream', title: 'Test drop' }]);
    // What it can pay now is what has unlocked, or nothing where that is too little for a payment.
    const claimable = BigInt(assets[0]?.claimable_amount_base ?? 0);
    expect([unlocked - 1n, unlocked]).toContain(claimable);
  });
});
