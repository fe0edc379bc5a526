import type { ActivityRow, GetStreamResponse, ListActivityResponse } from '@weir/api-contract';
import {
  confirmAirdropClaim,
  createActiveAirdrop,
  createAirdrop,
  payAirdropClaim,
  readAirdrop,
  SHARE,
} from '../support/airdrop-scenario.js';
import { type Refusal, refusal } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { aNumber, aText } from '../support/like.js';
import {
  actAsSender,
  claimPeriods,
  createActivePayment,
  createDuePayment,
  createPayment,
} from '../support/payment-scenario.js';
import { createActivePlan } from '../support/plan-scenario.js';
import { createActiveStream, createCancelledStream, createStream } from '../support/stream-scenario.js';
import { BCH, TOKENS } from '../support/test-asset.js';
import { carryOut, confirmExecution, createActiveVault, propose } from '../support/vault-scenario.js';

const DAY = 86_400;

const fixture = useFixture();
let records: Awaited<ReturnType<typeof seed>>;
/** All that may be shown: the ids, the newest first. */
let shown: readonly string[];

/** One record of each kind that there is; `open`, `executed` and `rejected` are proposals, `hidden` one of a private vault. */
const seed = async () => {
  const cancelled = await createCancelledStream(fixture);
  const paid = await createDuePayment(fixture, 3);
  await claimPeriods(fixture, paid);
  const paused = await createActivePayment(fixture);
  await actAsSender(fixture, paused, 'pause');
  const pendingPayment = await createPayment(fixture, {}, TOKENS);
  const tokens = await createStream(fixture, {}, TOKENS);
  const claimed = await createActiveAirdrop(fixture, { totalAmount: BCH.text(SHARE * 3n) });
  await confirmAirdropClaim(fixture, claimed.path, {
    txHash: await payAirdropClaim(fixture, claimed.path, fixture.wallet(1_000_000n)),
  });
  const pendingDrop = await createAirdrop(fixture, {}, TOKENS);
  const vault = await createActiveVault(fixture, { isPublic: true });
  const executed = (await propose(fixture, vault)).id;
  await confirmExecution(fixture, vault, executed, await carryOut(fixture, vault, executed));
  const rejected = (await propose(fixture, vault)).id;
  await fixture.client.as(vault.signers[0].address).post(`/api/proposals/${rejected}/reject`);
  const open = (await propose(fixture, vault)).id;
  const hidden = (await propose(fixture, await createActiveVault(fixture))).id;
  const active = await createActiveStream(fixture, {
    streamType: 'RECURRING',
    intervalSeconds: DAY / 2,
    endTime: fixture.time() + 5 * DAY,
  });
  await fixture.advance(DAY);
  const streams = { active, tokens, cancelled };
  return { ...streams, paid, paused, pendingPayment, claimed, pendingDrop, vault, open, executed, rejected, hidden };
};

beforeAll(async () => {
  records = await seed();
  const { cancelled, paid, paused, pendingPayment, tokens, claimed, pendingDrop } = records;
  const before = [cancelled, paid, paused, pendingPayment, tokens, claimed, pendingDrop].map(({ id }) => id);
  shown = [...before, records.executed, records.rejected, records.open, records.active.id].reverse();
});

const explore = async (query = ''): Promise<ListActivityResponse> => {
  const { status, body } = await fixture.client.get<ListActivityResponse>(`/api/explorer/activity${query}`);
  expect(status).toBe(200);
  return body;
};
const ids = ({ streams }: ListActivityResponse): string[] => streams.map(({ id }) => id);
const rowOf = async (id: string): Promise<ActivityRow | undefined> =>
  (await explore()).streams.find((row) => row.id === id);

describe('GET /api/explorer/activity', () => {
  it('lists all that is public of all products, the newest first', async () => {
    const body = await explore();
    expect(ids(body)).toEqual(shown);
    expect(ids(body)).not.toContain(records.hidden);
    const times = body.streams.map((row) => row.created_at);
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect(body).toMatchObject({ success: true, nextCursor: null, asOf: aNumber });
  });

  it('shows a stream as its own route does', async () => {
    for (const { id, path } of [records.active, records.tokens, records.cancelled]) {
      const { stream } = (await fixture.client.get<GetStreamResponse>(path)).body;
      const row = await rowOf(id);
      expect(row?.activity_type).toBe('STREAM');
      expect({
        activity_type: 'STREAM',
        title: stream.description,
        per_period: null,
        plan: null,
        ...stream,
      }).toMatchObject(row ?? {});
    }
    expect(await rowOf(records.active.id)).toMatchObject({
      stream_type: 'RECURRING',
      progress_percentage: 20,
      vested_amount: 0.2,
    });
    expect(await rowOf(records.cancelled.id)).toMatchObject({ stream_type: 'LINEAR', status: 'CANCELLED' });
  });

  it('shows a payment by what it has paid', async () => {
    const { paid, paused, pendingPayment } = records;
    expect(await rowOf(paid.id)).toMatchObject({
      activity_type: 'PAYMENT',
      contract: null,
      stream_id: paid.created.payment.payment_id,
      sender: paid.sender.address,
      recipient: paid.recipient.address,
      total_amount: 0.6,
      total_amount_base: '60000000',
      vested_amount: 0.15,
      vested_amount_base: '15000000',
      progress_percentage: 25,
      stream_type: 'DAILY',
      status: 'ACTIVE',
    });
    expect(await rowOf(paused.id)).toMatchObject({ status: 'PAUSED', vested_amount: 0, progress_percentage: 0 });
    expect(await rowOf(pendingPayment.id)).toMatchObject({
      status: 'PENDING',
      token_type: 'FUNGIBLE_TOKEN',
      total_amount_base: (TOKENS.perPeriod * 12n).toString(),
    });
  });

  it('shows an airdrop by what was claimed', async () => {
    const { campaign } = await readAirdrop(fixture, records.claimed.path);
    expect(await rowOf(records.claimed.id)).toMatchObject({
      activity_type: 'AIRDROP',
      contract: null,
      title: campaign.title,
      stream_id: campaign.campaign_id,
      sender: records.claimed.creator.address,
      recipient: '',
      total_amount_base: (SHARE * 3n).toString(),
      vested_amount_base: SHARE.toString(),
      progress_percentage: 33.33,
      stream_type: 'AIRDROP',
      status: 'ACTIVE',
    });
    expect(campaign.progress_percentage).toBe(33.33);
    expect(await rowOf(records.pendingDrop.id)).toMatchObject({
      status: 'PENDING',
      vested_amount: 0,
      progress_percentage: 0,
    });
  });

  it('shows a proposal as its vault paying', async () => {
    const { vault, open, executed, rejected } = records;
    const common = {
      activity_type: 'TREASURY',
      contract: null,
      sender: vault.created.contractAddress,
      recipient: aText,
      stream_id: expect.stringMatching(/^#WEIR-PROP-\d{6}$/) as string,
      stream_type: 'PROPOSAL',
      total_amount: 0.1,
    };
    expect(await rowOf(open)).toMatchObject({ ...common, status: 'ACTIVE', vested_amount: 0, progress_percentage: 0 });
    expect(await rowOf(executed)).toMatchObject({
      ...common,
      status: 'COMPLETED',
      vested_amount: 0.1,
      vested_amount_base: '10000000',
      progress_percentage: 100,
    });
    expect(await rowOf(rejected)).toMatchObject({ ...common, status: 'CANCELLED', vested_amount: 0 });
  });

  it('filters by type, token and status, and combines them', async () => {
    const all = (await explore()).streams;
    const words = {
      vesting: 'STREAM',
      payments: 'PAYMENT',
      airdrops: 'AIRDROP',
      treasuries: 'TREASURY',
      'currency-payments': 'CURRENCY_PAYMENT',
      purses: 'PURSE',
    } as const;
    for (const type of [undefined, ...(Object.keys(words) as (keyof typeof words)[])]) {
      for (const token of [undefined, 'BCH', 'FUNGIBLE_TOKEN', 'ALL']) {
        for (const status of [undefined, 'ACTIVE', 'PENDING', 'COMPLETED', 'CANCELLED']) {
          const query = Object.entries({ type, token, status }).flatMap(([name, value]) =>
            value === undefined ? [] : [`${name}=${value}`],
          );
          const expected = all.filter(
            (row) =>
              (type === undefined || row.activity_type === words[type]) &&
              (token === undefined || token === 'ALL' || row.token_type === token) &&
              (status === undefined || (row.status === 'PAUSED' ? 'ACTIVE' : row.status) === status),
          );
          const body = await explore(`?${query.join('&')}`);
          expect([query, ids(body)]).toEqual([query, expected.map(({ id }) => id)]);
          expect([query, body.stats.totalCount]).toEqual([query, expected.length]);
        }
      }
    }
  });

  it('counts and adds up everything that matches, not only what it returns', async () => {
    const { stats } = await explore('?limit=1');
    const { streams } = await explore();
    const bch = streams
      .filter((row) => row.token_type === 'BCH' && row.status !== 'PENDING')
      .filter((row) => row.activity_type !== 'TREASURY' || row.id === records.executed)
      .reduce((sum, row) => sum + BigInt(row.total_amount_base), 0n);
    expect(stats).toMatchObject({
      totalVolume: Number(bch) / 1e8,
      totalVolumeBase: bch.toString(),
      pendingVolume: 0,
      activeCount: 5,
      completedCount: 1,
      totalCount: 11,
    });
    const ofTokens = (await explore('?token=FUNGIBLE_TOKEN')).stats;
    const volumes = [
      records.tokens.created.stream,
      records.pendingPayment.created.payment,
      records.pendingDrop.campaign,
    ].map((row) => ({
      tokenCategory: row.token_category,
      token: null,
      amount: 0,
      amountBase: '0',
      amountDecimal: null,
      pendingAmount: row.total_amount,
      pendingAmountBase: row.total_amount_base,
      pendingAmountDecimal: null,
    }));
    expect(ofTokens).toMatchObject({ totalVolume: 0, totalVolumeBase: '0', activeCount: 0, totalCount: 3 });
    expect(new Set(ofTokens.volumeByToken)).toEqual(new Set(volumes));
    expect((await explore('?token=BCH')).stats.volumeByToken).toEqual([]);
    expect((await explore('?type=payments&status=ACTIVE')).stats).toMatchObject({
      activeCount: 2,
      totalCount: 2,
      completedCount: 0,
      totalVolume: 1.2,
    });
  });

  it('finds by words, from and to dates, and orders', async () => {
    const at = (id: string | undefined) => all.streams.find((row) => row.id === id)?.created_at ?? 0;
    const all = await explore('?limit=200');
    expect(ids(await explore('?sort=oldest&limit=200'))).toEqual(ids(all).toReversed());
    const [newest, oldest] = [at(ids(all)[0]), at(ids(all).at(-1))];
    expect(ids(await explore(`?from=${newest + 1}`))).toEqual([]);
    expect(ids(await explore(`?from=${oldest}&to=${newest}&limit=200`))).toEqual(ids(all));
    expect(ids(await explore(`?to=${oldest - 1}`))).toEqual([]);
    const { streams } = await explore('?sort=largest&token=BCH&limit=200');
    const amounts = streams.map(({ total_amount_base: amount }) => BigInt(amount));
    expect(amounts.length).toBeGreaterThan(5);
    expect(amounts).toEqual([...amounts].sort((a, b) => (a < b ? 1 : -1)));
    expect(new Set(ids(await explore('?q=rent')))).toEqual(new Set([records.executed, records.rejected, records.open]));
    expect(ids(await explore('?q=rent&status=COMPLETED'))).toEqual([records.executed]);
  });

  it('pages without gaps or doubles while others are made', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const body: ListActivityResponse = await explore(
        `?limit=2${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      expect(body.streams.length).toBeLessThanOrEqual(2);
      seen.push(...ids(body));
      cursor = body.nextCursor;
      if (seen.length < 6) await createStream(fixture);
    } while (cursor !== null);
    expect(seen).toEqual(shown);
    expect((await explore()).stats.totalCount).toBe(13);
  });

  it.each([
    ['limit=0', /limit must be at least 1/],
    ['limit=201', /limit must be at most 200/],
    ['limit=1.5', /limit must be a whole number/],
    ['type=streams', /type must be one of vesting, payments, airdrops, treasuries, currency-payments, purses/],
    ['type=vesting&type=payments', /type/],
    ['token=DOGE', /token must be one of BCH, FUNGIBLE_TOKEN, ALL/],
    ['token=bch', /token must be one of/],
    ['status=PAUSED', /status must be one of ACTIVE, PENDING, COMPLETED, CANCELLED/],
    ['q=x', /q must have a word/],
    ['sort=largest', /takes token=BCH/],
    ['sort=largest&token=BCH&q=rent', /does not combine/],
    ['sort=smallest', /sort must be one of newest, oldest, largest/],
    ['from=1.5', /from must be a whole number/],
    ['Status=ACTIVE', /Status is not a field of this request; did you mean status\?/],
  ])('refuses %s, and says why', async (query, message) => {
    const { status, body } = await fixture.client.get<Refusal>(`/api/explorer/activity?${query}`);
    expect([status, body.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(body.message).toMatch(message);
  });

  it.each(['x', 'eyJhIjoxfQ', 'a'.repeat(200)])('refuses the cursor %s', async (cursor) => {
    expect(await fixture.client.get<Refusal>(`/api/explorer/activity?cursor=${cursor}`)).toMatchObject(
      refusal(400, 'INVALID_CURSOR', { details: { field: 'cursor' } }),
    );
  });

  it('takes the bounds of limit, and an empty parameter for none', async () => {
    expect(ids(await explore('?type=&token=&status=&limit='))).toEqual(ids(await explore()));
    expect((await explore('?limit=1')).streams).toHaveLength(1);
    expect((await explore('?limit=200')).streams).toHaveLength(13);
  });

  it('keeps unfunded records of any amount out of the volume', async () => {
    const volume = async () => (await explore('?limit=1')).stats;
    const before = await volume();
    await createStream(fixture, { totalAmount: 21_000_000 });
    expect(await volume()).toMatchObject({
      totalVolumeBase: before.totalVolumeBase,
      pendingVolume: before.pendingVolume + 21_000_000,
      totalCount: before.totalCount + 1,
    });
    expect((await explore('?status=PENDING&token=BCH')).stats).toMatchObject({
      totalVolume: 0,
      pendingVolume: before.pendingVolume + 21_000_000,
    });
  });

  it('shows a plan as one row where it is asked to, unless single records are looked for', async () => {
    const plan = await createActivePlan(fixture, 3);
    const single = await createActiveStream(fixture);
    const rowsOf = async (query: string) => (await explore(`?type=vesting&limit=4${query}`)).streams;
    const [first, head, next] = await rowsOf('&group=plans');
    expect([first?.id, first?.plan]).toEqual([single.id, null]);
    expect(head?.plan).toEqual({
      id: plan.id,
      plan_id: plan.created.plan.plan_id,
      streams: 3,
      token_type: 'BCH',
      token_category: null,
      total_amount: 0.03,
      total_amount_base: '3000000',
      total_amount_decimal: '0.03',
      token: null,
    });
    expect(next?.plan).toBeNull();
    for (const query of ['', '&group=plans&status=ACTIVE', '&group=plans&sort=largest&token=BCH&status=ACTIVE'])
      expect((await rowsOf(query)).filter(({ plan: of }) => of?.id === plan.id).length).toBeGreaterThan(1);
    const page = await explore('?type=vesting&limit=1&group=plans');
    const second = await explore(`?type=vesting&limit=1&group=plans&cursor=${page.nextCursor ?? ''}`);
    expect(second.streams.map(({ id }) => id)).toEqual([head?.id]);
  });
});
