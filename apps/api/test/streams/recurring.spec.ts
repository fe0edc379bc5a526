import type {
  CancelResponse,
  ConfirmResponse,
  CreateStreamResponse,
  GetStreamResponse,
  PreviewStreamResponse,
  RefundResponse,
} from '@weir/api-contract';
import type { Refusal } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import {
  createActiveStream,
  createStream,
  creationOf,
  payCancel,
  payClaim,
  type Scenario,
} from '../support/stream-scenario.js';
import { ASSETS } from '../support/test-asset.js';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const NOTICE = 6;

const fixture = useFixture();

describe.each(ASSETS)('a RECURRING stream of $name', (asset) => {
  const part = asset.total / 7n;
  const last = asset.total - 6n * part;
  /** A week of days. */
  const week = () => ({ streamType: 'RECURRING', endTime: fixture.time() + 7 * DAY, intervalSeconds: DAY });
  const open = (): Promise<Scenario> => createActiveStream(fixture, week(), asset);
  const read = async ({ path }: Scenario) => (await fixture.client.get<GetStreamResponse>(path)).body;
  const claim = async (scenario: Scenario) => {
    const { txHash, claimedAmount } = await payClaim(fixture, scenario);
    return (await fixture.client.post<ConfirmResponse>(`${scenario.path}/confirm-claim`, { txHash, claimedAmount }))
      .body;
  };

  it('pays equal parts at the end of each interval, the last one with the remainder, as stream claims', async () => {
    const scenario = await open();
    expect(scenario.created.stream).toMatchObject({
      stream_type: 'RECURRING',
      interval_seconds: DAY,
      total_amount_base: asset.total.toString(),
    });
    await fixture.advance(DAY - 60);
    expect(await fixture.client.get(`${scenario.path}/claim-info`)).toMatchObject({
      status: 200,
      body: { claimableAmount: 0, claimableAt: scenario.created.stream.start_time + DAY },
    });
    await fixture.advance(DAY + 120);
    expect((await claim(scenario)).claim?.amount_base).toBe((2n * part).toString());
    await fixture.advance(30 * DAY);
    const done = await claim(scenario);
    expect(done.claim?.amount_base).toBe((4n * part + last).toString());
    expect(done.stream).toMatchObject({
      status: 'COMPLETED',
      withdrawn_amount_base: asset.total.toString(),
      progress_percentage: 100,
    });
    expect((await read(scenario)).claims).toHaveLength(2);
  });

  it('is cancelled with what is due, and refunded after the notice', async () => {
    const scenario = await open();
    await fixture.advance(2 * DAY + 60);
    const { body } = await fixture.client
      .as(scenario.sender.address)
      .post<CancelResponse>(`${scenario.path}/cancel`, { sender: scenario.sender.address });
    expect(body).toMatchObject({
      vestedAmountBase: (2n * part).toString(),
      unvestedAmountBase: (asset.total - 2n * part).toString(),
    });
    const txHash = await payCancel(fixture, scenario);
    expect(asset.paidTo(fixture, scenario.recipient, txHash)).toEqual([2n * part]);
    expect(
      (await fixture.client.post<ConfirmResponse>(`${scenario.path}/confirm-cancel`, { txHash })).body,
    ).toMatchObject({ status: 'CANCELLED' });
    await fixture.mine(NOTICE);
    const sent = await fixture.client.post<RefundResponse>(`${scenario.path}/refund`);
    expect(sent).toMatchObject({ status: 200, body: { stream: { refund: { status: 'sent' } } } });
    expect((asset.paidTo(fixture, scenario.sender, sent.body.txHash)[0] ?? 0n) >= asset.total - 2n * part).toBe(true);
  });

  it.each<[string, () => object, string]>([
    ['an interval that does not divide the duration', () => ({ ...week(), intervalSeconds: 2 * DAY }), 'INVALID_TIME'],
    ['a cliff', () => ({ ...week(), cliffTimestamp: fixture.time() + DAY }), 'INVALID_TIME'],
    [
      'parts too small',
      () => ({ ...week(), totalAmount: asset.tokenType === 'BCH' ? 0.00003821 : 6 }),
      'INVALID_AMOUNT',
    ],
  ])('refuses %s', async (_, changes, code) => {
    const sender = fixture.wallet();
    const creation = creationOf(fixture, fixture.wallet(), { ...asset.endow(fixture, sender), ...changes() });
    expect(await fixture.client.as(sender.address).post<Refusal>('/api/streams/create', creation)).toMatchObject({
      status: 400,
      body: { code },
    });
  });

  it('takes intervals of about 30 days by default', async () => {
    const { created } = await createStream(
      fixture,
      { streamType: 'RECURRING', endTime: fixture.time() + 365 * DAY },
      asset,
    );
    const { body } = await fixture.client
      .as(created.stream.sender)
      .post<PreviewStreamResponse & CreateStreamResponse>('/api/streams/preview', {
        ...creationOf(fixture, fixture.wallet(), {
          totalAmount: 1,
          streamType: 'RECURRING',
          endTime: fixture.time() + 59 * DAY,
        }),
      });
    expect([created.stream.interval_seconds, body.stream.interval_seconds]).toEqual([(365 * DAY) / 12, 59 * DAY]);
  });
});
