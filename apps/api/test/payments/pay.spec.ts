import type {
  GetPaymentResponse,
  PaymentClaimResponse,
  PaymentConfirmResponse,
  PushResponse,
} from '@weir/api-contract';
import { type Answer, type Refusal, refusal } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { aNumber } from '../support/like.js';
import {
  actAsSender,
  claimPeriods,
  createActivePayment,
  createDuePayment,
  createPayment,
  DAY,
  payPeriods,
  readPayment,
  type PaymentScenario,
} from '../support/payment-scenario.js';
import { ASSETS } from '../support/test-asset.js';

const PERIODS = 12;

const fixture = useFixture();

const claim = <Body = PaymentClaimResponse>({
  path,
  recipient,
}: Pick<PaymentScenario, 'path' | 'recipient'>): Promise<Answer<Body>> =>
  fixture.client.post(`${path}/claim`, { recipientAddress: recipient.address });
const confirmClaim = <Body = PaymentConfirmResponse>(path: string, body: object): Promise<Answer<Body>> =>
  fixture.client.post(`${path}/confirm-claim`, body);

describe.each(ASSETS)('a payment of $name', (asset) => {
  const perPeriod = asset.perPeriod;
  const total = 12n * perPeriod;

  describe('funding', () => {
    it('names what the wallet lacks', async () => {
      const scenario = await createPayment(fixture, { amountPerPeriod: asset.text(asset.total / 12n) }, asset);
      const poor = fixture.wallet(20_000n);
      const creation = {
        recipient: poor.address,
        interval: 'DAILY',
        amountPerPeriod: 1,
        ...(scenario.created.payment.token_category !== null && {
          tokenType: 'FUNGIBLE_TOKEN',
          tokenCategory: scenario.created.payment.token_category,
        }),
      };
      const { payment } = (
        await fixture.client.as(poor.address).post<{ payment: { id: string } }>('/api/payments/create', creation)
      ).body;
      expect(await fixture.client.get<Refusal>(`/api/payments/${payment.id}/funding-info`)).toMatchObject(
        refusal(409, 'INSUFFICIENT_FUNDS', { needed: aNumber, available: aNumber }),
      );
    });
  });

  describe('claims', () => {
    it('pay all due periods at once to a recipient who owns nothing, and are recorded as one execution', async () => {
      const scenario = await createDuePayment(fixture, 3, asset);
      const due = 3n * perPeriod;
      const { status, body } = await claim(scenario);
      expect([status, body]).toMatchObject([
        200,
        {
          success: true,
          claimableAmount: asset.number(due),
          claimableAmountBase: due.toString(),
          intervalsClaimable: 3,
          asOf: fixture.time() - 1,
          wcTransaction: { broadcast: true },
        },
      ]);
      const { txHash, claimedAmount, intervalsClaimed } = await payPeriods(fixture, scenario);
      expect(asset.paidTo(fixture, scenario.recipient, txHash)).toEqual([due]);
      const confirmed = await confirmClaim(scenario.path, { txHash, claimedAmount, intervalsClaimed });
      expect(confirmed).toMatchObject({
        status: 200,
        body: {
          status: 'ACTIVE',
          payment: {
            total_paid_base: due.toString(),
            payment_count: 3,
            next_payment_date: scenario.created.payment.start_date + 3 * DAY,
            periods_due: 0,
          },
          execution: { amount_base: due.toString(), intervals: 3, tx_hash: txHash, source: 'confirm' },
        },
      });
      expect((await confirmClaim(scenario.path, { txHash, claimedAmount })).body).toEqual(confirmed.body);
      const detail = await readPayment(fixture, scenario.path);
      expect(detail.payment_executions).toEqual([confirmed.body.execution]);
      // Nobody signed, but the recipient asked for it.
      expect(detail.events.map(({ event }) => event)).toEqual(['funded', 'claimed']);
    });

    it('pay twelve periods one by one, to the last unit', async () => {
      const scenario = await createActivePayment(fixture, {}, asset);
      for (let period = 1; period <= PERIODS; period += 1) {
        await fixture.advance(DAY + (period === 1 ? 60 : 0));
        const payment = await claimPeriods(fixture, scenario);
        expect([payment.payment_count, payment.total_paid_base]).toEqual([
          period,
          (BigInt(period) * perPeriod).toString(),
        ]);
        expect(payment.status).toBe(period < PERIODS ? 'ACTIVE' : 'COMPLETED');
      }
      const { payment, payment_executions: executions } = await readPayment(fixture, scenario.path);
      expect(payment).toMatchObject({
        total_paid_base: total.toString(),
        next_payment_date: null,
        nft_commitment: null,
        claimable_amount: 0,
      });
      expect(executions).toHaveLength(PERIODS);
    });

    it('follow those that were never confirmed', async () => {
      const scenario = await createDuePayment(fixture, 1, asset);
      const skipped = await payPeriods(fixture, scenario);
      await fixture.advance(2 * DAY);
      await claimPeriods(fixture, scenario);
      const { payment, payment_executions: executions } = await readPayment(fixture, scenario.path);
      expect(payment.payment_count).toBe(3);
      expect(
        executions.map(({ tx_hash, intervals, source }) => [tx_hash === skipped.txHash, intervals, source]),
      ).toEqual(
        expect.arrayContaining([
          [true, 1, 'chain'],
          [false, 2, 'confirm'],
        ]),
      );
    });

    it('are compared with the chain', async () => {
      const scenario = await createDuePayment(fixture, 2, asset);
      const { txHash, claimedAmount, claimedBase } = await payPeriods(fixture, scenario);
      expect(await confirmClaim<Refusal>(scenario.path, { txHash, claimedAmount: claimedAmount * 2 })).toMatchObject(
        refusal(422, 'TX_MISMATCH'),
      );
      expect(await confirmClaim<Refusal>(scenario.path, { txHash, claimedAmount, intervalsClaimed: 3 })).toMatchObject(
        refusal(422, 'TX_MISMATCH'),
      );
      expect((await readPayment(fixture, scenario.path)).payment_executions).toEqual([]);
      expect(
        (
          await confirmClaim(scenario.path, {
            txHash,
            claimedAmount: asset.text(BigInt(claimedBase)),
            intervalsClaimed: 2,
          })
        ).status,
      ).toBe(200);
    });
  });

  describe('pushes', () => {
    it('pay what falls due while a notice runs, without any signature', async () => {
      const scenario = await createDuePayment(fixture, 1, asset);
      await actAsSender(fixture, scenario, 'cancel');
      await fixture.advance(2 * DAY);
      const built = await fixture.client.post<PushResponse>(`${scenario.path}/push`);
      expect(built).toMatchObject({ status: 200, body: { amountBase: (2n * perPeriod).toString(), txHash: null } });
      const { body } = await fixture.client.post<PushResponse>(`${scenario.path}/push`, { broadcast: true });
      expect(asset.paidTo(fixture, scenario.recipient, body.txHash ?? '')).toEqual([2n * perPeriod]);
      const detail: GetPaymentResponse = await readPayment(fixture, scenario.path);
      expect(detail.payment).toMatchObject({ status: 'CANCELLED', payment_count: 3 });
      expect(detail.payment_executions.at(-1)).toMatchObject({ intervals: 2, source: 'chain' });
    });

    it('pay each period while it is active, too, whoever sends them', async () => {
      const running = await createDuePayment(fixture, 1, asset);
      const { status, body } = await fixture.client.post<PushResponse>(`${running.path}/push`, { broadcast: true });
      expect([status, body.amountBase]).toEqual([200, perPeriod.toString()]);
      expect((await readPayment(fixture, running.path)).payment).toMatchObject({ status: 'ACTIVE', payment_count: 1 });
    });
  });
});
