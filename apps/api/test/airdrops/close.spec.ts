import type {
  AirdropConfirmResponse,
  AirdropFundingReady,
  CancelAirdropResponse,
  CloseAirdropResponse,
} from '@weir/api-contract';
import { emptyAirdropRoot } from '@weir/covenants';
import {
  askClaim,
  confirmAirdropFunding,
  createActiveAirdrop,
  createActiveList,
  createAirdrop,
  csvOf,
  readAirdrop,
  relayClaim,
  sendList,
  type AirdropScenario,
} from '../support/airdrop-scenario.js';
import { type Answer, type Refusal, refusal } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { aNumber, textLike } from '../support/like.js';
import { ASSETS } from '../support/test-asset.js';

const fixture = useFixture();

const cancel = <Body = CancelAirdropResponse>({
  path,
  creator,
}: Pick<AirdropScenario, 'path' | 'creator'>): Promise<Answer<Body>> =>
  fixture.client.as(creator.address).post(`${path}/cancel`);
const confirmCancel = <Body = AirdropConfirmResponse>(path: string, txHash: string): Promise<Answer<Body>> =>
  fixture.client.post(`${path}/confirm-cancel`, { txHash });
const close = <Body = CloseAirdropResponse>(path: string, signature: string): Promise<Answer<Body>> =>
  fixture.client.post(`${path}/close`, { signature });

describe.each(ASSETS)('a campaign of $name', (asset) => {
  it('of many lanes is closed by one signed message, after any claims', async () => {
    const wallets = Array.from({ length: 6 }, () => fixture.wallet());
    const [a = fixture.wallet(), b = a] = wallets;
    const scenario = await createActiveList(fixture, wallets, { lanes: 4 }, asset);
    const { body } = await cancel(scenario);
    expect([body.openLanes, body.lanes.length]).toEqual([4, 4]);
    const signature = scenario.creator.signMessage(body.message);
    // Claims go on after the message was signed.
    await relayClaim(fixture, scenario.path, a);
    const unseen = await b.signTransaction((await askClaim(fixture, scenario.path, b)).body.wcTransaction);
    const closed = await close(scenario.path, signature);
    expect(closed).toMatchObject({
      status: 200,
      body: { success: true, openLanes: 0, status: 'CANCELLED', campaign: { claimed_count: 2, status: 'CANCELLED' } },
    });
    expect(closed.body.txHashes).toHaveLength(4);
    const { claims } = await readAirdrop(fixture, scenario.path);
    expect(claims.map(({ tx_hash }) => tx_hash)).toContain(unseen.signedTransactionHash);
    expect(await close<Refusal>(scenario.path, signature)).toMatchObject(refusal(409, 'WRONG_STATE'));
  });
});

describe('a close', () => {
  it('lane by lane leaves the campaign active until the last one', async () => {
    const wallets = [fixture.wallet(), fixture.wallet()];
    const scenario = await createActiveList(fixture, wallets, { lanes: 2 });
    const { body } = await cancel(scenario);
    const [first, second] = body.lanes;
    const hashes = [];
    for (const lane of [first, second])
      hashes.push((await scenario.creator.signTransaction(lane?.wcTransaction ?? {})).signedTransactionHash);
    const [one = '', two = ''] = hashes;
    expect(await confirmCancel(scenario.path, one)).toMatchObject({ status: 200, body: { status: 'ACTIVE' } });
    expect(await confirmCancel(scenario.path, two)).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
  });

  it('waits for the end of a campaign that is not cancelable', async () => {
    const wallets = [fixture.wallet()];
    const scenario = await createActiveList(fixture, wallets, { cancelable: false, endDate: fixture.time() + 2_000 });
    expect(await cancel<Refusal>(scenario)).toMatchObject(
      refusal(409, 'NOT_CANCELABLE', { details: { endDate: aNumber } }),
    );
    await fixture.advance(4_000);
    expect(await askClaim<Refusal>(fixture, scenario.path, wallets[0] ?? scenario.creator)).toMatchObject(
      refusal(409, 'OUTSIDE_CLAIM_WINDOW'),
    );
    const { body } = await cancel(scenario);
    expect(await close(scenario.path, scenario.creator.signMessage(body.message))).toMatchObject({
      status: 200,
      body: { status: 'CANCELLED' },
    });
  });

  it("needs the creator's own signature of this campaign's message", async () => {
    const stranger = fixture.wallet();
    const [mine, other] = [await createActiveList(fixture, [stranger]), await createActiveAirdrop(fixture)];
    const { message } = (await cancel(mine)).body;
    const wrong = [
      stranger.signMessage(message),
      other.creator.signMessage(message),
      mine.creator.signMessage(`${message}x`),
      'nonsense',
      Buffer.alloc(65).toString('base64'),
    ];
    for (const signature of wrong)
      expect(await close<Refusal>(mine.path, signature)).toMatchObject(refusal(403, 'FORBIDDEN'));
    expect(
      await fixture.client.post<CancelAirdropResponse>(`${mine.path}/cancel`, { creator: mine.creator.tokenAddress }),
    ).toMatchObject({ status: 200 });
  });
});

it('a campaign that was born closed is not one', async () => {
  const scenario = await createAirdrop(fixture, {
    requireKyc: true,
    amountPerClaim: null,
    cancelable: false,
    endDate: fixture.time() + 500 * 86_400,
  });
  const wallets = [fixture.wallet(), fixture.wallet(), fixture.wallet()];
  const { merkleRoot, depth } = (await sendList(fixture, scenario, csvOf(scenario, wallets))).body;
  const { body } = await fixture.client.get<AirdropFundingReady>(`${scenario.path}/funding-info`);
  // What keyless closes ask for: a lane whose rows have all been paid.
  const transaction = body.wcTransaction.transaction.replace(merkleRoot, emptyAirdropRoot(depth));
  expect(transaction).not.toBe(body.wcTransaction.transaction);
  const forged = await scenario.creator.signTransaction({ ...body.wcTransaction, transaction });
  const { status, body: refusal } = await confirmAirdropFunding<Refusal>(
    fixture,
    scenario.path,
    forged.signedTransactionHash,
  );
  expect([status, refusal.code, refusal.message]).toEqual([422, 'TX_MISMATCH', textLike(/without a row to claim/)]);
  expect((await readAirdrop(fixture, scenario.path)).campaign.status).toBe('PENDING');
});
