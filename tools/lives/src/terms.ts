import type {
  CampaignTerms,
  CurrencyTerms,
  LockTerms,
  PaymentTerms,
  PlanTerms,
  StreamTerms,
  VaultTerms,
} from '@weir/client';

export const HOUR = 3_600;
export const DAY = 24 * HOUR;

/** The key and the address of a signer. */
interface Signer {
  readonly address: string;
  readonly publicKeyHex: string;
}

/** Terms of a stream: 1 BCH, linear, over ten days. @param now the chain's time, Unix seconds @param changes replace some of them */
export const streamTerms = (recipient: string, now: number, changes: Partial<StreamTerms> = {}): StreamTerms => ({
  recipient,
  totalAmount: 1,
  streamType: 'LINEAR',
  startTime: now,
  endTime: now + 10 * DAY,
  ...changes,
});

/** Terms of a lock: 1 BCH, linear, over ten days. */
export const lockTerms = (recipient: string, now: number, changes: Partial<LockTerms> = {}): LockTerms => ({
  recipient,
  totalAmount: 1,
  startTime: now,
  endTime: now + 10 * DAY,
  ...changes,
});

/** Terms of a payment: 0.01 BCH a day, twelve times, the first in a day. */
export const paymentTerms = (recipient: string, now: number, changes: Partial<PaymentTerms> = {}): PaymentTerms => ({
  recipient,
  amountPerPeriod: 0.01,
  interval: 'DAILY',
  startDate: now + DAY,
  ...changes,
});

/** The oracle of a service, as it lists it. */
interface KnownOracle {
  readonly currency: string;
  readonly decimals: number;
  /** Compressed, hex. */
  readonly public_key: string;
}

/**
 * Terms of a payment in a currency: 5 a day, without an end, the first in a day. The money does not suffice for two periods at the prices of the
 * local oracle.
 */
export const currencyTerms = (
  recipient: string,
  now: number,
  { currency, decimals, public_key: oracle }: KnownOracle,
  changes: Partial<CurrencyTerms> = {},
): CurrencyTerms => ({
  recipient,
  currency,
  decimals,
  oracle,
  amountPerPeriod: 5,
  interval: 'DAILY',
  startDate: now + DAY,
  priceBounds: { lowest: 100, highest: 2_000 },
  openingAmount: 0.018,
  ...changes,
});

/** Terms of a plan of grants: 0.1 BCH for each recipient, over ten days. */
export const planTerms = (recipients: readonly string[], now: number, changes: Partial<PlanTerms> = {}): PlanTerms => ({
  product: 'vesting',
  start: now,
  end: now + 10 * DAY,
  csv: ['address,amount', ...recipients.map((address) => `${address},0.1`)].join('\n'),
  ...changes,
});

/** Terms of a campaign for everybody: 100 claims of 0.001 BCH, which has begun. */
export const campaignTerms = (now: number, changes: Partial<CampaignTerms> = {}): CampaignTerms => ({
  title: 'For everybody',
  totalAmount: 0.1,
  amountPerClaim: 0.001,
  startDate: now - 60,
  ...changes,
});

/** Terms of a campaign for a list, which has begun. Its list is uploaded afterwards. */
export const listTerms = (now: number, changes: Partial<CampaignTerms> = {}): CampaignTerms => ({
  title: 'For a list',
  totalAmount: 0.1,
  requireKyc: true,
  startDate: now - 60,
  ...changes,
});

/** Terms of a private vault of three signers, with a first deposit of 1 BCH. */
export const vaultTerms = (signers: readonly Signer[], changes: Partial<VaultTerms> = {}): VaultTerms => ({
  name: 'Treasury',
  signers: signers.map(({ address }) => address),
  signerPubkeys: signers.map(({ publicKeyHex }) => publicKeyHex),
  totalDeposit: 1,
  isPublic: false,
  ...changes,
});
