import type { ReplaceAddressesResponse, WhitelistProofResponse } from '@weir/api-contract';
import type { Wallet } from '@weir/wallet';
import {
  type AirdropScenario,
  confirmAirdropFunding,
  createAirdrop,
  csvOf,
  payAirdropFunding,
  readAirdrop,
  relayClaim,
  sendList,
  SHARE,
} from '../support/airdrop-scenario.js';
import type { Answer, Client, Refusal } from '../support/client.js';
import { useFixture } from '../support/fixture.js';

const fixture = useFixture({ AUTH_DOMAIN: 'app.example' });

interface Listed extends AirdropScenario {
  readonly claimers: readonly Wallet[];
  readonly asCreator: Client;
}

const listed = async (count = 3, changes: object = {}): Promise<Listed> => {
  const claimers = Array.from({ length: count }, () => fixture.wallet());
  const scenario = await createAirdrop(fixture, { requireKyc: true, amountPerClaim: null, ...changes });
  await sendList(fixture, scenario, csvOf(scenario, claimers));
  return { ...scenario, claimers, asCreator: await fixture.client.signedInAs(scenario.creator) };
};

interface Pair {
  readonly from: { readonly address: string } | undefined;
  readonly to: { readonly address: string } | undefined;
}

const replace = <Body = ReplaceAddressesResponse>(
  client: Client,
  { path }: Pick<AirdropScenario, 'path'>,
  pairs: readonly Pair[],
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer<Body>> => {
  const replacements = pairs.map(({ from, to }) => ({ from: from?.address, to: to?.address }));
  return client.send('POST', `${path}/replace-addresses`, JSON.stringify({ replacements }), {
    'content-type': 'application/json',
    ...headers,
  });
};
const proof = <Body = WhitelistProofResponse>(client: Client, { path }: Listed, { address }: Wallet) =>
  client.get<Body>(`${path}/proof/${address}`);
const verdict = ({ status, body }: Answer<object>) => [status, 'code' in body ? body.code : undefined];

describe('replacing addresses of a list', () => {
  it('pays the row of the old address to the new one, and ends the proof of the old one', async () => {
    const scenario = await listed();
    const [old, kept] = scenario.claimers as [Wallet, Wallet, Wallet];
    const fresh = fixture.wallet();
    const before = await proof(scenario.asCreator, scenario, old);
    const { status, body } = await replace(scenario.asCreator, scenario, [{ from: old, to: fresh }]);
    expect([status, body.replaced, body.totalRecipients, body.totalAmountBase]).toEqual([
      200,
      1,
      3,
      (SHARE * 3n + 3n).toString(),
    ]);
    expect(body.merkleRoot).not.toBe(before.body.merkleRoot);
    expect(body.campaign.merkle_root).toBe(body.merkleRoot);
    expect(verdict(await proof(scenario.asCreator, scenario, old))).toEqual([403, 'NOT_ELIGIBLE']);
    const { body: row } = await proof(scenario.asCreator, scenario, fresh);
    expect([row.row, row.amountBase, row.merkleRoot]).toEqual([0, before.body.amountBase, body.merkleRoot]);

    await confirmAirdropFunding(fixture, scenario.path, await payAirdropFunding(fixture, scenario));
    expect(verdict(await relayClaim<Refusal>(fixture, scenario.path, old))).toEqual([403, 'NOT_ELIGIBLE']);
    for (const claimer of [fresh, kept]) expect((await relayClaim(fixture, scenario.path, claimer)).status).toBe(200);
    expect((await readAirdrop(fixture, scenario.path)).campaign.claimed_count).toBe(2);
  });

  it('makes the list that the creator would have sent with the new addresses', async () => {
    const scenario = await listed(130);
    const [fresh, other] = [fixture.wallet(), fixture.wallet()];
    const { body } = await replace(scenario.asCreator, scenario, [
      { from: scenario.claimers[0], to: fresh },
      { from: scenario.claimers[129], to: other },
    ]);
    const csv = csvOf(scenario, [fresh, ...scenario.claimers.slice(1, 129), other]);
    const sent = await sendList(fixture, scenario, csv);
    expect([body.replaced, sent.body.merkleRoot]).toEqual([2, body.merkleRoot]);
  });

  it('changes nothing when it is repeated, with a key and without', async () => {
    const scenario = await listed();
    const [fresh, second] = [fixture.wallet(), fixture.wallet()];
    const pair = { from: scenario.claimers[1], to: fresh };
    const key = { 'idempotency-key': 'replace-once' };
    const first = await replace(scenario.asCreator, scenario, [pair], key);
    const again = await replace(scenario.asCreator, scenario, [pair], key);
    expect(again.body).toEqual(first.body);
    const { status, body } = await replace(scenario.asCreator, scenario, [pair]);
    expect([status, body.replaced, body.merkleRoot]).toEqual([200, 0, first.body.merkleRoot]);
    // Part of a repetition may be new.
    const more = await replace(scenario.asCreator, scenario, [pair, { from: scenario.claimers[2], to: second }]);
    expect([more.status, more.body.replaced]).toEqual([200, 1]);
  });

  it('takes back a replacement by the opposite one', async () => {
    const scenario = await listed();
    const fresh = fixture.wallet();
    const [old] = scenario.claimers;
    const before = (await readAirdrop(fixture, scenario.path)).campaign.merkle_root;
    await replace(scenario.asCreator, scenario, [{ from: old, to: fresh }]);
    const { body } = await replace(scenario.asCreator, scenario, [{ from: fresh, to: old }]);
    expect([body.replaced, body.merkleRoot]).toEqual([1, before]);
  });

  it('refuses addresses that are not on the list, or are already, or are named twice', async () => {
    const scenario = await listed();
    const [a, b] = scenario.claimers;
    const [fresh, stranger] = [fixture.wallet(), fixture.wallet()];
    const refusals: readonly (readonly [readonly Pair[], number, string])[] = [
      [[{ from: stranger, to: fresh }], 403, 'NOT_ELIGIBLE'],
      // On the list, but not in the place of the stranger.
      [[{ from: stranger, to: b }], 403, 'NOT_ELIGIBLE'],
      [[{ from: a, to: b }], 400, 'INVALID_WHITELIST'],
      [[{ from: a, to: a }], 400, 'INVALID_WHITELIST'],
      [
        [
          { from: a, to: fresh },
          { from: b, to: fresh },
        ],
        400,
        'INVALID_WHITELIST',
      ],
      [[{ from: a, to: { address: 'bchtest:nobody' } }], 400, 'INVALID_ADDRESS'],
      [[], 400, 'INVALID_REQUEST'],
    ];
    const before = (await readAirdrop(fixture, scenario.path)).campaign.merkle_root;
    for (const [pairs, status, code] of refusals)
      expect(verdict(await replace(scenario.asCreator, scenario, pairs))).toEqual([status, code]);
    expect((await readAirdrop(fixture, scenario.path)).campaign.merkle_root).toBe(before);
  });

  it('says nothing of a list to strangers, who may know the address of the creator', async () => {
    const scenario = await listed();
    const pair = { from: scenario.claimers[0], to: fixture.wallet() };
    const unlisted = { from: fixture.wallet(), to: fixture.wallet() };
    const named = fixture.client.as(scenario.creator.address);
    const stranger = await fixture.client.signedInAs(fixture.wallet());
    const claimer = await fixture.client.signedInAs(scenario.claimers[0] as Wallet);
    for (const asked of [pair, unlisted]) {
      expect(verdict(await replace(fixture.client, scenario, [asked]))).toEqual([401, 'CALLER_REQUIRED']);
      expect(verdict(await replace(named, scenario, [asked]))).toEqual([401, 'CALLER_REQUIRED']);
      expect(verdict(await replace(stranger, scenario, [asked]))).toEqual([403, 'FORBIDDEN']);
      expect(verdict(await replace(claimer, scenario, [asked]))).toEqual([403, 'FORBIDDEN']);
    }
  });

  it('is refused once the campaign is funded, confirmed or not, and says what to do instead', async () => {
    const scenario = await listed();
    const pair = { from: scenario.claimers[0], to: fixture.wallet() };
    const funding = await payAirdropFunding(fixture, scenario);
    const unconfirmed = await replace<Refusal>(scenario.asCreator, scenario, [pair]);
    expect(verdict(unconfirmed)).toEqual([409, 'WRONG_STATE']);
    expect(unconfirmed.body.details).toMatchObject({ fundingTxHash: funding });
    await confirmAirdropFunding(fixture, scenario.path, funding);
    const refused = await replace<Refusal>(scenario.asCreator, scenario, [pair]);
    expect(verdict(refused)).toEqual([409, 'WRONG_STATE']);
    expect(refused.body.message).toContain('Pay the new address directly');
    expect(refused.body.details).toMatchObject({ status: 'ACTIVE', fundingTxHash: funding });
  });

  it('lets the list count that was funded where a signed funding is broadcast after a replacement', async () => {
    const scenario = await listed();
    const [old] = scenario.claimers as [Wallet, Wallet, Wallet];
    const fresh = fixture.wallet();
    const { body: earlier } = await fixture.client.get<{ wcTransaction: never }>(`${scenario.path}/funding-info`);
    await replace(scenario.asCreator, scenario, [{ from: old, to: fresh }]);
    const { signedTransactionHash } = await scenario.creator.signTransaction(earlier.wcTransaction);
    expect((await confirmAirdropFunding(fixture, scenario.path, signedTransactionHash)).status).toBe(200);
    expect(verdict(await relayClaim<Refusal>(fixture, scenario.path, fresh))).toEqual([403, 'NOT_ELIGIBLE']);
    expect((await relayClaim(fixture, scenario.path, old)).status).toBe(200);
  });

  it('keeps both of two replacements that are sent at once', async () => {
    const scenario = await listed(4);
    const fresh = scenario.claimers.map(() => fixture.wallet());
    const answers = await Promise.all(
      scenario.claimers.slice(0, 3).map((from, i) => replace(scenario.asCreator, scenario, [{ from, to: fresh[i] }])),
    );
    const done = answers.flatMap(({ status }, i) => (status === 200 ? [i] : []));
    expect(done.length).toBeGreaterThan(0);
    for (const answer of answers)
      expect([
        [200, undefined],
        [409, 'STATE_MOVED'],
        [503, 'OVERLOADED'],
      ]).toContainEqual(verdict(answer));
    for (const i of done) expect((await proof(scenario.asCreator, scenario, fresh[i] as Wallet)).status).toBe(200);
  });

  it('refuses a public campaign, and one whose list is missing', async () => {
    const open = await createAirdrop(fixture);
    const empty = await createAirdrop(fixture, { requireKyc: true, amountPerClaim: null });
    for (const scenario of [open, empty]) {
      const by = await fixture.client.signedInAs(scenario.creator);
      const pairs = [{ from: fixture.wallet(), to: fixture.wallet() }];
      expect(verdict(await replace(by, scenario, pairs))).toEqual([409, 'WRONG_STATE']);
    }
  });
});
