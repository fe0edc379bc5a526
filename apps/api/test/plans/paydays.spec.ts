import type { PlanPaydaysResponse, PlanStreamResource } from '@weir/api-contract';
import { succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { createActivePlan, createPlan, streamsOf, type PlanScenario } from '../support/plan-scenario.js';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const SALARY = { product: 'recurring', interval: 'DAILY', end: undefined } as const;

const fixture = useFixture();

const paydaysOf = ({ path }: PlanScenario) => succeeded(fixture.client.get<PlanPaydaysResponse>(`${path}/paydays`));

const pay = (stream: PlanStreamResource | undefined) =>
  succeeded(fixture.client.post(`/api/payments/${stream?.id ?? ''}/push`, { broadcast: true }));

const sum = (rows: readonly { readonly amount_base: string }[]): bigint =>
  rows.reduce((total, { amount_base: base }) => total + BigInt(base), 0n);

const pause = async ({ path, sender }: PlanScenario, ids: readonly string[]) => {
  const asSender = fixture.client.as(sender.address);
  const { wcTransaction } = await succeeded(
    asSender.post<{ readonly wcTransaction: Parameters<typeof sender.signTransaction>[0] }>(`${path}/pause`, {
      streamIds: ids,
    }),
  );
  const { signedTransactionHash: txHash } = await sender.signTransaction(wcTransaction);
  await succeeded(fixture.client.post(`${path}/confirm-pause`, { txHash }));
};

describe('paydays of a plan', () => {
  it('are what each person will still get and when, and what was paid', async () => {
    const plan = await createActivePlan(fixture, 3, SALARY);
    const streams = await streamsOf(fixture, plan);
    const total = sum(streams);
    const atFirst = await paydaysOf(plan);
    expect(atFirst.paydays.map(({ recipients }) => recipients)).toEqual(Array.from({ length: 12 }, () => 3));
    expect([sum(atFirst.paydays), atFirst.paid]).toEqual([total, []]);

    await fixture.advance(2 * DAY + HOUR);
    await pay(streams[0]);
    const later = await paydaysOf(plan);
    const claimable = (await streamsOf(fixture, plan)).reduce(
      (due, { claimable_amount_base: base }) => due + BigInt(base),
      0n,
    );
    const due = later.paydays.filter(({ at }) => at <= later.asOf);
    expect(due.map(({ recipients }) => recipients)).toEqual([2, 2, 2]);
    expect(sum(due)).toBe(claimable);
    expect(later.paid.map(({ recipients }) => recipients)).toEqual([1]);
    expect(sum(later.paydays) + sum(later.paid)).toBe(total);

    await pause(plan, [streams[1]?.id ?? '']);
    const paused = await paydaysOf(plan);
    expect(new Set(paused.paydays.filter(({ at }) => at > paused.asOf).map(({ recipients }) => recipients))).toEqual(
      new Set([2]),
    );
  });

  it('are the cliffs, steps and ends of locks, as their schedules pay them', async () => {
    const start = fixture.time();
    const [one, two, three] = Array.from({ length: 3 }, () => fixture.wallet().address);
    const rows = [
      // Ten steps, four of them at a cliff within the fifth, and steps that differ by a satoshi.
      { recipient: one, amount: 0.004_000_03, end: start + 10 * DAY, step: DAY, cliff: start + 4 * DAY + HOUR },
      // By the second, with and without a cliff.
      { recipient: two, amount: 0.1, end: start + 10 * DAY, cliff: start + 3 * DAY },
      { recipient: three, amount: 0.2, end: start + 5 * DAY },
      // More steps than dates are shown.
      { recipient: three, amount: 1, end: start + 20 * DAY, step: 60 },
    ];
    const plan = await createActivePlan(fixture, 0, {
      product: 'lock',
      start,
      end: undefined,
      streams: rows.slice(0, 3),
    });
    const { paydays, paid } = await paydaysOf(plan);
    const seen = paydays.map(({ at, amount_base: base, recipients }) => [
      (at - start) / HOUR,
      Number(base),
      recipients,
    ]);
    expect(seen).toEqual([
      [3 * 24, 3_000_000, 1],
      [4 * 24 + 1, 160_001, 1],
      [5 * 24, 20_000_000 + 40_000, 2],
      ...[40_000, 40_001, 40_000, 40_000].map((satoshis, at) => [(6 + at) * 24, satoshis, 1]),
      [10 * 24, 7_000_000 + 40_001, 2],
    ]);
    expect(paid).toEqual([]);

    const many = await createActivePlan(fixture, 0, {
      product: 'lock',
      start,
      end: undefined,
      streams: rows,
    });
    await fixture.advance(5 * DAY + HOUR);
    const streams = await streamsOf(fixture, many);
    for (const { id } of streams) await succeeded(fixture.client.post(`/api/streams/${id}/push`, { broadcast: true }));
    const later = await paydaysOf(many);
    expect(later.paydays).toHaveLength(366);
    expect(later.paydays[0]?.at).toBeGreaterThan(later.asOf);
    expect(sum(later.paid)).toBe(
      (await streamsOf(fixture, many)).reduce((all, { withdrawn_amount_base: base }) => all + BigInt(base), 0n),
    );
  });

  it('do not include grants, and are hidden from others until they are funded', async () => {
    const grants = await createActivePlan(fixture, 2);
    expect((await paydaysOf(grants)).paydays).toEqual([]);
    const draft = await createPlan(fixture, 2, SALARY);
    expect((await fixture.client.get(`${draft.path}/paydays`)).status).toBe(401);
    const own = await succeeded(
      fixture.client.as(draft.sender.address).get<PlanPaydaysResponse>(`${draft.path}/paydays`),
    );
    expect([own.paydays, own.paid]).toEqual([[], []]);
  });
});
