import { binToHex } from '@bitauth/libauth';
import type {
  ConfirmMoveResponse,
  MovePlanResponse,
  PlanListedResponse,
  PlanPaydaysResponse,
  PlanPreviewResponse,
  PlanStreamResource,
  RenewPlanBody,
  RenewPlanResponse,
} from '@weir/api-contract';
import { lockingBytecodeOf } from '@weir/covenants';
import { DAY } from '@weir/lives';
import { type Refusal, succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { CALENDAR, lastDaysFrom, nineOn } from '../support/paydays.js';
import {
  createActivePlan,
  createPlan,
  fundPlan,
  planOf,
  type PlanScenario,
  streamsOf,
} from '../support/plan-scenario.js';

const fixture = useFixture();

const NOTICE = 6;

const SALARIES = { product: 'recurring', calendar: CALENDAR, end: undefined } as const;

const push = (stream: PlanStreamResource | undefined) =>
  succeeded(fixture.client.post(`/api/payments/${stream?.id ?? ''}/push`, { broadcast: true }));

const move = async ({ path, sender }: PlanScenario, verb: string, streamIds: readonly string[]) => {
  const built = await succeeded(
    fixture.client.as(sender.address).post<MovePlanResponse>(`${path}/${verb}`, { streamIds }),
  );
  const { signedTransactionHash: txHash } = await sender.signTransaction(built.wcTransaction);
  return succeeded(fixture.client.post<ConfirmMoveResponse>(`${path}/confirm-${verb}`, { txHash }));
};

describe('a plan by the calendar', () => {
  it('pays each person their amount on the last day of each month', async () => {
    const start = fixture.time() + 2 * DAY;
    const plan = await createPlan(fixture, 0, { ...SALARIES, start, streams: undefined });
    // The list comes later, as a file.
    const lines = [0.01, 0.02, 0.03].map((amount, row) => `${fixture.wallet().address},${amount},Row ${row + 1}`);
    await succeeded(
      fixture.client
        .as(plan.sender.address)
        .send<PlanListedResponse>('POST', `${plan.path}/recipients`, ['address,amount,label', ...lines].join('\n'), {
          'content-type': 'text/csv',
        }),
    );
    await fundPlan(fixture, plan);
    expect(plan.created.plan).toMatchObject({
      product: 'recurring',
      cancel_fills: 0,
      calendar: { ...CALENDAR, secondDay: null },
    });
    const dates = lastDaysFrom(start, 12);
    const streams = await streamsOf(fixture, plan);
    expect(
      streams.map(({ amount_per_period, interval, step, periods, status, next_payment_date }) => [
        amount_per_period,
        interval,
        step,
        periods,
        status,
        next_payment_date,
      ]),
    ).toEqual([0.01, 0.02, 0.03].map((amount) => [amount, 'CALENDAR', null, 12, 'ACTIVE', dates[0]]));
    const { paydays } = await succeeded(fixture.client.get<PlanPaydaysResponse>(`${plan.path}/paydays`));
    expect(paydays.map(({ at, amount_base: base, recipients }) => [at, base, recipients])).toEqual(
      dates.map((at) => [at, '6000000', 3]),
    );

    await fixture.advance((dates[0] ?? 0) - fixture.time() - DAY);
    expect((await streamsOf(fixture, plan)).map(({ claimable_amount: due }) => due)).toEqual([0, 0, 0]);
    await fixture.advance(2 * DAY);
    await push(streams[1]);
    const paid = await streamsOf(fixture, plan);
    expect(paid.map(({ withdrawn_amount: all, next_payment_date: next }) => [all, next])).toEqual([
      [0, dates[0]],
      [0.02, dates[1]],
      [0, dates[0]],
    ]);
  });

  it('in tokens keeps the paydays over a pause, and is cancelled person by person', async () => {
    const sender = fixture.wallet();
    const recipients = [fixture.wallet(), fixture.wallet()];
    const { category } = fixture.devnet.node.mint(binToHex(lockingBytecodeOf(sender.publicKeyHash)), {
      amount: 1_000_000n,
      satoshis: 10_000n,
    });
    fixture.fund(sender, 10_000_000n);
    await fixture.mine();
    const start = fixture.time() + 2 * DAY;
    const dates = lastDaysFrom(start, 12);
    const created = await succeeded(
      fixture.client.as(sender.address).post<PlanScenario['created']>(
        '/api/plans',
        planOf(fixture, [], {
          ...SALARIES,
          start,
          tokenType: 'FUNGIBLE_TOKEN',
          tokenCategory: category,
          streams: recipients.map(({ address: recipient }, row) => ({ recipient, amount: 100 * (row + 1) })),
        }),
      ),
    );
    const plan = { id: created.plan.id, path: `/api/plans/${created.plan.id}`, sender, recipients, created };
    await fundPlan(fixture, plan);
    const ids = (await streamsOf(fixture, plan)).map(({ id }) => id);
    expect((await move(plan, 'pause', ids)).statuses).toEqual({ PAUSED: 2 });
    await fixture.mine(NOTICE + 1);
    await fixture.advance((dates[1] ?? 0) - fixture.time() + DAY);
    expect((await move(plan, 'resume', ids)).statuses).toEqual({ ACTIVE: 2 });
    // The period that ran is paid with the resume; the second payday is skipped.
    const resumed = await streamsOf(fixture, plan);
    expect(resumed.map(({ withdrawn_amount_base: paid, next_payment_date: next }) => [paid, next])).toEqual([
      ['100', dates[2]],
      ['200', dates[2]],
    ]);
    await fixture.mine();
    expect((await move(plan, 'cancel', ids.slice(0, 1))).statuses).toEqual({ ACTIVE: 1, CANCELLED: 1 });
  });

  it('is renewed from the payday after the last one of each person, with another amount', async () => {
    const start = fixture.time() + 2 * DAY;
    const plan = await createActivePlan(fixture, 2, { ...SALARIES, start });
    const [first, second] = await streamsOf(fixture, plan);
    const dates = lastDaysFrom(start, 15).slice(12);
    const renewed = await succeeded(
      fixture.client.as(plan.sender.address).post<RenewPlanResponse>(`${plan.path}/renew`, {
        periods: 3,
        streams: [{ streamId: second?.id ?? '', amount: 0.02 }],
      } satisfies RenewPlanBody),
    );
    expect(renewed.plan.calendar).toEqual({ ...CALENDAR, secondDay: null });
    const renewal = { ...plan, id: renewed.plan.id, path: `/api/plans/${renewed.plan.id}`, created: renewed };
    const rows = await streamsOf(fixture, renewal);
    expect(
      rows.map(({ recipient, amount_per_period, periods, start: from }) => [
        recipient,
        amount_per_period,
        periods,
        from,
      ]),
    ).toEqual([
      [first?.recipient, 0.01, 3, dates[0]],
      [second?.recipient, 0.02, 3, dates[0]],
    ]);
    await fundPlan(fixture, renewal);
    expect((await streamsOf(fixture, renewal)).map(({ status }) => status)).toEqual(['ACTIVE', 'ACTIVE']);
    const again = await fixture.client.as(plan.sender.address).post<Refusal>(`${plan.path}/renew`, {});
    expect([again.status, again.body.details?.['renewedBy']]).toEqual([409, renewed.plan.id]);
  });

  it('lets a person start later and end earlier', async () => {
    const [ada, ben] = [fixture.wallet(), fixture.wallet()];
    const streams = [
      { recipient: ada.address, amount: 0.01 },
      { recipient: ben.address, amount: 0.01, start: nineOn(2027, 2, 1), end: nineOn(2027, 4, 31) },
    ];
    const preview = await succeeded(
      fixture.client
        .as(ada.address)
        .post<PlanPreviewResponse>(
          '/api/plans/preview',
          planOf(fixture, [], { ...SALARIES, start: nineOn(2027, 0, 10), streams }),
        ),
    );
    expect(preview.streams.map(({ start, end, periods, amount_base: base }) => [start, end, periods, base])).toEqual([
      [nineOn(2027, 0, 31), null, 12, '12000000'],
      [nineOn(2027, 2, 31), nineOn(2027, 4, 31), 3, '3000000'],
    ]);
  });

  it('pays on the day that a line of its list names as the end, and takes a time for what it is', async () => {
    const ends = ['2027-05-30', '2027-05-31', '2027-05-31T00:00Z', '31.05.2027'];
    const lines = ends.map((end) => `${fixture.wallet().address},0.01,2027-03-31,${end}`);
    const csv = ['address,amount,start,end', ...lines].join('\n');
    const { streams } = await succeeded(
      fixture.client
        .as(fixture.wallet().address)
        .post<PlanPreviewResponse>(
          '/api/plans/preview',
          planOf(fixture, [], { ...SALARIES, start: nineOn(2027, 0, 10), streams: undefined, csv }),
        ),
    );
    const dayEnds = Date.UTC(2027, 4, 31, 22, 59, 59) / 1_000;
    expect(streams.map(({ start, end, periods }) => [start, end, periods])).toEqual([
      [nineOn(2027, 2, 31), dayEnds - DAY, 2],
      [nineOn(2027, 2, 31), dayEnds, 3],
      [nineOn(2027, 2, 31), Date.UTC(2027, 4, 31) / 1_000, 2],
      [nineOn(2027, 2, 31), dayEnds, 3],
    ]);
  });

  it('belongs to the funding of its own list alone', async () => {
    const [one, other] = [
      await createPlan(fixture, 2, { ...SALARIES, start: fixture.time() + DAY }),
      await createPlan(fixture, 2, { ...SALARIES, start: fixture.time() + DAY }),
    ];
    const txHash = await fundPlan(fixture, one);
    const { status, body } = await fixture.client.post<Refusal>(`${other.path}/confirm-funding`, { txHash });
    expect([status, body.code, body.details?.['problems']]).toEqual([422, 'TX_MISMATCH', ['it funds another plan']]);
  });

  it.each<[string, object, string, RegExp]>([
    ['an interval beside it', { interval: 'MONTHLY' }, 'INVALID_REQUEST', /every 30 days.*same day of each month/u],
    ['fills of a cancel', { cancelFills: 17 }, 'INVALID_REQUEST', /cancelFills must be omitted or 0/u],
    [
      'grants',
      { product: 'vesting' },
      'INVALID_REQUEST',
      /calendar is not a field of grants whose schedule is SECONDS/u,
    ],
    ['locks', { product: 'lock' }, 'INVALID_REQUEST', /calendar is not a field of a lock plan/u],
    ['five months', { calendar: { ...CALENDAR, months: 5 } }, 'INVALID_TIME', /calendar\.months must be one of/u],
    ['an interval of a row', { streams: 'interval' }, 'INVALID_RECIPIENTS', /every 30 days/u],
    ['an end before the first payday', { end: nineOn(2027, 0, 20) }, 'INVALID_RECIPIENTS', /2027-01-31/u],
    ['paydays after January 2100', { start: nineOn(2099, 11, 1) }, 'INVALID_RECIPIENTS', /January 2100/u],
  ])('is refused with %s', async (_, changes, code, message) => {
    const recipient = fixture.wallet().address;
    const row = { recipient, amount: 0.01 };
    const streams = 'streams' in changes ? [{ ...row, interval: 'DAILY' }] : [row];
    const { status, body } = await fixture.client
      .as(recipient)
      .post<Refusal>(
        '/api/plans/preview',
        planOf(fixture, [], { ...SALARIES, start: nineOn(2027, 0, 10), ...changes, streams }),
      );
    expect([status, body.code]).toEqual([400, code]);
    expect(body.message).toMatch(message);
  });
});
