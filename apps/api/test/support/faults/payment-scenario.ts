import type {
  CreatePaymentResponse,
  GetPaymentResponse,
  PausePaymentResponse,
  PaymentClaimResponse,
  PaymentFundingReady,
} from '@weir/api-contract';
import type { Refusal } from '../client.js';
import type { Fixture } from '../fixture.js';
import { DAY, paymentOf } from '../payment-scenario.js';
import { COIN } from '../test-asset.js';
import type { PersistentClient } from './persistent-client.js';
import { assertReleased, type Release } from './recount.js';
import { send, type Promised } from './servers.js';

const promise = (id: string, release: Release): Promised => ({
  kind: 'payment',
  id,
  async assertHolds(fixture) {
    const { payment, payment_executions: executions } = (
      await fixture.client.get<GetPaymentResponse>(`/api/payments/${id}`)
    ).body;
    // In a long storm all periods may have passed, and a watcher or the last claim has paid them.
    const isPaidOut = release.status === 'ACTIVE' && payment.total_paid_base === payment.total_amount_base;
    assertReleased(fixture, isPaidOut ? { ...release, status: 'COMPLETED' } : release, {
      funding: payment.funding_tx_hash,
      status: payment.status,
      withdrawn: payment.total_paid_base,
      claims: executions,
    });
  },
});

/** Runs a payment through the API: created, funded, claimed from, sometimes paused, each step confirmed. */
export const livePayment = async (fixture: Fixture, client: PersistentClient, isPaused: boolean): Promise<Promised> => {
  const sender = fixture.wallet(2n * COIN, COIN / 100n);
  const recipient = fixture.wallet();
  const creation = paymentOf(fixture, recipient, { startDate: fixture.time() - 2 * DAY, amountPerPeriod: '0.05' });
  const { payment } = await client.post<CreatePaymentResponse>('/api/payments/create', creation, sender.address);
  const path = `/api/payments/${payment.id}`;
  const funding = await client.get<PaymentFundingReady>(`${path}/funding-info`);
  const fundingTxHash = (await sender.signTransaction(funding.wcTransaction)).signedTransactionHash;
  await client.post(`${path}/confirm-funding`, { txHash: fundingTxHash });
  const claim = await client.post<PaymentClaimResponse>(
    `${path}/claim`,
    { recipientAddress: recipient.address },
    recipient.address,
  );
  const claimed = await send(recipient, claim.wcTransaction);
  if (claimed !== undefined)
    await client.post(`${path}/confirm-claim`, { txHash: claimed, claimedAmount: claim.claimableAmount });
  const release = { recipient, fundingTxHash, claims: claimed === undefined ? [] : [claimed] };
  if (!isPaused) return promise(payment.id, { ...release, status: 'ACTIVE' });
  // In a long storm all periods but the last may have passed: then there is nothing left to pause.
  const answer = await client.post<PausePaymentResponse | Refusal>(
    `${path}/pause`,
    {},
    sender.address,
    undefined,
    'WRONG_STATE',
  );
  const pauseTxHash = 'code' in answer ? undefined : await send(sender, answer.wcTransaction);
  if (pauseTxHash !== undefined) await client.post(`${path}/confirm-pause`, { txHash: pauseTxHash });
  return promise(payment.id, { ...release, status: pauseTxHash === undefined ? 'ACTIVE' : 'PAUSED' });
};
