import type { ClaimableResponse } from '@weir/api-contract';
import {
  askClaim,
  confirmAirdropClaim,
  createActiveAirdrop,
  createActiveList,
  payAirdropClaim,
  readAirdrop,
  relayClaim,
  SHARE,
} from '../support/airdrop-scenario.js';
import { type Refusal, refusal } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { aNumber, aText } from '../support/like.js';
import { ASSETS, BCH, COIN } from '../support/test-asset.js';

const fixture = useFixture();

// Every row of a list paid once, by signing or relayed, to the end of its lanes: crowd.e2e.spec.ts and recorded/airdrops.spec.ts.
describe.each(ASSETS)('a public campaign of $name', (asset) => {
  it('keeps the limit of each address, and completes', async () => {
    const { path } = await createActiveAirdrop(
      fixture,
      { totalAmount: asset.text(SHARE * 3n), maxClaimsPerAddress: 2 },
      asset,
    );
    const [a, b] = [fixture.wallet(), fixture.wallet()];
    for (const [claimer, number] of [
      [a, 1],
      [b, 1],
      [a, 2],
    ] as const) {
      const { body } = await askClaim(fixture, path, claimer);
      expect(body).toMatchObject({ claimNumber: number, claimableAmountBase: SHARE.toString(), feesSponsored: true });
      const txHash = (await claimer.signTransaction(body.wcTransaction)).signedTransactionHash;
      expect(asset.paidTo(fixture, claimer, txHash)).toEqual([SHARE]);
      expect(await confirmAirdropClaim(fixture, path, { txHash })).toMatchObject({
        status: 200,
        body: { claim: { claim_number: number } },
      });
      if (number === 2) break;
      const other = await askClaim<Refusal>(fixture, path, claimer, { relay: true });
      expect(other).toMatchObject(refusal(409, 'FEES_NOT_SPONSORED'));
    }
    expect((await readAirdrop(fixture, path)).campaign).toMatchObject({ status: 'COMPLETED', claimed_count: 3 });
  });
});

describe('claims', () => {
  afterEach(() => fixture.devnet.node.setKind('BCHN'));

  it('are paid by the claimer where fees are not sponsored', async () => {
    const [poor, rich] = [fixture.wallet(), fixture.wallet(COIN / 100n)];
    const { path } = await createActiveList(fixture, [poor, rich], { sponsorFees: false });
    expect(await askClaim<Refusal>(fixture, path, poor)).toMatchObject(
      refusal(409, 'INSUFFICIENT_FUNDS', { needed: aNumber, available: 0 }),
    );
    expect(await askClaim<Refusal>(fixture, path, poor, { relay: true })).toMatchObject(
      refusal(409, 'FEES_NOT_SPONSORED'),
    );
    const txHash = await payAirdropClaim(fixture, path, rich);
    expect(BCH.paidTo(fixture, rich, txHash)[0]).toBe(SHARE + 1n);
    expect(await confirmAirdropClaim(fixture, path, { txHash })).toMatchObject({ status: 200 });
  });

  it('build on claims in the mempool that nobody confirmed, and record them as found on the chain', async () => {
    const wallets = Array.from({ length: 4 }, () => fixture.wallet());
    const [a = fixture.wallet(), b = a, c = a] = wallets;
    const { path } = await createActiveList(fixture, wallets);
    const [first, second] = [await payAirdropClaim(fixture, path, a), await payAirdropClaim(fixture, path, b)];
    const third = await payAirdropClaim(fixture, path, c);
    expect(await confirmAirdropClaim(fixture, path, { txHash: third })).toMatchObject({
      status: 200,
      body: { campaign: { claimed_count: 3 } },
    });
    const { claims } = await readAirdrop(fixture, path);
    expect(new Map(claims.map(({ tx_hash, source }) => [tx_hash, source]))).toEqual(
      new Map([
        [third, 'confirm'],
        [second, 'chain'],
        [first, 'chain'],
      ]),
    );
  });

  it('that nobody confirmed are found when somebody asks for the chain', async () => {
    const wallets = [fixture.wallet(), fixture.wallet()];
    const [a = fixture.wallet()] = wallets;
    const { path } = await createActiveList(fixture, wallets);
    const txHash = await payAirdropClaim(fixture, path, a);
    expect(await fixture.client.post(`${path}/sync`)).toMatchObject({
      status: 200,
      body: { success: true, openLanes: 1, status: 'ACTIVE', campaign: { claimed_count: 1 } },
    });
    expect((await readAirdrop(fixture, path)).claims).toMatchObject([{ tx_hash: txHash, source: 'chain' }]);
  });

  it.each(['BCHN', 'bchd'] as const)('overtaken say so, and the next one works at once: %s', async (kind) => {
    fixture.devnet.node.setKind(kind);
    const wallets = [fixture.wallet(), fixture.wallet(), fixture.wallet()];
    const [a = fixture.wallet(), b = a] = wallets;
    const { path } = await createActiveList(fixture, wallets);
    const [forA, forB] = [await askClaim(fixture, path, a), await askClaim(fixture, path, b)];
    await a.signTransaction(forA.body.wcTransaction);
    const signed = await b.signTransaction({ ...forB.body.wcTransaction, broadcast: false });
    const late = { txHash: signed.signedTransactionHash, txHex: signed.signedTransaction };
    expect(await confirmAirdropClaim<Refusal>(fixture, path, late)).toMatchObject(
      refusal(409, 'STATE_MOVED', { retryable: true }),
    );
    const again = await b.signTransaction({
      ...(await askClaim(fixture, path, b)).body.wcTransaction,
      broadcast: false,
    });
    const inTime = { txHash: again.signedTransactionHash, txHex: again.signedTransaction };
    for (const times of ['first', 'again'])
      expect({ times, ...(await confirmAirdropClaim(fixture, path, inTime)) }).toMatchObject({
        times,
        status: 200,
        body: { campaign: { claimed_count: 2 } },
      });
  });

  it.each(['BCHN', 'bchd'] as const)(
    'relayed behind a claim that nobody reported are built again: %s',
    async (kind) => {
      fixture.devnet.node.setKind(kind);
      const wallets = [fixture.wallet(), fixture.wallet()];
      const [a = fixture.wallet(), b = a] = wallets;
      const { path } = await createActiveList(fixture, wallets);
      await payAirdropClaim(fixture, path, a);
      expect(await relayClaim(fixture, path, b)).toMatchObject({
        status: 200,
        body: { campaign: { claimed_count: 2 } },
      });
    },
  );

  it('that a double spend or a reorganisation took back are taken back at the next look', async () => {
    const wallets = [fixture.wallet(), fixture.wallet(), fixture.wallet()];
    const [a = fixture.wallet(), b = a] = wallets;
    const { path } = await createActiveList(fixture, wallets);
    const { txHash } = (await relayClaim(fixture, path, a)).body;
    fixture.devnet.node.drop(txHash);
    expect((await readAirdrop(fixture, path)).campaign.claimed_count).toBe(1);
    expect(await relayClaim(fixture, path, b)).toMatchObject({ status: 200, body: { campaign: { claimed_count: 1 } } });
    expect(await relayClaim(fixture, path, a)).toMatchObject({ status: 200, body: { campaign: { claimed_count: 2 } } });
  });

  it('are refused to others, too early and too late', async () => {
    const [listed, stranger] = [fixture.wallet(), fixture.wallet()];
    const { path } = await createActiveList(fixture, [listed]);
    const early = await createActiveAirdrop(fixture, { startDate: fixture.time() + 1_000 });
    const ended = await createActiveAirdrop(fixture, { endDate: fixture.time() - 500 });
    expect(await askClaim<Refusal>(fixture, path, stranger)).toMatchObject(refusal(403, 'NOT_ELIGIBLE'));
    expect(await askClaim<Refusal>(fixture, early.path, listed)).toMatchObject(
      refusal(409, 'OUTSIDE_CLAIM_WINDOW', { startDate: aNumber, asOf: aNumber }),
    );
    expect(await askClaim<Refusal>(fixture, ended.path, listed)).toMatchObject(refusal(409, 'OUTSIDE_CLAIM_WINDOW'));
  });

  it('are confirmed only as what they are', async () => {
    const wallets = [fixture.wallet(), fixture.wallet()];
    const [a = fixture.wallet()] = wallets;
    const [mine, other] = [await createActiveList(fixture, wallets), await createActiveList(fixture, wallets)];
    const txHash = await payAirdropClaim(fixture, mine.path, a);
    expect(await confirmAirdropClaim<Refusal>(fixture, mine.path, { txHash, claimedAmount: 1 })).toMatchObject(
      refusal(422, 'TX_MISMATCH'),
    );
    expect(await confirmAirdropClaim<Refusal>(fixture, other.path, { txHash })).toMatchObject(
      refusal(422, 'TX_MISMATCH'),
    );
    expect(await confirmAirdropClaim<Refusal>(fixture, mine.path, { txHash, txHex: 'ff' })).toMatchObject(
      refusal(422, 'BROADCAST_REJECTED', { message: aText }),
    );
    expect(await confirmAirdropClaim(fixture, mine.path, { txHash })).toMatchObject({ status: 200 });
  });
});

it('a campaign that no window was asked for is claimed from as soon as it is ACTIVE', async () => {
  // Time on this chain is behind the clock, as it is by an hour on others: a start now would keep all claims waiting.
  const { path, id } = await createActiveAirdrop(fixture, { startDate: null });
  expect((await readAirdrop(fixture, path)).campaign).toMatchObject({ status: 'ACTIVE', start_date: null });
  const claimer = fixture.wallet(COIN);
  const { body } = await fixture.client.get<ClaimableResponse>(`/api/airdrops/claimable?address=${claimer.address}`);
  expect(body.campaigns.map((campaign) => campaign.id)).toContain(id);
  const txHash = await payAirdropClaim(fixture, path, claimer);
  expect((await confirmAirdropClaim(fixture, path, { txHash })).status).toBe(200);
});

describe('GET /api/airdrops/claimable', () => {
  it('lists what an address can claim, and no more than that', async () => {
    const [listed, stranger] = [fixture.wallet(), fixture.wallet()];
    const list = await createActiveList(fixture, [stranger, listed]);
    const open = await createActiveAirdrop(fixture);
    const of = async (address: string) =>
      (await fixture.client.as(address).get<ClaimableResponse>(`/api/airdrops/claimable?address=${address}`)).body;
    const ids = ({ claimable }: ClaimableResponse) => claimable.map(({ campaign }) => campaign.id);
    const before = await of(listed.tokenAddress);
    expect(before.claimable.slice(0, 2)).toMatchObject([
      { campaign: { id: open.id }, amountBase: SHARE.toString(), claimsMade: 0, claimsLeft: 1 },
      { campaign: { id: list.id }, amountBase: (SHARE + 1n).toString(), claimsMade: 0, claimsLeft: 1 },
    ]);
    expect(ids(await of(fixture.wallet().address))).not.toContain(list.id);
    await relayClaim(fixture, list.path, listed);
    expect(ids(await of(listed.address))).not.toContain(list.id);
    for (const [query, code] of [
      ['?address=x', 'INVALID_ADDRESS'],
      ['', 'INVALID_REQUEST'],
    ])
      expect((await fixture.client.get<Refusal>(`/api/airdrops/claimable${query}`)).body.code).toBe(code);
    const { body } = await askClaim(fixture, open.path, listed);
    expect(body.claimNumber).toBe(1);
  });
});
