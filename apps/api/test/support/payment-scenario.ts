import type {
  CancelPaymentResponse,
  CreatePaymentResponse,
  GetPaymentResponse,
  PausePaymentResponse,
  PaymentClaimResponse,
  PaymentConfirmResponse,
  PaymentFundingReady,
  PaymentResource,
  ResumePaymentResponse,
} from '@weir/api-contract';
import { DAY, paymentTerms } from '@weir/lives';
import type { Wallet } from '@weir/wallet';
import { succeeded } from './client.js';
import type { Fixture } from './fixture.js';
import { BCH, COIN, type TestAsset } from './test-asset.js';

export { DAY };
/** Blocks of notice on the devnet. */
export const NOTICE = 6;

/** A payment and its parties. */
export interface PaymentScenario {
  readonly id: string;
  readonly path: string;
  readonly sender: Wallet;
  readonly recipient: Wallet;
  readonly created: CreatePaymentResponse;
}

/** Returns the body of a creation, with changes: a daily payment whose first period falls due in a day. */
export const paymentOf = (fixture: Fixture, recipient: Wallet, changes: object = {}): object =>
  paymentTerms(recipient.address, fixture.time(), changes);

/** Creates a payment of twelve days between two new wallets; the recipient owns nothing. */
export const createPayment = async (
  fixture: Fixture,
  changes: object = {},
  asset: TestAsset = BCH,
): Promise<PaymentScenario> => {
  const sender = fixture.wallet(COIN / 100n);
  const recipient = fixture.wallet();
  const { totalAmount, ...terms } = asset.endow(fixture, sender) as { totalAmount: unknown };
  const creation = paymentOf(fixture, recipient, {
    ...terms,
    amountPerPeriod: asset.text(asset.perPeriod),
    ...changes,
  });
  const { body: created } = await fixture.client
    .as(sender.address)
    .post<CreatePaymentResponse>('/api/payments/create', creation);
  if (totalAmount === undefined) throw new Error('A test asset has a total');
  const { id } = created.payment;
  return { id, path: `/api/payments/${id}`, sender, recipient, created };
};

/** Signs and broadcasts the funding. @returns its hash */
export const payPaymentFunding = async (fixture: Fixture, { path, sender }: PaymentScenario): Promise<string> => {
  const { body } = await fixture.client.get<PaymentFundingReady>(`${path}/funding-info`);
  return (await sender.signTransaction(body.wcTransaction)).signedTransactionHash;
};

/** A funded and confirmed payment. */
export const createActivePayment = async (
  fixture: Fixture,
  changes: object = {},
  asset: TestAsset = BCH,
): Promise<PaymentScenario & { readonly fundingTxHash: string }> => {
  const scenario = await createPayment(fixture, changes, asset);
  const fundingTxHash = await payPaymentFunding(fixture, scenario);
  await succeeded(fixture.client.post(`${scenario.path}/confirm-funding`, { txHash: fundingTxHash }));
  return { ...scenario, fundingTxHash };
};

/** An active payment of which so many periods are due. */
export const createDuePayment = async (
  fixture: Fixture,
  periods: number,
  asset: TestAsset = BCH,
  changes: object = {},
): Promise<PaymentScenario> => {
  const scenario = await createActivePayment(fixture, changes, asset);
  await fixture.advance(periods * DAY + 60);
  return scenario;
};

export const readPayment = async (fixture: Fixture, path: string): Promise<GetPaymentResponse> =>
  (await fixture.client.get<GetPaymentResponse>(path)).body;

/** Builds, signs and broadcasts the claim of all due periods. */
export const payPeriods = async (fixture: Fixture, { path, recipient }: PaymentScenario) => {
  const { body } = await fixture.client.post<PaymentClaimResponse>(`${path}/claim`, {
    recipientAddress: recipient.address,
  });
  const { signedTransactionHash: txHash } = await recipient.signTransaction(body.wcTransaction);
  return {
    txHash,
    claimedAmount: body.claimableAmount,
    claimedBase: body.claimableAmountBase,
    intervalsClaimed: body.intervalsClaimable,
  };
};

/** Claims all due periods and confirms it. */
export const claimPeriods = async (fixture: Fixture, scenario: PaymentScenario): Promise<PaymentResource> => {
  const { txHash, claimedAmount, intervalsClaimed } = await payPeriods(fixture, scenario);
  return (
    await succeeded(
      fixture.client.post<PaymentConfirmResponse>(`${scenario.path}/confirm-claim`, {
        txHash,
        claimedAmount,
        intervalsClaimed,
      }),
    )
  ).payment;
};

/** Builds, signs and broadcasts an action of the sender. @returns its hash */
export const payAsSender = async (
  fixture: Fixture,
  { path, sender }: Pick<PaymentScenario, 'path' | 'sender'>,
  what: 'pause' | 'resume' | 'cancel',
): Promise<string> => {
  const body = what === 'cancel' ? {} : undefined;
  const answer = await fixture.client
    .as(sender.address)
    .post<PausePaymentResponse | ResumePaymentResponse | CancelPaymentResponse>(`${path}/${what}`, body);
  return (await sender.signTransaction(answer.body.wcTransaction)).signedTransactionHash;
};

/** Runs and confirms an action of the sender. */
export const actAsSender = async (
  fixture: Fixture,
  scenario: Pick<PaymentScenario, 'path' | 'sender'>,
  what: 'pause' | 'resume' | 'cancel',
): Promise<PaymentResource> => {
  const txHash = await payAsSender(fixture, scenario, what);
  return (await succeeded(fixture.client.post<PaymentConfirmResponse>(`${scenario.path}/confirm-${what}`, { txHash })))
    .payment;
};

/** Creates a payment paused with nothing due, whose notice is over but not settled. */
export const createPausedPayment = async (fixture: Fixture, asset: TestAsset = BCH): Promise<PaymentScenario> => {
  const scenario = await createActivePayment(fixture, {}, asset);
  await actAsSender(fixture, scenario, 'pause');
  await fixture.mine(NOTICE + 1);
  return scenario;
};
