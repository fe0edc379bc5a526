import { hexToBin } from '@bitauth/libauth';
import type {
  CreateAirdropResponse,
  ListAirdropsResponse,
  WhitelistProofResponse,
  WhitelistResponse,
} from '@weir/api-contract';
import { sha256Pair } from '@weir/merkle';
import type { Wallet } from '@weir/wallet';
import {
  createActiveAirdrop,
  createActiveList,
  createAirdrop,
  csvOf,
  payAirdropFunding,
  relayClaim,
  sendList,
  SHARE,
  type AirdropScenario,
} from '../support/airdrop-scenario.js';
import { type Refusal, refusal } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { aNumber, aText, textLike } from '../support/like.js';
import { BCH, COIN } from '../support/test-asset.js';

const CATEGORY = 'c'.repeat(64);

const fixture = useFixture();
let creator: Wallet;
beforeAll(() => {
  creator = fixture.wallet(COIN);
});

const create = <Body = CreateAirdropResponse>(body: object, client = fixture.client.as(creator.address)) =>
  client.post<Body>('/api/airdrops/create', body);
const createList = (changes: object = {}): Promise<AirdropScenario> =>
  createAirdrop(fixture, { requireKyc: true, amountPerClaim: null, ...changes });

describe('POST /api/airdrops/create', () => {
  it('shows no amount per claim of a list, whose rows say it, and says so where one was given', async () => {
    const terms = { title: 'KYC', totalAmount: 1, amountPerClaim: 0.25, requireKyc: true };
    const { body } = await create(terms);
    expect(body.campaign).toMatchObject({ amount_per_claim: null, amount_per_claim_base: null });
    expect(body.warnings).toMatchObject([{ code: 'AMOUNT_PER_CLAIM_UNUSED', details: { amountPerClaim: 0.25 } }]);
    expect(await create<Refusal>({ ...terms, amountPerClaim: 1.5 })).toMatchObject(refusal(400, 'INVALID_AMOUNT'));
  });

  it('takes the creator from the body where there is no caller', async () => {
    const { status, body } = await create(
      { title: 'x', totalAmount: 1, amountPerClaim: 1, creator: creator.tokenAddress },
      fixture.client,
    );
    expect([status, body.campaign.creator]).toEqual([200, creator.address]);
  });

  it.each([1_000, 1_001])('pays the fees of %i claims by default', async (claims) => {
    const terms = { title: 'x', totalAmount: claims / 1_000, amountPerClaim: '0.001' };
    for (const sponsorFees of [undefined, false]) {
      const { body } = await create({ ...terms, sponsorFees });
      expect(body.campaign).toMatchObject({ max_claims: claims, sponsor_fees: sponsorFees ?? true });
    }
  });

  it.each<[string, object, number, string]>([
    [
      'another creator than the caller',
      { creator: 'bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07' },
      403,
      'FORBIDDEN',
    ],
    ['a bad creator', { creator: 'nonsense' }, 400, 'INVALID_ADDRESS'],
    ['no title', { title: null }, 400, 'INVALID_REQUEST'],
    ['an empty title', { title: '' }, 400, 'INVALID_REQUEST'],
    ['no amount per claim', { amountPerClaim: null }, 400, 'INVALID_REQUEST'],
    ['a claim above the pool', { amountPerClaim: 2 }, 400, 'INVALID_AMOUNT'],
    ['a claim below dust', { amountPerClaim: 0.00000545 }, 400, 'INVALID_AMOUNT'],
    ['nothing', { totalAmount: 0 }, 400, 'INVALID_AMOUNT'],
    ['tokens without a category', { tokenType: 'FUNGIBLE_TOKEN' }, 400, 'INVALID_REQUEST'],
    [
      'half a token',
      { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: CATEGORY, amountPerClaim: 0.5 },
      400,
      'INVALID_AMOUNT',
    ],
    ['an end before the start', { endDate: 1_000_000_000 }, 400, 'INVALID_TIME'],
    ['a start in milliseconds', { startDate: 1_790_000_000_000 }, 400, 'INVALID_TIME'],
    ['a start that never comes', { startDate: 4_294_967_295 }, 400, 'INVALID_TIME'],
    ['no end where it cannot be cancelled', { cancelable: false }, 400, 'INVALID_REQUEST'],
    ['three lanes', { lanes: 3 }, 400, 'INVALID_REQUEST'],
    ['more lanes than claims', { lanes: 16 }, 400, 'INVALID_REQUEST'],
    ['two claims a row', { requireKyc: true, maxClaimsPerAddress: 2 }, 400, 'INVALID_REQUEST'],
    ['no claims', { maxClaimsPerAddress: 0 }, 400, 'INVALID_REQUEST'],
    ['a misspelt field', { maxClaimPerAddress: 1 }, 400, 'INVALID_REQUEST'],
  ])('refuses %s', async (_, changes, status, code) => {
    const answer = await create<Refusal>({ title: 'x', totalAmount: 1, amountPerClaim: 0.1, ...changes });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('refuses a request without a creator', async () => {
    expect(await create<Refusal>({ title: 'x', totalAmount: 1, amountPerClaim: 0.1 }, fixture.client)).toMatchObject(
      refusal(400, 'INVALID_REQUEST'),
    );
  });
});

describe('GET /api/airdrops', () => {
  it('lists campaigns by creator and state, in pages', async () => {
    const own = fixture.wallet(COIN);
    const made = [];
    for (const title of ['a', 'b', 'c'])
      made.push(
        (await create({ title, totalAmount: 1, amountPerClaim: 1 }, fixture.client.as(own.address))).body.campaign.id,
      );
    const active = await createActiveAirdrop(fixture);
    const list = async (query: string) =>
      (await fixture.client.get<ListAirdropsResponse>(`/api/airdrops${query}`)).body;
    const ids = ({ airdrops }: ListAirdropsResponse) => airdrops.map(({ id }) => id);
    expect(ids(await list('?status=ACTIVE&limit=1'))).toEqual([active.id]);
    const all = await list(`?creator=${own.tokenAddress}`);
    expect([ids(all), all.total, all.nextCursor]).toEqual([made.toReversed(), 3, null]);
    const first = await list(`?creator=${own.address}&limit=2`);
    const second = await list(`?creator=${own.address}&limit=2&cursor=${encodeURIComponent(first.nextCursor ?? '')}`);
    expect([[...ids(first), ...ids(second)], first.total, second.nextCursor]).toEqual([made.toReversed(), 3, null]);
    expect(await list(`?creator=${own.address}&status=CANCELLED`)).toMatchObject({ airdrops: [], total: 0 });
    // Of several addresses of one wallet: all of each, in one order.
    const both = `?creator=${own.address},${active.creator.address}`;
    const [whole, one] = [await list(both), await list(`${both}&limit=1`)];
    expect([ids(whole), whole.total]).toEqual([[active.id, ...made.toReversed()], 4]);
    const others = await list(`${both}&limit=3&cursor=${encodeURIComponent(one.nextCursor ?? '')}`);
    expect([[...ids(one), ...ids(others)], others.total, others.nextCursor]).toEqual([ids(whole), 4, null]);
    expect(ids(await list(`${both}&status=ACTIVE`))).toEqual([active.id]);
  });

  it.each([
    ['?creator=nonsense', 'INVALID_ADDRESS'],
    ['?cursor=x', 'INVALID_CURSOR'],
    ['?status=ASLEEP', 'INVALID_REQUEST'],
    ['?limit=201', 'INVALID_REQUEST'],
  ])('refuses %s', async (query, code) => {
    expect(await fixture.client.get<Refusal>(`/api/airdrops${query}`)).toMatchObject({ status: 400, body: { code } });
  });

  it('knows no other claim links, and refuses other cursors', async () => {
    expect(await fixture.client.get<Refusal>('/api/airdrops/claim/nonsense')).toMatchObject({ status: 404 });
    const { path } = await createAirdrop(fixture);
    expect(await fixture.client.get<Refusal>(`${path}?cursor=x`)).toMatchObject(refusal(400, 'INVALID_CURSOR'));
  });
});

const form = (csv: string, field = 'file', before = '') =>
  [
    '--x',
    ...(before === '' ? [] : ['content-disposition: form-data; name="creator"', '', before, '--x']),
    `content-disposition: form-data; name="${field}"; filename="list.csv"`,
    'content-type: text/csv',
    '',
    csv,
    '--x--',
    '',
  ].join('\r\n');
const JSON_TYPE = { 'content-type': 'application/json' };
const FORM = { 'content-type': 'multipart/form-data; boundary=x' };

describe('POST /:id/generate-merkle', () => {
  it('takes the same list in every form, and gives the same root', async () => {
    const scenario = await createList();
    const wallets = [fixture.wallet(), fixture.wallet(), fixture.wallet()];
    const csv = csvOf(scenario, wallets);
    const client = fixture.client.as(scenario.creator.address);
    const url = `${scenario.path}/generate-merkle`;
    const recipients = wallets.map(({ tokenAddress: address }, row) => ({
      address,
      amount: Number(BCH.text(SHARE + BigInt(row))),
    }));
    const answers = [
      await sendList(fixture, scenario, csv),
      await sendList(fixture, { ...scenario, path: scenario.path }, `\uFEFF${csv.replaceAll('\r\n', '\n')}`),
      await client.send<WhitelistResponse>('POST', url, form(csv), FORM),
      await fixture.client.send<WhitelistResponse>('POST', url, form(csv, 'file', scenario.creator.tokenAddress), FORM),
      await client.post<WhitelistResponse>(url, { csv }),
      await fixture.client.post<WhitelistResponse>(url, { recipients, creator: scenario.creator.address }),
      await fixture.client.send<WhitelistResponse>('POST', `${url}?creator=${scenario.creator.address}`, csv, {
        'content-type': 'text/csv; charset=utf-8',
      }),
    ];
    const total = SHARE * 3n + 3n;
    for (const { status, body } of answers) {
      expect([status, body]).toMatchObject([
        200,
        {
          success: true,
          merkleRoot: answers[0]?.body.merkleRoot,
          totalRecipients: 3,
          totalAmountBase: total.toString(),
          depth: 2,
          lanes: 1,
          campaign: {
            merkle_root: answers[0]?.body.merkleRoot,
            total_recipients: 3,
            sponsor_fees: true,
            contract_address: aText,
          },
        },
      ]);
    }
  });

  it('proves each row as the list was built, before and after claims', async () => {
    const wallets = Array.from({ length: 5 }, () => fixture.wallet());
    const [first = fixture.wallet()] = wallets;
    const { path } = await createActiveList(fixture, wallets, { lanes: 2 });
    const proofOf = async ({ address }: Wallet) =>
      (await fixture.client.as(address).get<WhitelistProofResponse>(`${path}/proof/${address}`)).body;
    const { txHash } = (await relayClaim(fixture, path, first)).body;
    for (const [row, wallet] of wallets.entries()) {
      const proof = await proofOf(wallet);
      expect(proof).toMatchObject({
        success: true,
        address: wallet.address,
        row,
        lane: row % 2,
        laneDepth: 2,
        claimed: row === 0,
        claimTxHash: row === 0 ? txHash : null,
      });
      const root = proof.proof.reduce((node, sibling) => {
        const pair = [node, hexToBin(sibling)].sort((a, b) => Buffer.compare(a, b));
        return sha256Pair(pair[0] ?? node, pair[1] ?? node);
      }, hexToBin(proof.leaf));
      expect(Buffer.from(root).toString('hex')).toBe(proof.merkleRoot);
    }
    const unlisted = fixture.wallet().address;
    expect(await fixture.client.as(unlisted).get<Refusal>(`${path}/proof/${unlisted}`)).toMatchObject(
      refusal(403, 'NOT_ELIGIBLE'),
    );
    expect(await fixture.client.get<Refusal>(`${path}/proof/nonsense`)).toMatchObject(refusal(400, 'INVALID_ADDRESS'));
    const open = await createAirdrop(fixture);
    expect(await fixture.client.get<Refusal>(`${open.path}/proof/${first.address}`)).toMatchObject(
      refusal(409, 'WRONG_STATE'),
    );
  });

  it('may be repeated, and the list that is funded counts, which its creator can download', async () => {
    const scenario = await createList();
    const [a, b] = [fixture.wallet(), fixture.wallet()];
    const first = (await sendList(fixture, scenario, csvOf(scenario, [a]))).body;
    const txHash = await payAirdropFunding(fixture, scenario);
    const second = (await sendList(fixture, scenario, csvOf(scenario, [b]))).body;
    expect(second.merkleRoot).not.toBe(first.merkleRoot);
    const confirmed = await fixture.client.post(`${scenario.path}/confirm-funding`, { txHash });
    expect(confirmed).toMatchObject({ status: 200, body: { campaign: { merkle_root: first.merkleRoot } } });
    expect(await relayClaim(fixture, scenario.path, a)).toMatchObject({ status: 200 });
    const download = async (wallet: Wallet) =>
      (await fixture.client.signedInAs(wallet)).raw('GET', `${scenario.path}/whitelist`);
    expect(await download(scenario.creator)).toMatchObject({
      statusCode: 200,
      body: `\uFEFFaddress,amount\n${a.address},0.0001\n`,
    });
    expect(await download(a)).toMatchObject({ statusCode: 403 });
  });

  it('names the line of what is wrong', async () => {
    const scenario = await createList({ totalAmount: 0.001 });
    const [a, b] = [fixture.wallet().address, fixture.wallet().address];
    const lines: readonly [string, object][] = [
      [`${a},0.0001\nnonsense,1\n`, { line: 2, problem: 'BAD_ADDRESS' }],
      [`${a},0.0001\n${b},0.000000001\n`, { line: 2, problem: 'BAD_AMOUNT' }],
      [
        `address,amount\n${a},0.0001\n\n${a},0.0001\n`,
        { line: 4, problem: 'DUPLICATE_ADDRESS', details: { firstLine: 2 } },
      ],
      [`${a},0.00000545\n`, { line: 1, problem: 'AMOUNT_OUT_OF_RANGE' }],
      [`${a},0.0009\n${b},0.0002\n`, { line: 2, problem: 'SUM_OVER_POOL' }],
      [`address,amount\n${a},0,0001\n`, { line: 2, problem: 'WRONG_COLUMNS' }],
      [`address,gross pay,net pay\n${a},2,1\n`, { line: 1, problem: 'COLUMNS' }],
      [`${a},"1,500"\n`, { line: 1, problem: 'AMBIGUOUS_AMOUNTS' }],
      ['', { problem: 'EMPTY' }],
    ];
    for (const [csv, expected] of lines) {
      expect(await sendList<Refusal>(fixture, scenario, csv)).toMatchObject(
        refusal(400, 'INVALID_WHITELIST', { ...expected }),
      );
    }
    const { body } = await fixture.client
      .as(scenario.creator.address)
      .post<Refusal>(`${scenario.path}/generate-merkle`, {
        recipients: [
          { address: a, amount: 0.0001 },
          { address: a, amount: 1 },
        ],
      });
    expect(body).toMatchObject({ code: 'INVALID_WHITELIST', line: 2 });
  });

  it('takes no number that may have lost units', async () => {
    const scenario = await createList({
      tokenType: 'FUNGIBLE_TOKEN',
      tokenCategory: CATEGORY,
      totalAmount: '9223372036854775807',
    });
    const [a, b] = [fixture.wallet().tokenAddress, fixture.wallet().tokenAddress];
    const client = fixture.client.as(scenario.creator.address);
    const send = (amount: number | string) => {
      const recipients = [
        { address: a, amount: 1 },
        { address: b, amount },
      ];
      return client.post<Refusal>(`${scenario.path}/generate-merkle`, { recipients });
    };
    expect(await send(2 ** 53)).toMatchObject(
      refusal(400, 'INVALID_WHITELIST', { line: 2, problem: 'BAD_AMOUNT', message: textLike(/string of digits/) }),
    );
    expect(await send(0.5)).toMatchObject(refusal(400, 'INVALID_WHITELIST', { line: 2, problem: 'BAD_AMOUNT' }));
    expect(await send((2n ** 53n + 1n).toString())).toMatchObject({
      status: 200,
      body: { totalAmountBase: (2n ** 53n + 2n).toString() },
    });
  });

  it('refuses fields it does not know, in every form', async () => {
    const scenario = await createList();
    const [a, b] = [fixture.wallet().address, fixture.wallet().address];
    const client = fixture.client.as(scenario.creator.address);
    const send = (payload: string, type: Readonly<Record<string, string>>) =>
      client.send<Refusal>('POST', `${scenario.path}/generate-merkle`, payload, type);
    const row = { address: a, amount: 1 };
    const cases: readonly (readonly [object, string, string | undefined])[] = [
      [{ recipients: [row], campaign: 'x' }, 'campaign', undefined],
      [{ recipient: [row] }, 'recipient', 'recipients'],
      [{ recipients: [row, { address: b, amount: 1, adress: a }] }, 'recipients.1.adress', 'address'],
    ];
    for (const [body, field, didYouMean] of cases) {
      expect(await send(JSON.stringify(body), JSON_TYPE)).toMatchObject(
        refusal(400, 'INVALID_REQUEST', { details: { field, ...(didYouMean !== undefined && { didYouMean }) } }),
      );
    }
    expect(await send(form(`${a},1`, 'csv'), FORM)).toMatchObject({ status: 400, body: { details: { field: 'csv' } } });
    expect((await client.get<CreateAirdropResponse>(scenario.path)).body.campaign.merkle_root).toBeNull();
  });

  it('advises CSV where a list in JSON is larger than a body may be', async () => {
    const scenario = await createList();
    const json = JSON.stringify({ csv: ' '.repeat(2 ** 20) });
    const client = fixture.client.as(scenario.creator.address);
    const url = `${scenario.path}/generate-merkle`;
    expect(await client.send<Refusal>('POST', url, json, JSON_TYPE)).toMatchObject(
      refusal(413, 'PAYLOAD_TOO_LARGE', { message: textLike(/1048576 bytes. Send a longer one as CSV/) }),
    );
    const lines = `${csvOf(scenario, [fixture.wallet()])}${'\n'.repeat(2 ** 20)}`;
    expect(await sendList(fixture, scenario, lines)).toMatchObject({ status: 200 });
  });

  it('refuses bombs: a huge line, a million columns, bytes that are not text', async () => {
    const scenario = await createList();
    const a = fixture.wallet().address;
    const bombs = [`${a},${'1'.repeat(5_000_000)}`, `${a},1${','.repeat(1_000_000)}`, `${a},1\n\u0000\u0001`];
    for (const bomb of bombs)
      expect(await sendList<Refusal>(fixture, scenario, bomb)).toMatchObject(
        refusal(400, 'INVALID_WHITELIST', { line: aNumber }),
      );
  });

  it('is for the creator of a campaign that needs a list, and takes nothing but one', async () => {
    const [list, open, stranger] = [await createList(), await createAirdrop(fixture), fixture.wallet()];
    const csv = csvOf(list, [stranger]);
    expect(await sendList<Refusal>(fixture, list, csv, fixture.client)).toMatchObject(refusal(401, 'CALLER_REQUIRED'));
    const contradicting = `${list.path}/generate-merkle?creator=${stranger.address}`;
    expect(
      await fixture.client
        .as(list.creator.address)
        .send<Refusal>('POST', contradicting, csv, { 'content-type': 'text/csv' }),
    ).toMatchObject({ status: 403 });
    expect(await sendList<Refusal>(fixture, open, csv)).toMatchObject(refusal(409, 'WRONG_STATE'));
    expect(await fixture.client.get<Refusal>(`${list.path}/funding-info`)).toMatchObject(refusal(409, 'WRONG_STATE'));
    const ownProof = `${list.path}/proof/${stranger.address}`;
    expect(await fixture.client.as(stranger.address).get<Refusal>(ownProof)).toMatchObject({ status: 409 });
    const client = fixture.client.as(list.creator.address);
    const url = `${list.path}/generate-merkle`;
    expect(await client.post<Refusal>(url, {})).toMatchObject(refusal(400, 'INVALID_REQUEST'));
    expect(await client.send<Refusal>('POST', url, form(csv, 'other'), FORM)).toMatchObject(
      refusal(400, 'INVALID_REQUEST'),
    );
    expect(await client.send<Refusal>('POST', url, '--x--\r\n', FORM)).toMatchObject({ status: 400 });
    expect(await client.send<Refusal>('POST', url, csv, { 'content-type': 'text/plain' })).toMatchObject({
      status: 415,
    });
  });
});
