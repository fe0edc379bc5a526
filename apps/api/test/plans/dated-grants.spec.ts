import type {
  ConfirmMoveResponse,
  GetStreamResponse,
  MovePlanResponse,
  PlanListedResponse,
  PlanPreviewResponse,
  PlanStreamResource,
} from '@weir/api-contract';
import { DAY } from '@weir/lives';
import { type Refusal, succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { CALENDAR, lastDaysAfter, nineOn } from '../support/paydays.js';
import {
  createActivePlan,
  createPlan,
  fundPlan,
  planOf,
  type PlanScenario,
  streamsOf,
} from '../support/plan-scenario.js';
import { ASSETS, BCH, type TestAsset } from '../support/test-asset.js';

const fixture = useFixture();
const NOTICE = 6;
const GRANTS = { product: 'vesting', schedule: 'INSTALLMENTS', calendar: CALENDAR, end: undefined } as const;
const TRANCHES = { product: 'vesting', schedule: 'TRANCHES', start: undefined, end: undefined } as const;

const push = (stream: PlanStreamResource | undefined) =>
  succeeded(fixture.client.post(`/api/streams/${stream?.id ?? ''}/push`, { broadcast: true }));

const passTo = (time: number | undefined): Promise<void> => fixture.advance((time ?? 0) - fixture.time());

const cancel = async ({ path, sender }: PlanScenario, streamIds: readonly string[]) => {
  const built = await succeeded(
    fixture.client.as(sender.address).post<MovePlanResponse>(`${path}/cancel`, { streamIds }),
  );
  const { signedTransactionHash: txHash } = await sender.signTransaction(built.wcTransaction);
  return succeeded(fixture.client.post<ConfirmMoveResponse>(`${path}/confirm-cancel`, { txHash }));
};

/** Creates and funds a plan by a sender who owns the asset. */
const activePlan = async (asset: TestAsset, terms: object, rows: readonly object[]): Promise<PlanScenario> => {
  const sender = fixture.wallet(200_000_000n, 10_000_000n);
  const { tokenType, tokenCategory } = asset.endow(fixture, sender) as Readonly<Record<string, string>>;
  await fixture.mine();
  const recipients = rows.map(() => fixture.wallet());
  const streams = rows.map((row, place) => ({ recipient: recipients[place]?.address, ...row }));
  const created = await succeeded(
    fixture.client
      .as(sender.address)
      .post<PlanListedResponse>('/api/plans', planOf(fixture, [], { ...terms, tokenType, tokenCategory, streams })),
  );
  const plan = { id: created.plan.id, path: `/api/plans/${created.plan.id}`, sender, recipients, created };
  await fundPlan(fixture, plan);
  return plan;
};

const stateOf = (streams: readonly PlanStreamResource[]) =>
  streams.map(({ status, withdrawn_amount_base: paid, claimable_amount_base: due }) => [status, paid, due]);

describe.each(ASSETS)('a plan of grants by installments in $name', (asset) => {
  it('vests for each person by their own start, months, cliff and number, and goes on with one that began elsewhere', async () => {
    const start = fixture.time();
    const days = lastDaysAfter(start, 4);
    const own = { ...CALENDAR, months: 3, day: 1, time: '10:30' };
    const plan = await activePlan(asset, { ...GRANTS, start, installments: 4, cliffInstallment: 2 }, [
      { amount: asset.text(4_000_000n) },
      { amount: asset.text(6_000_000n), calendar: own, installments: 2, cliffInstallment: 1, label: 'Bea' },
      {
        amount: asset.text(3_000_000n),
        start: start - 40 * DAY,
        releasedAmount: asset.text(1_000_000n),
        installments: 8,
        cliffInstallment: 1,
      },
    ]);
    const streams = await streamsOf(fixture, plan);
    const by = (amount: bigint) => streams.find(({ amount_base: base }) => base === amount.toString());
    const [ada, bea, cleo] = [by(4_000_000n), by(6_000_000n), by(3_000_000n)];
    expect(plan.created.plan).toMatchObject({ schedule: 'INSTALLMENTS', calendar: null, cancel_fills: 0 });
    expect(ada).toMatchObject({
      start,
      end: days[3],
      cliff: days[1],
      step: null,
      periods: null,
      calendar: { ...CALENDAR, installments: 4, cliffInstallment: 2, releasedBase: '0' },
      tranches: null,
    });
    expect(bea).toMatchObject({
      label: 'Bea',
      cliff: null,
      calendar: { ...own, installments: 2, cliffInstallment: 1 },
    });
    expect(cleo).toMatchObject({ calendar: { installments: 8, releasedBase: '1000000' } });

    await passTo((days[0] ?? 0) + DAY);
    expect((await streamsOf(fixture, plan)).find(({ id }) => id === ada?.id)?.claimable_amount_base).toBe('0');
    await passTo((days[1] ?? 0) + DAY);
    await push(ada);
    const paid = await streamsOf(fixture, plan);
    expect(paid.find(({ id }) => id === ada?.id)?.withdrawn_amount_base).toBe('2000000');
    expect(paid.find(({ id }) => id === bea?.id)?.withdrawn_amount_base).toBe('0');
    await fixture.mine();
    // Nothing of the first person is due; the others are paid what has vested with the cancel.
    expect(
      (
        await cancel(
          plan,
          streams.map(({ id }) => id),
        )
      ).statuses,
    ).toEqual({ CANCELLED: 3 });
    await fixture.mine(NOTICE + 1);
    for (const { id } of streams) await succeeded(fixture.client.post(`/api/streams/${id}/refund`, {}));
    const { stream } = await succeeded(fixture.client.get<GetStreamResponse>(`/api/streams/${ada?.id ?? ''}`));
    expect(BigInt(stream.refund?.amountBase ?? 0) >= 2_000_000n).toBe(true);
    if (asset !== BCH) expect(stream.refund?.amountBase).toBe('2000000');
    expect(stream).toMatchObject({ stream_type: 'STEP', interval_seconds: null, calendar: { cliffInstallment: 2 } });
  });
});

describe.each(ASSETS)('a plan of tranches in $name', (asset) => {
  const list = (first: bigint, days: readonly number[]) => {
    const tranches = days.map((day, place) => ({
      time: fixture.time() + day * DAY,
      amount: asset.text(first + BigInt(place)),
    }));
    const sum = days.reduce((total, _, place) => total + first + BigInt(place), 0n);
    return { amount: asset.text(sum), tranches };
  };

  it('pays each person on dates of their own, from equal lists and different ones', async () => {
    const rows = [list(100_000n, [-5, 5, 50]), list(200_000n, [10, 20]), list(100_000n, [-5, 5, 50])];
    const plan = await activePlan(asset, TRANCHES, rows);
    expect(plan.created.plan).toMatchObject({ schedule: 'TRANCHES', calendar: null, cancel_fills: 0 });
    const streams = await streamsOf(fixture, plan);
    expect(streams.map(({ tranches }) => tranches?.map(({ time, amount }) => [time, amount]))).toEqual(
      rows.map(({ tranches }) => tranches.map(({ time, amount }) => [time, Number(amount)])),
    );
    expect(stateOf(streams)).toEqual([
      ['ACTIVE', '0', '100000'],
      ['ACTIVE', '0', '0'],
      ['ACTIVE', '0', '100000'],
    ]);
    await push(streams[0]);
    await fixture.advance(12 * DAY);
    await push(streams[1]);
    expect(stateOf(await streamsOf(fixture, plan))).toEqual([
      ['ACTIVE', '100000', '100001'],
      ['ACTIVE', '200000', '0'],
      ['ACTIVE', '0', '200001'],
    ]);
    await fixture.mine();
    expect((await cancel(plan, [streams[2]?.id ?? '', streams[1]?.id ?? ''])).statuses).toEqual({
      ACTIVE: 1,
      CANCELLED: 2,
    });
    // A cancel of tranches pays nothing by itself: what has come stays payable until the refund.
    await push(streams[2]);
    expect(stateOf(await streamsOf(fixture, plan)).map(([, paid]) => paid)).toEqual(['100000', '200000', '200001']);
  });
});

/** A time as calendar files write it. */
const inCalendar = (time: number): string => new Date(time * 1_000).toISOString().replaceAll(/[-:]|\.\d{3}/gu, '');

describe('the dates of a plan of grants', () => {
  it.each([
    ['installments', { ...GRANTS, installments: 3 }, {}],
    ['tranches', TRANCHES, { tranches: true }],
  ] as const)('of %s are in the calendar of the recipient, and their payments in the export', async (_, terms, row) => {
    const days = lastDaysAfter(fixture.time(), 3);
    const tranches = days.map((time) => ({ time, amount: 0.01 }));
    const own = 'tranches' in row ? { tranches } : { start: fixture.time() };
    const plan = await activePlan(BCH, terms, [{ amount: 0.03, ...own }]);
    const [recipient] = plan.recipients;
    if (recipient === undefined) throw new Error('There is a recipient');
    const { path } = await succeeded(
      (await fixture.client.signedInAs(recipient)).post<{ readonly path: string }>('/api/calendar'),
    );
    const { body } = await fixture.client.raw('GET', path);
    for (const day of days) expect(body).toContain(`DTSTART:${inCalendar(day)}`);
    await passTo((days[0] ?? 0) + DAY);
    await push((await streamsOf(fixture, plan))[0]);
    const { lines } = await succeeded(
      fixture.client.get<{ readonly lines: readonly { readonly payday: number | null }[] }>(
        `/api/exports/activity?format=json&address=${recipient.address}`,
      ),
    );
    expect(lines.map(({ payday }) => payday)).toContain(days[0]);
  });
});

describe('the fundings of grants by the calendar', () => {
  it('belong to their own list alone', async () => {
    const terms = { ...GRANTS, installments: 12 };
    const [one, other] = [await createPlan(fixture, 2, terms), await createPlan(fixture, 2, terms)];
    const txHash = await fundPlan(fixture, one);
    const { status, body } = await fixture.client.post<Refusal>(`${other.path}/confirm-funding`, { txHash });
    expect([status, body.code, body.details?.['problems']]).toEqual([422, 'TX_MISMATCH', ['it funds another plan']]);
  });

  it('cost what announces their tranches, equal lists once, and are made of a list that replaced another', async () => {
    const tranches = Array.from({ length: 40 }, (_, place) => ({ time: fixture.time() + place * DAY, amount: 0.001 }));
    const rows = (amounts: readonly number[]) =>
      amounts.map((amount, place) => ({
        recipient: fixture.wallet().address,
        amount: 0.04 + amount,
        tranches: [...tranches.slice(0, 39), { time: tranches[39]?.time ?? 0, amount: 0.001 + amount }],
        label: `Row ${place}`,
      }));
    const same = await createPlan(fixture, 0, { ...TRANCHES, streams: rows([0, 0, 0]) });
    const different = await createPlan(fixture, 0, { ...TRANCHES, streams: rows([0, 0.001, 0.002]) });
    const [one] = same.created.costs.fundings;
    const [three] = different.created.costs.fundings;
    expect(BigInt(one?.carriers ?? 0) > 0n).toBe(true);
    expect(BigInt(three?.carriers ?? 0)).toBe(3n * BigInt(one?.carriers ?? 0));
    expect((three?.bytes ?? 0) - (one?.bytes ?? 0)).toBeGreaterThan(2 * 40 * 11);
    await succeeded(
      fixture.client.as(same.sender.address).post(`${same.path}/recipients`, { streams: rows([0.003, 0.003]) }),
    );
    await fundPlan(fixture, same);
    expect((await streamsOf(fixture, same)).map(({ status, amount }) => [status, amount])).toEqual([
      ['ACTIVE', 0.043],
      ['ACTIVE', 0.043],
    ]);
  });

  it('open grants, which cannot be paused as salaries can', async () => {
    const plan = await createActivePlan(fixture, 1, { ...GRANTS, installments: 12 });
    const [stream] = await streamsOf(fixture, plan);
    const { status, body } = await fixture.client
      .as(plan.sender.address)
      .post<Refusal>(`${plan.path}/pause`, { streamIds: [stream?.id ?? ''] });
    expect([status, body.code]).toEqual([409, 'WRONG_STATE']);
  });
});

describe('the terms of grants of a plan by the calendar', () => {
  const preview = <Body = PlanPreviewResponse>(changes: object, row: object = {}) => {
    const recipient = fixture.wallet().address;
    return fixture.client.as(recipient).post<Body>(
      '/api/plans/preview',
      planOf(fixture, [], {
        ...GRANTS,
        start: nineOn(2027, 0, 15),
        installments: 4,
        streams: [{ recipient, amount: 0.04, ...row }],
        ...changes,
      }),
    );
  };
  const ONLY = { ...TRANCHES, calendar: undefined, installments: undefined };
  const DATES = [
    { time: nineOn(2027, 0, 31), amount: 0.01 },
    { time: nineOn(2027, 4, 1), amount: 0.03 },
  ];

  it('are previewed as they will vest, also of a CSV whose plan says the days', async () => {
    const { streams, plan } = await succeeded(preview({}));
    expect(plan).toMatchObject({ schedule: 'INSTALLMENTS', calendar: null });
    expect(streams[0]).toMatchObject({ end: nineOn(2027, 4, 31), calendar: { ...CALENDAR, released: 0 } });
    const csv = `address,amount,start\n${fixture.wallet().address},0.04,2027-03-10\n`;
    const listed = await succeeded(preview({ streams: undefined, csv }));
    expect(listed.streams[0]).toMatchObject({ end: nineOn(2027, 6, 31), start: nineOn(2027, 2, 10) - 9 * 3_600 });
    // The first of a month in the west is the last of the month before in UTC.
    const west = { ...CALENDAR, utcOffset: '-05:00' };
    const first = `address,amount,start\n${fixture.wallet().address},0.04,2027-03-01\n`;
    const inWest = await succeeded(preview({ streams: undefined, csv: first, calendar: west }));
    expect(inWest.streams[0]).toMatchObject({
      end: nineOn(2027, 6, 31) + 6 * 3_600,
      start: Date.UTC(2027, 2, 1, 5) / 1_000,
    });
    const dated = await succeeded(preview(ONLY, { tranches: DATES }));
    expect(dated.streams[0]).toMatchObject({ start: nineOn(2027, 0, 31) - 1, end: nineOn(2027, 4, 1) });
  });

  it.each<[string, object, object, string, RegExp]>([
    [
      'a calendar and seconds',
      { schedule: 'SECONDS' },
      {},
      'INVALID_REQUEST',
      /calendar is not a field .* INSTALLMENTS/u,
    ],
    [
      'a calendar and no schedule',
      { schedule: undefined },
      {},
      'INVALID_REQUEST',
      /calendar is not a field .* INSTALLMENTS/u,
    ],
    ['an end', { end: nineOn(2028, 0, 1) }, {}, 'INVALID_REQUEST', /end is not a field .* but of SECONDS/u],
    ['a second day', { calendar: { ...CALENDAR, day: 15, secondDay: 31 } }, {}, 'INVALID_REQUEST', /secondDay/u],
    ['fills of a cancel', { cancelFills: 17 }, {}, 'INVALID_REQUEST', /cancelFills must be omitted or 0/u],
    ['a step of a row', {}, { step: 86_400 }, 'INVALID_RECIPIENTS', /step is not a field/u],
    ['tranches of a row', {}, { tranches: DATES }, 'INVALID_RECIPIENTS', /tranches is not a field .* but of TRANCHES/u],
    ['no days', { calendar: undefined }, {}, 'INVALID_RECIPIENTS', /calendar is required/u],
    ['no number of installments', { installments: undefined }, {}, 'INVALID_RECIPIENTS', /installments is required/u],
    ['a cliff after the end', {}, { cliffInstallment: 5 }, 'INVALID_RECIPIENTS', /cliffInstallment must be from 1/u],
    ['an end after January 2100', { installments: 900 }, {}, 'INVALID_RECIPIENTS', /January 2100/u],
    ['a start before the calendar', {}, { start: 900_000_000 }, 'INVALID_RECIPIENTS', /start puts .* March 1999/u],
    ['a division of shares', { allocation: 'BACK_LOADED' }, {}, 'INVALID_RECIPIENTS', /CUMULATIVE_ROUND_DOWN/u],
    ['a released amount of no installment', {}, { releasedAmount: 0.03 }, 'INVALID_RECIPIENTS', /nearest are/u],
    ['a zone', {}, { calendar: { ...CALENDAR, utcOffset: 'Europe/Madrid' } }, 'INVALID_RECIPIENTS', /\+02:00/u],
    ['an interval of a row', {}, { interval: 'DAILY' }, 'INVALID_RECIPIENTS', /interval is not a field/u],
    ['no tranches', ONLY, {}, 'INVALID_RECIPIENTS', /tranches is required/u],
    [
      'tranches of another sum',
      ONLY,
      { tranches: DATES, amount: 0.05 },
      'INVALID_RECIPIENTS',
      /amount is 0\.05 BCH.*0\.04 BCH/u,
    ],
    [
      'a start of tranches',
      ONLY,
      { tranches: DATES, start: nineOn(2027, 0, 1) },
      'INVALID_RECIPIENTS',
      /start is not a field/u,
    ],
    ['tranches out of order', ONLY, { tranches: DATES.toReversed() }, 'INVALID_RECIPIENTS', /tranches\[1\]\.time/u],
    ['salaries', { product: 'recurring' }, {}, 'INVALID_REQUEST', /schedule is not a field of a recurring plan/u],
    [
      'locks',
      { product: 'lock', schedule: undefined, calendar: undefined },
      {},
      'INVALID_REQUEST',
      /installments is not a field/u,
    ],
    [
      'tranches of a salary',
      { product: 'recurring', schedule: undefined, installments: undefined },
      { tranches: DATES },
      'INVALID_RECIPIENTS',
      /tranches is not a field of a row of a recurring plan/u,
    ],
  ])('are refused with %s', async (_, changes, row, code, message) => {
    const { status, body } = await preview<Refusal>(changes, row);
    expect([status, body.code]).toEqual([400, code]);
    expect(body.message).toMatch(message);
  });

  it('divide tokens as cap tables do', async () => {
    const { streams } = await succeeded(
      preview(
        { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: 'ab'.repeat(32), installments: 48, allocation: 'BACK_LOADED' },
        { amount: 95, allocation: 'FRONT_LOADED' },
      ),
    );
    expect(streams[0]?.calendar).toMatchObject({ allocation: 'FRONT_LOADED', installments: 48 });
  });
});
