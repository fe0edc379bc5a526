import type { PaymentConfirmResponse } from '@weir/api-contract';
import { type Answer, type Refusal, refusal } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { aNumber } from '../support/like.js';
import {
  claimPeriods,
  createDuePayment,
  createPayment,
  DAY,
  payPeriods,
  readPayment,
} from '../support/payment-scenario.js';
import { ASSETS } from '../support/test-asset.js';

const fixture = useFixture();

const confirmClaim = <Body = PaymentConfirmResponse>(path: string, body: object): Promise<Answer<Body>> =>
  fixture.client.post(`${path}/confirm-claim`, body);

describe.each(ASSETS)('a payment of $name', (asset) => {
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
});
