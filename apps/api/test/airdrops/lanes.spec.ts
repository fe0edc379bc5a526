import type {
  AirdropLanesResponse,
  CancelAirdropResponse,
  ClaimableResponse,
  CreateAirdropResponse,
} from '@weir/api-contract';
import type { Wallet } from '@weir/wallet';
import {
  askClaim,
  confirmAirdropClaim,
  createActiveAirdrop,
  createActiveList,
  createAirdrop,
  payAirdropClaim,
  readAirdrop,
  SHARE,
} from '../support/airdrop-scenario.js';
import { type Answer, type Client, type Refusal, refusal } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { textLike } from '../support/like.js';
import { BCH, COIN } from '../support/test-asset.js';

const fixture = useFixture();

const create = <Body = CreateAirdropResponse>(client: Client, terms: object): Promise<Answer<Body>> =>
  client.post('/api/airdrops/create', { title: 'x', creator: fixture.wallet().address, ...terms });
const lanesOf = async (path: string, wallets: readonly Wallet[]): Promise<AirdropLanesResponse> =>
  (
    await fixture.client.get<AirdropLanesResponse>(
      `${path}/lanes?addresses=${wallets.map((each) => each.address).join()}`,
    )
  ).body;
/** How many claims of a campaign an address has left, as reported; undefined where the campaign is not listed for it. */
const claimsLeftOf = async (id: string, { address }: Wallet): Promise<number | undefined> => {
  const client = fixture.client.as(address);
  const { body } = await client.get<ClaimableResponse>(`/api/airdrops/claimable?address=${address}`);
  return body.claimable.find(({ campaign }) => campaign.id === id)?.claimsLeft;
};
const claim = async (path: string, wallet: Wallet): Promise<void> => {
  const confirmed = await confirmAirdropClaim(fixture, path, { txHash: await payAirdropClaim(fixture, path, wallet) });
  expect(confirmed.status).toBe(200);
};

describe('lanes of a campaign for everybody', () => {
  it('are warned of where the first is used up long before the others', async () => {
    const terms = { totalAmount: BCH.text(SHARE * 1_024n), amountPerClaim: BCH.text(SHARE) };
    const { body } = await create(fixture.client, { ...terms, lanes: 256 });
    expect(body.warnings).toEqual([
      {
        code: 'LANES_FILL_UNEVENLY',
        message: textLike(/The first refusal is likely after 23 % of the pool is claimed/),
        details: { lanes: 256, claimsPerLane: 4, firstRefusalPercentage: 23, lanesThatFill: 16 },
      },
    ]);
    for (const lanes of [1, 2, 4, 16])
      expect((await create(fixture.client, { ...terms, lanes })).body.warnings).toEqual([]);
    // Of a list, every row has its place.
    const list = { totalAmount: 1, requireKyc: true, lanes: 256 };
    expect((await create(fixture.client, list)).body.warnings).toEqual([]);
  });

  it('that are used up send claimers to those that are not, and say which address can claim', async () => {
    const claims = 4n;
    const { path, id } = await createActiveAirdrop(fixture, { totalAmount: BCH.text(SHARE * claims), lanes: 2 });
    const wallets = Array.from({ length: 24 }, () => fixture.wallet(COIN / 100n));
    const { addresses, lanes, claimsLeft } = await lanesOf(path, wallets);
    expect([claimsLeft, lanes]).toEqual([
      4,
      [0, 1].map((lane) => ({ lane, claimsDue: 2, claimsMade: 0, claimsLeft: 2 })),
    ]);
    const paidBy = (lane: number) => wallets.filter((_, index) => addresses[index]?.lane === lane);
    const [first, second, third] = paidBy(0) as [Wallet, Wallet, Wallet];
    const [other] = paidBy(1) as [Wallet];
    await claim(path, first);
    await claim(path, second);
    const { status, body } = await askClaim<Refusal>(fixture, path, third);
    expect([status, body.code, body.details]).toEqual([
      409,
      'LANE_EXHAUSTED',
      { lane: 0, claimsLeft: 2, lanesWithRoom: [1] },
    ]);
    expect(body.message).toContain(`/api/airdrops/${id}/lanes?addresses=`);

    const answer = await lanesOf(path, [first, third, other]);
    expect(answer).toMatchObject({
      claimsLeft: 2,
      lanes: [
        { lane: 0, claimsMade: 2, claimsLeft: 0 },
        { lane: 1, claimsMade: 0, claimsLeft: 2 },
      ],
      addresses: [
        { address: first.address, lane: 0, claimsMade: 1, claimsLeft: 0 },
        { address: third.address, lane: 0, claimsMade: 0, claimsLeft: 0 },
        { address: other.address, lane: 1, claimsMade: 0, claimsLeft: 1 },
      ],
    });
    const [, another] = paidBy(1) as [Wallet, Wallet];
    for (const wallet of [other, another]) await claim(path, wallet);
    expect((await readAirdrop(fixture, path)).campaign.status).toBe('COMPLETED');
    expect((await askClaim<Refusal>(fixture, path, third)).body.code).toBe('WRONG_STATE');
  });

  it('that are used up are not listed as claimable, nor more claims than they have left', async () => {
    const terms = { totalAmount: BCH.text(SHARE * 32n), lanes: 16, maxClaimsPerAddress: 3 };
    const { path, id } = await createActiveAirdrop(fixture, terms);
    const wallets = Array.from({ length: 40 }, () => fixture.wallet(COIN / 100n));
    const { addresses } = await lanesOf(path, wallets);
    const paidBy = (lane: number | undefined) => wallets.filter((_, index) => addresses[index]?.lane === lane);
    const lane = addresses.map((each) => each.lane).find((number) => paidBy(number).length > 2);
    const [first, second] = paidBy(lane) as [Wallet, Wallet];
    const others = wallets.filter((each) => !paidBy(lane).includes(each));
    expect(await Promise.all(wallets.map((each) => claimsLeftOf(id, each)))).toEqual(wallets.map(() => 2));
    await claim(path, first);
    expect([await claimsLeftOf(id, first), await claimsLeftOf(id, second)]).toEqual([1, 1]);
    await claim(path, first);
    for (const each of paidBy(lane)) expect(await claimsLeftOf(id, each)).toBeUndefined();
    for (const each of others) expect(await claimsLeftOf(id, each)).toBe(2);
  });

  it('of a list that are closed are not listed as claimable', async () => {
    const wallets = Array.from({ length: 4 }, () => fixture.wallet());
    const { path, id, creator } = await createActiveList(fixture, wallets, { lanes: 2 });
    expect(await Promise.all(wallets.map((each) => claimsLeftOf(id, each)))).toEqual([1, 1, 1, 1]);
    const { body } = await fixture.client
      .as(creator.address)
      .post<CancelAirdropResponse>(`${path}/cancel`, { creator: creator.address });
    const close = body.lanes.find(({ lane }) => lane === 1);
    if (close === undefined) throw new Error('There is no close of the second lane');
    const { signedTransactionHash: txHash } = await creator.signTransaction(close.wcTransaction);
    expect((await fixture.client.post(`${path}/confirm-cancel`, { txHash })).status).toBe(200);
    expect(await Promise.all(wallets.map((each) => claimsLeftOf(id, each)))).toEqual([1, undefined, 1, undefined]);
  });

  it('are those of the claims that follow, before the funding too', async () => {
    const pending = await createAirdrop(fixture, { lanes: 4 });
    const wallet = fixture.wallet();
    const [reported] = (await lanesOf(pending.path, [wallet])).addresses;
    const active = await createActiveAirdrop(fixture, { lanes: 4 });
    const claimer = fixture.wallet(COIN / 100n);
    const [own] = (await lanesOf(active.path, [claimer])).addresses;
    const { body } = await askClaim(fixture, active.path, claimer);
    expect([reported?.claimsLeft, body.lane]).toEqual([1, own?.lane]);
  });

  it('are not listed for a recipient list, for too many addresses, or for invalid ones', async () => {
    const [listed, open] = [await createActiveList(fixture, [fixture.wallet()]), await createAirdrop(fixture)];
    const ask = async (path: string) => {
      const { status, body } = await fixture.client.get<Refusal>(path);
      return [status, body.code];
    };
    expect(await ask(`${listed.path}/lanes`)).toEqual([409, 'WRONG_STATE']);
    expect(await ask(`${open.path}/lanes?addresses=nonsense`)).toEqual([400, 'INVALID_ADDRESS']);
    const many = Array.from({ length: 51 }, () => fixture.wallet().address).join();
    expect(await ask(`${open.path}/lanes?addresses=${many}`)).toEqual([400, 'INVALID_REQUEST']);
    expect(await ask('/api/airdrops/0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2/lanes')).toEqual([404, 'NOT_FOUND']);
  });
});

describe('what an address can claim', () => {
  it('is read page by page, and of one campaign', async () => {
    const wallet = fixture.wallet();
    const client = fixture.client.as(wallet.address);
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1)
      ids.unshift((await createActiveAirdrop(fixture, { totalAmount: BCH.text(SHARE * 4n) })).id);
    const get = <Body = ClaimableResponse>(query: string) =>
      client.get<Body>(`/api/airdrops/claimable?address=${wallet.address}${query}`);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null && seen.length < 3;) {
      const { body }: Answer<ClaimableResponse> = await get(`&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...body.claimable.map(({ campaign }) => campaign.id));
      cursor = body.nextCursor;
    }
    expect(seen).toEqual(ids);
    const { body } = await get(`&campaign=${ids[2]}`);
    expect(body).toMatchObject({
      claimable: [{ campaign: { id: ids[2] }, claimsLeft: 1 }],
      total: 1,
      nextCursor: null,
    });
    const unfunded = (await createAirdrop(fixture)).id;
    expect((await get(`&campaign=${unfunded}`)).body.claimable).toEqual([]);
    expect(await get<Refusal>('&cursor=nonsense')).toMatchObject(refusal(400, 'INVALID_CURSOR'));
  });
});
