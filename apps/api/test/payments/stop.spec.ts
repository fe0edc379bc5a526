import type {
  CancelPaymentResponse,
  PaymentConfirmResponse,
  PaymentRefundResponse,
  ResumePaymentResponse,
} from '@weir/api-contract';
import { type Answer, type Refusal, refusal, succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { aNumber } from '../support/like.js';
import { emptyWallet } from '../support/pay-outputs.js';
import {
  actAsSender,
  claimPeriods,
  createActivePayment,
  createDuePayment,
  createPausedPayment,
  createPayment,
  DAY,
  NOTICE,
  type PaymentScenario,
  payPeriods,
  readPayment,
} from '../support/payment-scenario.js';
import { ASSETS } from '../support/test-asset.js';

const fixture = useFixture();

type Step = 'pause' | 'resume' | 'cancel';
const ask = <Body>({ path, sender }: PaymentScenario, what: Step, body?: object): Promise<Answer<Body>> =>
  fixture.client.as(sender.address).post(`${path}/${what}`, what === 'cancel' ? (body ?? {}) : undefined);
const confirm = <Body = PaymentConfirmResponse>(path: string, what: Step, txHash: string): Promise<Answer<Body>> =>
  fixture.client.post(`${path}/confirm-${what}`, { txHash });
const refund = <Body = PaymentRefundResponse>(path: string): Promise<Answer<Body>> =>
  fixture.client.post(`${path}/refund`);

describe('a payment that cannot be stopped', () => {
  it('refuses a pause where it was not agreed on, and once every period is due', async () => {
    expect(await ask<Refusal>(await createActivePayment(fixture, { pausable: false }), 'pause')).toMatchObject(
      refusal(409, 'NOT_PAUSABLE'),
    );
    expect(await ask<Refusal>(await createDuePayment(fixture, 13), 'pause')).toMatchObject(refusal(409, 'WRONG_STATE'));
  });

  it('refuses a cancel where it was not agreed on, and to another wallet unless that is wanted', async () => {
    expect(await ask<Refusal>(await createActivePayment(fixture, { cancelable: false }), 'cancel')).toMatchObject(
      refusal(409, 'NOT_CANCELABLE'),
    );
    const scenario = await createActivePayment(fixture);
    const other = fixture.wallet();
    expect(await ask<Refusal>(scenario, 'cancel', { sender: other.address })).toMatchObject(
      refusal(409, 'UNSAFE_CANCEL_DESTINATION', { cancelReturnAddress: scenario.sender.address }),
    );
    expect((await ask(scenario, 'cancel', { sender: other.address, allowUnsafeRecovery: true })).status).toBe(200);
  });
});

describe.each(ASSETS)('a payment of $name', (asset) => {
  const perPeriod = asset.perPeriod;
  const total = 12n * perPeriod;

  describe('pause', () => {
    it('is refused, and so is a resume, where only the period that runs is left: it is paid at its date all the same', async () => {
      const start = fixture.time() + DAY;
      const two = { startDate: start, endDate: start + DAY };
      const ending = await createDuePayment(fixture, 1, asset, two);
      await claimPeriods(fixture, ending);
      expect(await ask<Refusal>(ending, 'pause')).toMatchObject(
        refusal(409, 'WRONG_STATE', { details: { periodsLeft: 1 } }),
      );
      const later = fixture.time() + DAY;
      const paused = await createActivePayment(fixture, { startDate: later, endDate: later + DAY }, asset);
      await actAsSender(fixture, paused, 'pause');
      await fixture.advance(DAY + 60);
      await succeeded(fixture.client.post(`${paused.path}/push`, { broadcast: true }));
      await fixture.mine(NOTICE + 1);
      expect(await ask<Refusal>(paused, 'resume')).toMatchObject(
        refusal(409, 'WRONG_STATE', { details: { periodsLeft: 1 } }),
      );
    });
  });

  describe('resume', () => {
    it('names what the wallet lacks for the fee', async () => {
      const scenario = await createPausedPayment(fixture, asset);
      await emptyWallet(fixture, scenario.sender);
      expect(await ask<Refusal>(scenario, 'resume')).toMatchObject(refusal(409, 'INSUFFICIENT_FUNDS'));
    });
  });

  describe('cancel', () => {
    it('from a pause waits for its notice, and settles it', async () => {
      const scenario = await createDuePayment(fixture, 1, asset);
      await actAsSender(fixture, scenario, 'pause');
      await fixture.mine();
      expect(await ask<Refusal>(scenario, 'cancel')).toMatchObject(
        refusal(409, 'NOTICE_NOT_OVER', { availableAtHeight: fixture.devnet.node.tip.height + NOTICE }),
      );
      await fixture.mine(NOTICE);
      const cancelled = await actAsSender(fixture, scenario, 'cancel');
      expect(cancelled).toMatchObject({
        status: 'CANCELLED',
        settled: null,
        payment_count: 1,
        refund: { status: 'pending' },
      });
      await fixture.mine(NOTICE + 1);
      expect(await refund(scenario.path)).toMatchObject({ status: 200 });
    });

    it('from a settled pause returns the rest after a notice of its own', async () => {
      const scenario = await createPausedPayment(fixture, asset);
      await ask<ResumePaymentResponse>(scenario, 'resume');
      const { body } = await ask<CancelPaymentResponse>(scenario, 'cancel');
      expect(body).toMatchObject({
        dueAmountBase: '0',
        intervalsDue: 0,
        returnedAmountBase: total.toString(),
        refund: { availableAfterBlocks: NOTICE },
      });
      const { signedTransactionHash: txHash } = await scenario.sender.signTransaction(body.wcTransaction);
      const { payment } = (await confirm(scenario.path, 'cancel', txHash)).body;
      expect(payment).toMatchObject({ status: 'CANCELLED', refund: { status: 'pending', txHash: null } });
      await fixture.mine(NOTICE + 1);
      const sent = await refund(scenario.path);
      expect(asset.paidTo(fixture, scenario.sender, sent.body.txHash).some((amount) => amount >= total)).toBe(true);
    });
  });
});

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
