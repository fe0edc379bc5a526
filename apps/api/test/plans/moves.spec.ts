import type { ConfirmMoveResponse, MovePlanResponse, PlanStreamResource } from '@weir/api-contract';
import { type Refusal, succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { createActivePlan, streamsOf, type PlanScenario } from '../support/plan-scenario.js';

const HOUR = 3_600;

const fixture = useFixture();

const idsOf = (streams: readonly PlanStreamResource[]) => streams.map(({ id }) => id);

const build = (plan: PlanScenario, verb: string, body: object) =>
  succeeded(fixture.client.as(plan.sender.address).post<MovePlanResponse>(`${plan.path}/${verb}`, body));

const sign = async (plan: PlanScenario, { wcTransaction }: MovePlanResponse) =>
  (await plan.sender.signTransaction(wcTransaction)).signedTransactionHash;

const confirm = (plan: PlanScenario, verb: string, txHash: string) =>
  fixture.client.post<ConfirmMoveResponse>(`${plan.path}/confirm-${verb}`, { txHash });

/** A recipient is paid what is due, at anyone's request. */
const push = (stream: PlanStreamResource | undefined) =>
  succeeded(fixture.client.post(`/api/streams/${stream?.id ?? ''}/push`, { broadcast: true }));

describe('a selection', () => {
  it('is cancelled by one signature; the others go on', async () => {
    const plan = await createActivePlan(fixture, 4);
    await fixture.advance(50 * HOUR);
    const [first, second, third, fourth] = await streamsOf(fixture, plan);
    const chosen = [first?.id ?? '', third?.id ?? ''];
    const info = await build(plan, 'cancel', { streamIds: chosen });
    expect(info.streams.map(({ id }) => id)).toEqual(chosen);
    expect(info.leftOut).toEqual([]);
    for (const { paidAmountBase, leftAmountBase } of info.streams)
      expect(BigInt(paidAmountBase) + BigInt(leftAmountBase)).toBe(1_000_000n);
    const txHash = await sign(plan, info);
    const { status, body } = await confirm(plan, 'cancel', txHash);
    expect([status, body.statuses, body.streams.map(({ id }) => id).sort()]).toEqual([
      200,
      { ACTIVE: 2, CANCELLED: 2 },
      [...chosen].sort(),
    ]);
    expect(body.streams[0]?.withdrawn_amount_base).toBe(info.streams[0]?.paidAmountBase);
    // The same again, and by the route of each of them.
    expect((await confirm(plan, 'cancel', txHash)).status).toBe(200);
    for (const id of chosen)
      expect((await fixture.client.post(`/api/streams/${id}/confirm-cancel`, { txHash })).status).toBe(200);
    expect((await streamsOf(fixture, plan)).map(({ status: state }) => state)).toEqual([
      'CANCELLED',
      'ACTIVE',
      'CANCELLED',
      'ACTIVE',
    ]);
    const rest = await build(plan, 'cancel', {
      streamIds: idsOf([first, second, fourth].flatMap((each) => each ?? [])),
    });
    expect([idsOf(rest.streams as never), rest.leftOut.map(({ id, code }) => [id, code])]).toEqual([
      [second?.id, fourth?.id],
      [[first?.id, 'WRONG_STATE']],
    ]);
  });

  it('is confirmed although members were confirmed one by one, and one was paid in between by others', async () => {
    const plan = await createActivePlan(fixture, 3);
    await fixture.advance(30 * HOUR);
    const streams = await streamsOf(fixture, plan);
    await push(streams[0]);
    const info = await build(plan, 'cancel', { streamIds: idsOf(streams) });
    const txHash = await sign(plan, info);
    await succeeded(fixture.client.post(`/api/streams/${streams[1]?.id ?? ''}/confirm-cancel`, { txHash }));
    const { body } = await confirm(plan, 'cancel', txHash);
    expect(body.statuses).toEqual({ CANCELLED: 3 });
  });

  it('is done without a member that moved, and says which', async () => {
    const plan = await createActivePlan(fixture, 3);
    await fixture.advance(20 * HOUR);
    const streams = await streamsOf(fixture, plan);
    const info = await build(plan, 'cancel', { streamIds: idsOf(streams) });
    // A payment to one of them before it arrives makes all of it void.
    await push(streams[1]);
    await expect(sign(plan, info)).rejects.toThrow();
    const previous = info.streams.map(({ id, state }) => ({ id, state }));
    const again = await build(plan, 'cancel', { streamIds: idsOf(streams), previous });
    expect(again.leftOut.map(({ id, code }) => [id, code])).toEqual([[streams[1]?.id, 'STATE_MOVED']]);
    const { body } = await confirm(plan, 'cancel', await sign(plan, again));
    expect(body.statuses).toEqual({ ACTIVE: 1, CANCELLED: 2 });
  });

  it('names streams of the plan, each once, and no more than a signature moves', async () => {
    const [plan, other] = [await createActivePlan(fixture, 2), await createActivePlan(fixture, 1)];
    const client = fixture.client.as(plan.sender.address);
    const ids = idsOf(await streamsOf(fixture, plan));
    const [foreign] = idsOf(await streamsOf(fixture, other));
    for (const streamIds of [[], [...ids, ...ids], Array.from({ length: 91 }, (_, i) => uuid(i))])
      expect((await client.post<Refusal>(`${plan.path}/cancel`, { streamIds })).body.code).toBe('INVALID_REQUEST');
    const { body } = await client.post<Refusal>(`${plan.path}/cancel`, { streamIds: [foreign] });
    expect([body.code, body.details?.['leftOut']]).toEqual([
      'WRONG_STATE',
      [expect.objectContaining({ id: foreign, code: 'NOT_FOUND' })],
    ]);
  });

  it('of streams that cannot be cancelled is left out', async () => {
    const plan = await createActivePlan(fixture, 1, { cancelable: false });
    const client = fixture.client.as(plan.sender.address);
    const { body } = await client.post<Refusal>(`${plan.path}/cancel`, {
      streamIds: idsOf(await streamsOf(fixture, plan)),
    });
    expect(body.details?.['leftOut']).toEqual([expect.objectContaining({ code: 'NOT_CANCELABLE' })]);
  });
});

const uuid = (i: number): string => `0198d3a5-6f0c-7cc1-b8a4-${i.toString(16).padStart(12, '0')}`;

describe('salaries', () => {
  it('are paused and resumed together', async () => {
    const plan = await createActivePlan(fixture, 3, { product: 'recurring', interval: 'DAILY', end: undefined });
    await fixture.advance(30 * HOUR);
    const streams = await streamsOf(fixture, plan);
    const [first, second] = idsOf(streams);
    const streamIds = [first ?? '', second ?? ''];
    const paused = await confirm(plan, 'pause', await sign(plan, await build(plan, 'pause', { streamIds })));
    expect([paused.status, paused.body.statuses]).toEqual([200, { ACTIVE: 1, PAUSED: 2 }]);
    const early = await fixture.client.as(plan.sender.address).post<Refusal>(`${plan.path}/resume`, { streamIds });
    expect(early.body.details?.['leftOut']).toEqual([
      expect.objectContaining({ code: 'NOTICE_NOT_OVER', availableAtHeight: null }),
      expect.objectContaining({ code: 'NOTICE_NOT_OVER', availableAtHeight: null }),
    ]);
    await fixture.mine(1);
    const mined = await fixture.client.as(plan.sender.address).post<Refusal>(`${plan.path}/resume`, { streamIds });
    const heights = expect.objectContaining({ availableAtHeight: expect.any(Number) as number }) as unknown;
    expect(mined.body.details?.['leftOut']).toEqual([heights, heights]);
    await fixture.mine(6);
    for (const id of streamIds) await fixture.client.post(`/api/payments/${id}/push`, { broadcast: true });
    // Resumed by one signature: the service settles the pauses first, which nobody signs.
    const resume = await build(plan, 'resume', { streamIds });
    expect([resume.streams.map(({ id }) => id), resume.leftOut]).toEqual([streamIds, []]);
    const resumed = await confirm(plan, 'resume', await sign(plan, resume));
    expect([resumed.status, resumed.body.statuses]).toEqual([200, { ACTIVE: 3 }]);
    await fixture.mine();
    const cancelled = await build(plan, 'cancel', { streamIds: idsOf(streams.slice(2)) });
    const { body } = await confirm(plan, 'cancel', await sign(plan, cancelled));
    expect(body.statuses).toEqual({ ACTIVE: 2, CANCELLED: 1 });
    // They go on: the next periods fall due, and are paid.
    const paidOf = async () => (await streamsOf(fixture, plan)).map(({ withdrawn_amount: paid }) => paid);
    const before = await paidOf();
    await fixture.advance(3 * 24 * HOUR);
    for (const id of streamIds) await succeeded(fixture.client.post(`/api/payments/${id}/push`, { broadcast: true }));
    const after = await paidOf();
    expect(after.slice(0, 2).map((paid, i) => paid > (before[i] ?? paid))).toEqual([true, true]);
  });
});
