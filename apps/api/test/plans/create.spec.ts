import type {
  GetPlanResponse,
  ListPlansResponse,
  PlanListedResponse,
  PlanPreviewResponse,
  PlanStreamsResponse,
} from '@weir/api-contract';
import type { Client, Refusal } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { textLike } from '../support/like.js';
import { createPlan, fundPlan, nextFunding, planOf, streamsOf } from '../support/plan-scenario.js';

const HOUR = 3_600;

const fixture = useFixture();

const csv = (client: Client, path: string, text: string) =>
  client.send<PlanListedResponse>('POST', `${path}/recipients`, text, { 'content-type': 'text/csv' });
const refusedCsv = (client: Client, path: string, text: string) =>
  client.send<Refusal>('POST', `${path}/recipients`, text, { 'content-type': 'text/csv' });

describe('a list', () => {
  it('is previewed whole, and nothing is stored', async () => {
    const [ada, ben] = [fixture.wallet(), fixture.wallet()];
    const start = fixture.time();
    const { status, body } = await fixture.client.as(ada.address).post<PlanPreviewResponse>('/api/plans/preview', {
      ...planOf(fixture, [ada, ben]),
      shape: { kind: 'upfront-and-tail', upfrontPercent: 25 },
    });
    expect(status).toBe(200);
    expect(body.plan).toMatchObject({ product: 'vesting', sender: ada.address, cancel_notice_blocks: 6 });
    expect(
      body.streams.map(({ row, recipient, amount_base, start: from, end }) => [row, recipient, amount_base, from, end]),
    ).toEqual([
      [1, ada.address, '250000', start - 1, start],
      [2, ada.address, '750000', start, start + 100 * HOUR],
      [3, ben.address, '250000', start - 1, start],
      [4, ben.address, '750000', start, start + 100 * HOUR],
    ]);
    const [part] = body.costs.fundings;
    expect([body.costs.amount_base, part?.streams, part?.notes]).toEqual(['2000000', 4, '2400']);
    expect(BigInt(part?.satoshis ?? 0)).toBeGreaterThan(2_000_000n);
    const own = await fixture.client.as(ada.address).get<ListPlansResponse>('/api/plans');
    expect(own.body.total).toBe(0);
  });

  it('comes as CSV, in the place of the one before, until a funding was handed out', async () => {
    const plan = await createPlan(fixture, 1);
    const client = fixture.client.as(plan.sender.address);
    const [ada, ben] = [fixture.wallet().address, fixture.wallet().address];
    const { status, body } = await csv(
      client,
      plan.path,
      `address,amount,label\r\n${ada},0.02,"Zoë, 李"\r\n${ben},0.03,\r\n`,
    );
    expect([status, body.plan.streams, body.plan.total_amount]).toEqual([200, 2, 0.05]);
    expect((await streamsOf(fixture, plan)).map(({ recipient, label, amount }) => [recipient, label, amount])).toEqual([
      [ada, 'Zoë, 李', 0.02],
      [ben, null, 0.03],
    ]);
    await nextFunding(fixture, plan);
    const late = await refusedCsv(client, plan.path, `${ada},0.02\n`);
    expect([late.status, late.body.code]).toEqual([409, 'WRONG_STATE']);
    await fundPlan(fixture, plan);
    expect((await streamsOf(fixture, plan)).map(({ status: state }) => state)).toEqual(['ACTIVE', 'ACTIVE']);
  });

  it('comes as CSV with the plan itself, and to a preview, and not together with rows', async () => {
    const [ada, ben] = [fixture.wallet().address, fixture.wallet().address];
    const client = fixture.client.as(ada);
    const text = `address,amount,label\n${ada},0.02,Zoë\n${ben},0.03,\n`;
    const body = { ...planOf(fixture, [], { streams: undefined }), csv: text };
    const preview = await client.post<PlanPreviewResponse>('/api/plans/preview', body);
    expect([preview.status, preview.body.streams.map(({ amount_base }) => amount_base)]).toEqual([
      200,
      ['2000000', '3000000'],
    ]);
    const created = await client.post<PlanListedResponse>('/api/plans', body);
    expect([created.status, created.body.plan.streams, created.body.plan.total_amount]).toEqual([200, 2, 0.05]);
    for (const path of ['/api/plans', '/api/plans/preview']) {
      const both = await client.post<Refusal>(path, { ...body, streams: [{ recipient: ben, amount: 1 }] });
      expect([both.status, both.body.code]).toEqual([400, 'INVALID_REQUEST']);
      const bad = await client.post<Refusal>(path, { ...body, csv: `${ada},1\nnobody,1\n` });
      expect([bad.body.code, bad.body.details?.['errors']]).toEqual([
        'INVALID_RECIPIENTS',
        [expect.objectContaining({ row: 2, line: 2, field: 'recipient', code: 'INVALID_ADDRESS' })],
      ]);
    }
  });

  it('is refused with everything that is wrong with it at once', async () => {
    const plan = await createPlan(fixture, 1);
    const client = fixture.client.as(plan.sender.address);
    const ada = fixture.wallet().address;
    const bad = `address,amount,start\n${ada},1\nnobody,1\n${ada},0\n${ada},1,soon\n${ada},1,12\n`;
    const { status, body } = await refusedCsv(client, plan.path, bad);
    expect([status, body.code, body.details?.['errorCount']]).toEqual([400, 'INVALID_RECIPIENTS', 4]);
    expect(body.details?.['errors']).toEqual([
      expect.objectContaining({ row: 2, line: 3, field: 'recipient', code: 'INVALID_ADDRESS' }),
      expect.objectContaining({ row: 3, line: 4, field: 'amount', code: 'INVALID_AMOUNT' }),
      expect.objectContaining({ row: 4, line: 5, field: 'start', code: 'INVALID_TIME' }),
      expect.objectContaining({ row: 5, line: 6, field: 'start', code: 'INVALID_TIME' }),
    ]);
    expect((await streamsOf(fixture, plan)).length).toBe(1);
  });

  it('is refused row by row where a cliff leaves less than a payment, with the nearest sound one', async () => {
    const plan = await createPlan(fixture, 1);
    const client = fixture.client.as(plan.sender.address);
    const ada = fixture.wallet().address;
    const end = fixture.time() + 100 * HOUR;
    // 11,000 satoshis in 100 hours: 576 of them take more than five hours.
    const text = `address,amount,cliff\n${ada},0.00011,${end - 6 * HOUR}\n${ada},0.00011,${end - 4 * HOUR}\n`;
    const { status, body } = await refusedCsv(client, plan.path, text);
    const fault = { row: 2, line: 3, field: 'cliff', code: 'SCHEDULE_UNSOUND' };
    expect([status, body.code, body.details?.['errors']]).toEqual([
      400,
      'INVALID_RECIPIENTS',
      [{ ...fault, reason: textLike(new RegExp(`nearest valid cliff is ${end - 18_819} `)) }],
    ]);
    expect((await csv(client, plan.path, text.replace(String(end - 4 * HOUR), String(end - 18_819)))).status).toBe(200);

    const shape = { kind: 'cliff-and-monthly', cliffMonths: 11, months: 12 };
    const rows = [{ recipient: ada, amount: 0.000069 }];
    for (const path of ['/api/plans', '/api/plans/preview']) {
      const refused = await client.post<Refusal>(path, { product: 'vesting', shape, streams: rows });
      expect([refused.body.code, refused.body.details?.['errors']]).toEqual([
        'INVALID_RECIPIENTS',
        [expect.objectContaining({ row: 1, field: 'shape.cliffMonths', code: 'SCHEDULE_UNSOUND' })],
      ]);
      const sound = { product: 'vesting', shape: { ...shape, cliffMonths: 10 }, streams: rows };
      expect((await client.post(path, sound)).status).toBe(200);
    }
  });

  it.each([
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x2c]), 400],
    ['an endless line', 'a'.repeat(3_000_000), 400],
    ['too many bytes', `${'x'.repeat(99)}\n`.repeat(50_000), 413],
    ['too many rows', 'a,1\n'.repeat(10_001), 413],
    ['a quote that never closes', '"a,1\n'.repeat(1_000), 400],
    ['nothing', '\n', 400],
    ['prototype keys', '__proto__,constructor\n', 400],
  ])('of %s is refused', async (_, payload, status) => {
    const plan = await createPlan(fixture, 1);
    const answer = await fixture.client
      .as(plan.sender.address)
      .raw('POST', `${plan.path}/recipients`, payload, { 'content-type': 'text/csv' });
    expect(answer.statusCode).toBe(status);
    expect(answer.json<Refusal>().success).toBe(false);
  });

  it('of ten thousand rows is taken, in parts', async () => {
    const plan = await createPlan(fixture, 1);
    const ada = fixture.wallet().address;
    const { status, body } = await csv(
      fixture.client.as(plan.sender.address),
      plan.path,
      `${ada},0.0001\n`.repeat(10_000),
    );
    expect([status, body.plan.streams]).toEqual([200, 10_000]);
    expect(body.fundings.reduce((sum, { streams }) => sum + streams, 0)).toBe(10_000);
    for (const { bytes } of body.costs.fundings) expect(bytes).toBeLessThanOrEqual(100_000);
  });
});

describe('a plan that nobody has funded', () => {
  it('is its sender’s alone', async () => {
    const plan = await createPlan(fixture, 2);
    const stranger = fixture.client.as(fixture.wallet().address);
    for (const path of [plan.path, `${plan.path}/streams`]) {
      expect((await fixture.client.get<Refusal>(path)).status).toBe(401);
      expect((await stranger.get<Refusal>(path)).status).toBe(403);
    }
    expect((await stranger.get<ListPlansResponse>('/api/plans')).body.total).toBe(0);
    const [row] = await streamsOf(fixture, plan);
    expect((await fixture.client.get<Refusal>(`/api/streams/${row?.id ?? ''}`)).status).toBe(404);
    const explored = await fixture.client.raw('GET', '/api/explorer/activity?limit=200');
    expect(explored.body).not.toContain(plan.recipients[0]?.address ?? 'none');
  });

  it('keeps labels and description from everybody but its sender, once it is funded too', async () => {
    const plan = await createPlan(fixture, 2, { description: 'the board' });
    await fundPlan(fixture, plan);
    const { body } = await fixture.client.get<PlanStreamsResponse>(`${plan.path}/streams`);
    expect(body.streams.map(({ label, status }) => [label, status])).toEqual([
      [null, 'ACTIVE'],
      [null, 'ACTIVE'],
    ]);
    expect((await fixture.client.get<GetPlanResponse>(plan.path)).body.plan.description).toBeNull();
    for (const { id } of body.streams) {
      const { body: stream } = await fixture.client.raw('GET', `/api/streams/${id}`);
      expect(stream).not.toMatch(/Row \d|the board/);
    }
    expect((await streamsOf(fixture, plan)).map(({ label }) => label)).toEqual(['Row 1', 'Row 2']);
  });

  it('counts row by row', async () => {
    const strict = await fixture.replica({ QUOTA_PLAN_RECIPIENTS_NETWORK: '30' });
    const ada = fixture.wallet();
    const client = strict.as(ada.address);
    const many = Array.from({ length: 40 }, () => ada);
    const over = await client.post<Refusal>('/api/plans', planOf(fixture, many));
    expect([over.status, over.body.code]).toEqual([429, 'QUOTA_EXCEEDED']);
  });
});

describe('a creation', () => {
  it.each([
    [{ product: 'grants' }, 400],
    [{ product: 'vesting', interval: 'MONTHLY' }, 400],
    [{ product: 'recurring' }, 400],
    [{ streams: [{ recipient: 'x', amount: 1, salary: 2 }] }, 400],
    [{ streams: [{ recipient: 'x'.repeat(1_000), amount: 1 }] }, 400],
    [{ shape: { kind: 'tranches', tranches: [] } }, 400],
    [{ shape: { kind: 'spiral' } }, 400],
    [{ tokenType: 'FUNGIBLE_TOKEN' }, 400],
    [{ tokenCategory: 'ab'.repeat(32) }, 400],
    [{ start: 1e12 }, 400],
    [{ cancelFills: 0 }, 400],
    [{ product: 'recurring', interval: 'MONTHLY', cancelable: false, pausable: true }, 400],
  ])('of %j is refused', async (changes, status) => {
    const ada = fixture.wallet();
    const answer = await fixture.client.as(ada.address).post<Refusal>('/api/plans', planOf(fixture, [ada], changes));
    expect([answer.status, answer.body.success]).toEqual([status, false]);
  });

  it('may come without a list, and has nothing to fund then', async () => {
    const plan = await createPlan(fixture, 0, { streams: undefined });
    expect(plan.created).toMatchObject({ plan: { streams: 0, parts: 0 }, fundings: [], statuses: {} });
    const { status, body } = await fixture.client.as(plan.sender.address).get<Refusal>(`${plan.path}/funding-info`);
    expect([status, body.code]).toEqual([409, 'WRONG_STATE']);
  });

  it('is in the list of its sender, page by page', async () => {
    const sender = fixture.wallet();
    const client = fixture.client.as(sender.address);
    for (let i = 0; i < 3; i += 1) await client.post('/api/plans', planOf(fixture, [sender]));
    const { body: first } = await client.get<ListPlansResponse>('/api/plans?limit=2&product=vesting');
    const { body: rest } = await client.get<ListPlansResponse>(
      `/api/plans?limit=2&product=vesting&cursor=${first.nextCursor ?? ''}`,
    );
    expect([first.total, first.plans.length, rest.plans.length, rest.nextCursor]).toEqual([3, 2, 1, null]);
    expect((await client.get<ListPlansResponse>('/api/plans?status=ACTIVE')).body.total).toBe(0);
    expect((await client.get<Refusal>('/api/plans?cursor=zz')).status).toBe(400);
    const streams = await client.get<PlanStreamsResponse>(`/api/plans/${first.plans[0]?.id ?? ''}/streams?limit=1`);
    expect([streams.body.total, streams.body.nextCursor]).toEqual([1, null]);
  });
});
