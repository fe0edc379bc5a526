import type { CreatePaymentResponse, PaymentResource, RenewPlanResponse } from '@weir/api-contract';
import { type Client, refusal, succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import {
  actAsSender,
  claimPeriods,
  createActivePayment,
  createPayment,
  DAY,
  NOTICE,
  type PaymentScenario,
  payPaymentFunding,
  readPayment,
} from '../support/payment-scenario.js';
import { createActivePlan, fundPlan, streamsOf } from '../support/plan-scenario.js';
import { TOKENS } from '../support/test-asset.js';
import { createActiveVault } from '../support/vault-scenario.js';

const fixture = useFixture();

const renew = (
  { path, sender }: PaymentScenario,
  body: object = {},
  client: Client = fixture.client.as(sender.address),
) => client.post<CreatePaymentResponse>(`${path}/renew`, body);

/** The dates on which a payment's periods fall due, as its record says. */
const datesOf = ({ start_date: start, interval_seconds: seconds, periods_funded: count }: PaymentResource) =>
  Array.from({ length: count }, (_, at) => start + at * (seconds ?? 0));

/** Funds a renewal by the wallet of the payment before. */
const fundRenewal = async (of: PaymentScenario, { payment }: CreatePaymentResponse): Promise<PaymentScenario> => {
  const scenario = { ...of, id: payment.id, path: `/api/payments/${payment.id}` };
  fixture.fund(of.sender, 400_000_000n);
  const txHash = await payPaymentFunding(fixture, scenario);
  await succeeded(fixture.client.post(`${scenario.path}/confirm-funding`, { txHash }));
  return scenario;
};

describe('POST /api/payments/:id/renew', () => {
  it('continues where the payment ends, with its terms, after any payouts', async () => {
    for (const asset of [undefined, TOKENS]) {
      const old = await createActivePayment(
        fixture,
        { recipientName: 'Ada', endDate: fixture.time() + 3 * DAY },
        asset,
      );
      await fixture.advance(2 * DAY + 60);
      await claimPeriods(fixture, old);
      const { payment: before } = await readPayment(fixture, old.path);
      const { payment } = await succeeded(renew(old));
      expect(payment).toMatchObject({
        status: 'PENDING',
        sender: before.sender,
        recipient: before.recipient,
        recipient_name: 'Ada',
        interval: 'DAILY',
        periods_funded: before.periods_funded,
        token_category: before.token_category,
        amount_per_period_base: before.amount_per_period_base,
        cancel_notice_blocks: before.cancel_notice_blocks,
      });
      expect(payment.id).not.toBe(old.id);
      const dates = [...datesOf(before), ...datesOf(payment)];
      expect(dates).toEqual(dates.map((_, at) => before.start_date + at * DAY));
      if (asset !== undefined) continue;
      const changes = { amountPerPeriod: '0.07', periods: 5, recipientName: 'Ada L.' };
      expect((await succeeded(renew(old, changes))).payment).toMatchObject({
        amount_per_period: 0.07,
        periods_funded: 5,
        recipient_name: 'Ada L.',
      });
    }
  });

  it('goes on after pauses, and after the last period was paid', async () => {
    const old = await createActivePayment(fixture, { endDate: fixture.time() + 4 * DAY + 60 });
    await fixture.advance(DAY + 60);
    await claimPeriods(fixture, old);
    await actAsSender(fixture, old, 'pause');
    expect(await renew(old)).toMatchObject(refusal(409, 'WRONG_STATE'));
    await fixture.mine(NOTICE + 1);
    await fixture.advance(5 * DAY);
    const resumed = await actAsSender(fixture, old, 'resume');
    const left = resumed.periods_funded - resumed.payment_count;
    const end = (resumed.next_payment_date ?? 0) + left * DAY;
    expect(left).toBeGreaterThan(0);
    expect((await succeeded(renew(old))).payment.start_date).toBe(end);
    await fixture.advance(7 * DAY);
    expect((await claimPeriods(fixture, old)).status).toBe('COMPLETED');
    expect((await succeeded(renew(old))).payment.start_date).toBe(end);
  });

  it('is for the sender, of what is funded, and once', async () => {
    const pending = await createPayment(fixture);
    expect(await renew(pending)).toMatchObject(refusal(409, 'WRONG_STATE'));
    const old = await createActivePayment(fixture);
    expect(await renew(old, {}, fixture.client.as(old.recipient.address))).toMatchObject(refusal(403, 'FORBIDDEN'));
    const [first, second] = [await succeeded(renew(old)), await succeeded(renew(old))];
    const funded = await fundRenewal(old, first);
    const renewedBy = { details: { renewedBy: first.payment.id } };
    expect(await renew(old)).toMatchObject(refusal(409, 'WRONG_STATE', renewedBy));
    expect(await fixture.client.get(`/api/payments/${second.payment.id}/funding-info`)).toMatchObject(
      refusal(409, 'WRONG_STATE', renewedBy),
    );
    expect((await succeeded(renew(funded))).payment.start_date).toBe(first.payment.start_date + 12 * DAY);
  });
});

describe('POST /api/plans/:id/renew', () => {
  it('renews the salaries of all running streams with one signature, and lists who is left out', async () => {
    const start = fixture.time() + DAY;
    const recipients = Array.from({ length: 4 }, () => fixture.wallet());
    const rows = recipients.map(({ address }, i) => ({
      recipient: address,
      amount: 0.01,
      label: `Row ${i}`,
      start: start + i * 60,
    }));
    const plan = await createActivePlan(fixture, 4, {
      product: 'recurring',
      interval: 'WEEKLY',
      end: start + 15 * DAY,
      streams: rows,
    });
    const client = fixture.client.as(plan.sender.address);
    const before = await streamsOf(fixture, plan);
    const { wcTransaction } = await succeeded(
      client.post<{ wcTransaction: never }>(`${plan.path}/cancel`, { streamIds: [before[3]?.id] }),
    );
    const { signedTransactionHash: txHash } = await plan.sender.signTransaction(wcTransaction);
    await succeeded(fixture.client.post(`${plan.path}/confirm-cancel`, { txHash }));
    // A pause moves what is left of one of them.
    const paused = { path: `/api/payments/${before[2]?.id ?? ''}`, sender: plan.sender };
    await actAsSender(fixture, paused, 'pause');
    await fixture.mine(NOTICE + 1);
    await fixture.advance(4 * DAY);
    const resumed = await actAsSender(fixture, paused, 'resume');
    const left = resumed.periods_funded - resumed.payment_count;
    const moved = (resumed.next_payment_date ?? 0) + left * 7 * DAY;
    expect(moved).toBeGreaterThan(start + 120 + 21 * DAY);
    const renewal = await succeeded(
      client.post<RenewPlanResponse>(`${plan.path}/renew`, {
        streams: [
          { streamId: before[0]?.id, amount: '0.02' },
          { streamId: before[1]?.id, leave: true },
        ],
      }),
    );
    expect(renewal.leftOut.map(({ id, code }) => [id, code])).toEqual([
      [before[1]?.id, 'LEFT_OUT'],
      [before[3]?.id, 'CANCELLED'],
    ]);
    const next = { ...plan, id: renewal.plan.id, path: `/api/plans/${renewal.plan.id}` };
    const renewed = await streamsOf(fixture, next);
    const brief = (streams: typeof renewed) =>
      streams.map(({ recipient, label, amount }) => [recipient, label, amount]);
    expect(brief(renewed)).toEqual([
      [before[0]?.recipient, 'Row 0', 0.06],
      [before[2]?.recipient, 'Row 2', 0.03],
    ]);
    expect(renewed.map(({ start: at }) => at)).toEqual([start + 21 * DAY, moved]);
    await fundPlan(fixture, next);
    expect(await client.post(`${plan.path}/renew`, {})).toMatchObject(
      refusal(409, 'WRONG_STATE', { details: { renewedBy: next.id } }),
    );
    const stranger = fixture.client.as(recipients[0]?.address ?? '');
    expect(await stranger.post(`${plan.path}/renew`, {})).toMatchObject(refusal(403, 'FORBIDDEN'));
    expect(await client.post(`${next.path}/renew`, { streams: [{ streamId: plan.id }] })).toMatchObject(
      refusal(400, 'INVALID_REQUEST'),
    );
  });

  it('refuses what vests, and what is of a vault to others than its members', async () => {
    const vesting = await createActivePlan(fixture, 1);
    expect(await fixture.client.as(vesting.sender.address).post(`${vesting.path}/renew`, {})).toMatchObject(
      refusal(409, 'WRONG_STATE'),
    );
    const vault = await createActiveVault(fixture);
    expect(await fixture.client.as(vault.creator.address).post(`${vesting.path}/renew`, {})).toMatchObject(
      refusal(403, 'FORBIDDEN'),
    );
  });

  it('answers a repetition with the same key alike, those who are left out among it', async () => {
    const plan = await createActivePlan(fixture, 2, { product: 'recurring', interval: 'DAILY', end: undefined });
    const [, second] = await streamsOf(fixture, plan);
    const client = fixture.client.as(plan.sender.address).with({ 'idempotency-key': 'renewal-0123456789' });
    const body = { streams: [{ streamId: second?.id, leave: true }] };
    const send = () => succeeded(client.post<RenewPlanResponse>(`${plan.path}/renew`, body));
    const first = await send();
    expect([first.plan.streams, first.leftOut.map(({ id }) => id)]).toEqual([1, [second?.id]]);
    expect(await send()).toEqual(first);
  });
});
