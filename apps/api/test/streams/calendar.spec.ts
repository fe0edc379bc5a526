import type {
  ConfirmResponse,
  GetStreamResponse,
  ListActivityResponse,
  PreviewStreamResponse,
} from '@weir/api-contract';
import { DAY } from '@weir/lives';
import { type Refusal, succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { moveAway } from '../support/move-scenario.js';
import { CALENDAR, lastDaysAfter, nineOn } from '../support/paydays.js';
import { createActiveStream, creationOf, payCancel, payClaim, type Scenario } from '../support/stream-scenario.js';
import { ASSETS, BCH, COIN, type TestAsset, TOKENS } from '../support/test-asset.js';

const fixture = useFixture();
const DELAY = 3;
const NOTICE = 6;

const readStream = async ({ path }: Pick<Scenario, 'path'>) =>
  (await succeeded(fixture.client.get<GetStreamResponse>(path))).stream;

const claim = async (scenario: Scenario) => {
  const { txHash, claimedAmount } = await payClaim(fixture, scenario);
  await succeeded(fixture.client.post<ConfirmResponse>(`${scenario.path}/confirm-claim`, { txHash, claimedAmount }));
  return readStream(scenario);
};

const cancel = async (scenario: Scenario) => {
  const txHash = await payCancel(fixture, scenario);
  await succeeded(fixture.client.post<ConfirmResponse>(`${scenario.path}/confirm-cancel`, { txHash }));
  return readStream(scenario);
};

/** Expects that the rest returns after the notice; in BCH with what is left of the reserve. */
const expectRefund = async (asset: TestAsset, scenario: Scenario, left: bigint): Promise<void> => {
  await fixture.mine(NOTICE + 1);
  await succeeded(fixture.client.post(`${scenario.path}/refund`, {}));
  const { refund } = await readStream(scenario);
  expect(refund?.status).toMatch(/^(?:sent|confirmed)$/u);
  const returned = BigInt(refund?.amountBase ?? 0);
  expect(asset.paidTo(fixture, scenario.sender, refund?.txHash ?? '')).toEqual([returned]);
  const reserve = asset === BCH ? BigInt(scenario.created.deployment.funding.reserveBase) : 0n;
  // Fees were paid of the reserve.
  expect(returned - left >= 0n && returned - left <= reserve).toBe(true);
  if (asset !== BCH) expect(returned).toBe(left);
};

/** The paydays of a recipient's lines in an export, in order: lines of one second are not. */
const exportedPaydays = async ({ recipient }: Pick<Scenario, 'recipient'>): Promise<(number | null)[]> => {
  const path = `/api/exports/activity?format=json&address=${recipient.address}`;
  const { lines } = await succeeded(
    fixture.client.get<{ readonly lines: readonly { readonly payday: number | null }[] }>(path),
  );
  return lines.map(({ payday }) => payday).toSorted((a, b) => (a ?? 0) - (b ?? 0));
};

/** The paydays of the claims of a stream, the first one first. */
const claimedPaydays = async ({ path }: Pick<Scenario, 'path'>): Promise<(number | null)[]> => {
  const { claims } = await succeeded(
    fixture.client.get<{ readonly claims: readonly { readonly payday: number | null }[] }>(path),
  );
  return claims.map(({ payday }) => payday).toSorted((a, b) => (a ?? 0) - (b ?? 0));
};

const passTo = async (time: number): Promise<void> => fixture.advance(time - fixture.time());

const dated = (asset: TestAsset, changes: object): Promise<Scenario> =>
  createActiveStream(
    fixture,
    {
      streamType: 'STEP',
      startTime: undefined,
      endTime: undefined,
      intervalSeconds: undefined,
      moveDelayBlocks: DELAY,
      ...changes,
    },
    asset,
  );

const grant = (asset: TestAsset, changes: object = {}) =>
  dated(asset, { startTime: fixture.time(), calendar: CALENDAR, installments: 24, cliffInstallment: 6, ...changes });

describe.each(ASSETS)('a stream with installments in $name', (asset) => {
  it('vests on the last day of each month from its cliff on, and not a second before', async () => {
    const start = fixture.time();
    const scenario = await grant(asset);
    const days = lastDaysAfter(start, 24);
    expect(await readStream(scenario)).toMatchObject({
      stream_type: 'STEP',
      interval_seconds: null,
      start_time: start,
      cliff_timestamp: days[5],
      end_time: days[23],
      calendar: {
        ...CALENDAR,
        installments: 24,
        cliffInstallment: 6,
        allocation: 'CUMULATIVE_ROUND_DOWN',
        releasedBase: '0',
      },
      tranches: null,
    });
    await passTo((days[5] ?? 0) - DAY);
    expect((await readStream(scenario)).claimable_amount_base).toBe('0');
    await passTo((days[5] ?? 0) + DAY);
    expect((await claim(scenario)).withdrawn_amount_base).toBe((asset.total / 4n).toString());
    await passTo((days[8] ?? 0) + DAY);
    expect((await claim(scenario)).withdrawn_amount_base).toBe(((asset.total * 9n) / 24n).toString());
    await passTo((days[23] ?? 0) + DAY);
    expect(await claim(scenario)).toMatchObject({
      status: 'COMPLETED',
      withdrawn_amount_base: asset.total.toString(),
    });
    expect(await exportedPaydays(scenario)).toEqual([days[5], days[8], days[23]]);
    expect(await claimedPaydays(scenario)).toEqual([days[5], days[8], days[23]]);
  });

  it('is pushed, moved to another address, and returns the rest of a cancel', async () => {
    const start = fixture.time();
    const scenario = await grant(asset, { cliffInstallment: null });
    const days = lastDaysAfter(start, 24);
    await passTo((days[1] ?? 0) + DAY);
    const pushed = await succeeded(
      fixture.client.post<{ txHash: string }>(`${scenario.path}/push`, { broadcast: true }),
    );
    expect(asset.paidTo(fixture, scenario.recipient, pushed.txHash)).toEqual([asset.total / 12n]);
    const fresh = fixture.wallet(COIN / 100n);
    await fixture.mine();
    await moveAway(fixture, { ...scenario, fresh }, DELAY);
    expect((await readStream(scenario)).recipient).toBe(fresh.address);
    const explored = await succeeded(
      fixture.client.get<ListActivityResponse>('/api/explorer/activity?type=vesting&limit=5'),
    );
    expect(explored.streams.find(({ id }) => id === scenario.id)).toMatchObject({
      vested_amount_base: (asset.total / 12n).toString(),
    });
    await passTo((days[2] ?? 0) + DAY);
    const cancelled = await cancel(scenario);
    expect(cancelled).toMatchObject({ status: 'CANCELLED', withdrawn_amount_base: (asset.total / 8n).toString() });
    await expectRefund(asset, scenario, asset.total - asset.total / 8n);
  });

  it('goes on with a grant that began elsewhere', async () => {
    const start = fixture.time() - 400 * DAY;
    const whole = 24_000_000n;
    const scenario = await grant(asset, {
      startTime: start,
      releasedAmount: asset.text(whole / 4n),
      totalAmount: asset.text((whole * 3n) / 4n),
    });
    expect(await readStream(scenario)).toMatchObject({ calendar: { releasedBase: (whole / 4n).toString() } });
    const vested = lastDaysAfter(start, 24).filter((day) => day <= fixture.time() - 2 * 3_600).length;
    expect((await claim(scenario)).withdrawn_amount_base).toBe((1_000_000n * BigInt(vested - 6)).toString());
  });
});

/** Dates and amounts, of which the first two have come. */
const tranchesOf = (asset: TestAsset, count: number) =>
  Array.from({ length: count }, (_, place) => ({
    time: fixture.time() + (place - 1) * 10 * DAY - DAY,
    amount: asset.text(100_000n + BigInt(place)),
  }));

const sumOf = (places: readonly number[]): bigint => places.reduce((sum, place) => sum + 100_000n + BigInt(place), 0n);

describe.each(ASSETS)('a stream of tranches in $name', (asset) => {
  const listed = async (count: number) => {
    const tranches = tranchesOf(asset, count);
    const totalAmount = asset.text(sumOf([...tranches.keys()]));
    return { tranches, scenario: await dated(asset, { tranches, totalAmount }) };
  };

  it('pays each amount on its date, and what is left to its sender after a cancel', async () => {
    const { tranches, scenario } = await listed(40);
    const stored = await readStream(scenario);
    expect(stored).toMatchObject({
      stream_type: 'STEP',
      interval_seconds: null,
      cliff_timestamp: null,
      start_time: (tranches[0]?.time ?? 0) - 1,
      end_time: tranches.at(-1)?.time,
      calendar: null,
    });
    expect(stored.tranches?.map(({ time, amountBase }) => [time, amountBase])).toEqual(
      tranches.map(({ time }, place) => [time, (100_000 + place).toString()]),
    );
    expect((await claim(scenario)).withdrawn_amount_base).toBe(sumOf([0, 1]).toString());
    await passTo((tranches[4]?.time ?? 0) + DAY);
    const pushed = await succeeded(
      fixture.client.post<{ txHash: string }>(`${scenario.path}/push`, { broadcast: true }),
    );
    expect(asset.paidTo(fixture, scenario.recipient, pushed.txHash)).toEqual([sumOf([2, 3, 4])]);
    expect(await exportedPaydays(scenario)).toEqual([tranches[1]?.time, tranches[4]?.time]);
    await fixture.mine();
    expect((await cancel(scenario)).status).toBe('CANCELLED');
    const left = sumOf([...tranches.keys()]) - sumOf([0, 1, 2, 3, 4]);
    await expectRefund(asset, scenario, left);
  });

  it('pays a hundred tranches to the last unit, all but the last one at once', async () => {
    const { tranches, scenario } = await listed(100);
    await passTo((tranches.at(-1)?.time ?? 0) + DAY);
    const first = await claim(scenario);
    expect(first).toMatchObject({
      status: 'ACTIVE',
      withdrawn_amount_base: sumOf([...Array(99).keys()]).toString(),
    });
    expect(await claim(scenario)).toMatchObject({ status: 'COMPLETED', claimable_amount_base: '0' });
  });
});

describe('the terms of a stream by the calendar', () => {
  const preview = <Body = PreviewStreamResponse>(changes: object, asset: TestAsset = BCH) => {
    const sender = fixture.wallet();
    return fixture.client.as(sender.address).post<Body>(
      '/api/streams/preview',
      creationOf(fixture, fixture.wallet(), {
        ...asset.endow(fixture, sender),
        streamType: 'STEP',
        startTime: nineOn(2027, 0, 15),
        endTime: undefined,
        intervalSeconds: undefined,
        calendar: CALENDAR,
        installments: 4,
        ...changes,
      }),
    );
  };
  const TRANCHES = {
    calendar: undefined,
    installments: undefined,
    startTime: undefined,
    tranches: [
      { time: nineOn(2027, 0, 31), amount: 0.4 },
      { time: nineOn(2027, 4, 1), amount: 0.6 },
    ],
  };

  it('are previewed as they will vest', async () => {
    const { stream, schedule } = await succeeded(preview({}));
    expect(stream).toMatchObject({
      end_time: nineOn(2027, 4, 31),
      calendar: { ...CALENDAR, installments: 4, cliffInstallment: 1, released: 0 },
    });
    expect(schedule.at(-1)).toMatchObject({ time: nineOn(2027, 4, 31), vestedAmount: 1 });
    const quarterly = await succeeded(preview({ calendar: { ...CALENDAR, months: 3 }, cliffInstallment: 2 }));
    expect(quarterly.stream).toMatchObject({ cliff_timestamp: nineOn(2027, 6, 31), end_time: nineOn(2028, 0, 31) });
    const list = await succeeded(preview(TRANCHES));
    expect(list.stream).toMatchObject({ tranches: [{ amount: 0.4 }, { amount: 0.6, amountBase: '60000000' }] });
    expect(list.schedule.at(-1)).toMatchObject({ time: nineOn(2027, 4, 1), vestedAmount: 1 });
  });

  it.each<[string, object, string, RegExp]>([
    ['without a number of installments', { installments: undefined }, 'INVALID_REQUEST', /installments is required/u],
    ['with an end', { endTime: nineOn(2028, 0, 1) }, 'INVALID_REQUEST', /endTime must be omitted/u],
    ['with steps in seconds', { intervalSeconds: 86_400 }, 'INVALID_REQUEST', /intervalSeconds must be omitted/u],
    ['with a cliff as a moment', { cliffTimestamp: nineOn(2027, 5, 1) }, 'INVALID_REQUEST', /cliffInstallment/u],
    ['that vest by the second', { streamType: 'LINEAR' }, 'INVALID_REQUEST', /streamType must be STEP/u],
    ['with a cliff after the end', { cliffInstallment: 5 }, 'INVALID_TIME', /cliffInstallment must be from 1/u],
    [
      'with a time zone whose clocks change',
      { calendar: { ...CALENDAR, utcOffset: 'Europe/Madrid' } },
      'INVALID_TIME',
      /between \+01:00 and \+02:00/u,
    ],
    ['that end after January 2100', { installments: 900 }, 'INVALID_TIME', /January 2100/u],
    ['that begin before the calendar of the contracts', { startTime: 900_000_000 }, 'INVALID_TIME', /March 1999/u],
    [
      'in BCH by the division of a cap table',
      { allocation: 'BACK_LOADED' },
      'INVALID_REQUEST',
      /must be CUMULATIVE_ROUND_DOWN/u,
    ],
    ['with a released amount that no installment vests', { releasedAmount: 0.3 }, 'INVALID_AMOUNT', /nearest are/u],
    [
      'with a cliff that leaves dust',
      { cliffInstallment: 3, totalAmount: 0.00001 },
      'SCHEDULE_UNSOUND',
      /0\.00000576/u,
    ],
    ['with installments and tranches', { tranches: TRANCHES.tranches }, 'INVALID_REQUEST', /tranches must be omitted/u],
    [
      'with a cliff beside steps in seconds',
      { calendar: undefined, installments: undefined, cliffInstallment: 2 },
      'INVALID_REQUEST',
      /only for streams with calendar/u,
    ],
    [
      'with tranches and a start',
      { ...TRANCHES, startTime: nineOn(2027, 0, 1) },
      'INVALID_REQUEST',
      /startTime must be omitted/u,
    ],
    [
      'with tranches that do not add up',
      { ...TRANCHES, totalAmount: 1.5 },
      'INVALID_AMOUNT',
      /1\.5 BCH.*add up to 1 BCH/u,
    ],
    [
      'with tranches out of order',
      { ...TRANCHES, tranches: TRANCHES.tranches.toReversed() },
      'INVALID_TIME',
      /tranches\[1\]\.time must be later/u,
    ],
    ['without tranches', { ...TRANCHES, tranches: [] }, 'INVALID_REQUEST', /tranches/u],
    [
      'with a tranche that cannot be paid out',
      { ...TRANCHES, tranches: [{ time: 1_800_000_000, amount: 0.000001 }] },
      'INVALID_AMOUNT',
      /tranches\[0\]\.amount/u,
    ],
  ])('are refused %s', async (_, changes, code, message) => {
    const { status, body } = await preview<Refusal>(changes);
    expect([status, body.code]).toEqual([400, code]);
    expect(body.message).toMatch(message);
  });

  it.each([
    'CUMULATIVE_ROUNDING',
    'FRONT_LOADED',
    'BACK_LOADED',
    'FRONT_LOADED_TO_SINGLE_TRANCHE',
    'BACK_LOADED_TO_SINGLE_TRANCHE',
  ])('divide tokens by %s, as cap tables do', async (allocation) => {
    const { stream } = await succeeded(preview({ allocation, totalAmount: '95', installments: 48 }, TOKENS));
    expect(stream.calendar).toMatchObject({ allocation, installments: 48 });
  });
});
