import type { CampaignTerms, LockTerms, PaymentTerms, PlanTerms, StreamTerms, VaultTerms } from '@weir/client';

export const HOUR = 3_600;
export const DAY = 24 * HOUR;

/** The key and the address of a signer. */
interface Signer {
  readonly address: string;
  readonly publicKeyHex: string;
}

/** Terms of a stream: 1 BCH, linear, over ten days. @param now the chain's time, Unix seconds @param changes replace some of them */
export const streamTerms = <Changes extends Partial<StreamTerms>>(
  recipient: string,
  now: number,
  changes?: Changes,
) => ({
  recipient,
  totalAmount: 1,
  streamType: 'LINEAR' as const,
  startTime: now,
  endTime: now + 10 * DAY,
  ...changes,
});

/** Terms of a lock: 1 BCH, linear, over ten days. */
export const lockTerms = <Changes extends Partial<LockTerms>>(recipient: string, now: number, changes?: Changes) => ({
  recipient,
  totalAmount: 1,
  startTime: now,
  endTime: now + 10 * DAY,
  ...changes,
});

/** Terms of a payment: 0.01 BCH a day, twelve times, the first in a day. */
export const paymentTerms = <Changes extends Partial<PaymentTerms>>(
  recipient: string,
  now: number,
  changes?: Changes,
) => ({
  recipient,
  amountPerPeriod: 0.01,
  interval: 'DAILY' as const,
  startDate: now + DAY,
  ...changes,
});

/** Terms of a plan of grants: 0.1 BCH for each recipient, over ten days. */
export const planTerms = <Changes extends Partial<PlanTerms>>(
  recipients: readonly string[],
  now: number,
  changes?: Changes,
) => ({
  product: 'vesting' as const,
  start: now,
  end: now + 10 * DAY,
  csv: ['address,amount', ...recipients.map((address) => `${address},0.1`)].join('\n'),
  ...changes,
});

/** Terms of a campaign for everybody: 100 claims of 0.001 BCH, which has begun. */
export const campaignTerms = <Changes extends Partial<CampaignTerms>>(now: number, changes?: Changes) => ({
  title: 'For everybody',
  totalAmount: 0.1,
  amountPerClaim: 0.001,
  startDate: now - 60,
  ...changes,
});

/** Terms of a campaign for a list, which has begun. Its list is uploaded afterwards. */
export const listTerms = <Changes extends Partial<CampaignTerms>>(now: number, changes?: Changes) => ({
  title: 'For a list',
  totalAmount: 0.1,
  requireKyc: true,
  startDate: now - 60,
  ...changes,
});

/** Terms of a private vault of three signers, with a first deposit of 1 BCH. */
export const vaultTerms = <Changes extends Partial<VaultTerms>>(signers: readonly Signer[], changes?: Changes) => ({
  name: 'Treasury',
  signers: signers.map(({ address }) => address),
  signerPubkeys: signers.map(({ publicKeyHex }) => publicKeyHex),
  totalDeposit: 1,
  isPublic: false,
  ...changes,
});
