import type { CampaignPreview } from '@weir/client';
import { amountWithUnit } from '../format/amount.js';
import { plural, t } from '../language/text.js';

/** What the claims of a campaign cost, as far as it is known yet. */
export type ClaimFees =
  | {
      readonly claims: number;
      /** Fee of one claim at most, satoshis. */
      readonly each: bigint;
    }
  | undefined;

/** Returns what claims cost by a preview. */
export const claimFeesOf = (preview: CampaignPreview | undefined): ClaimFees =>
  preview && { claims: preview.campaign.claims, each: preview.funding.claimFeeBase };

const claimsText = (claims: number): string => plural(claims, { one: 'one claim', other: '{count} claims' });

/** Returns who may pay the fees of claims, each with its price and what follows. */
export const feeChoices = (
  fees: ClaimFees,
): readonly (readonly [value: 'yes' | 'no', text: string, consequence: string])[] => [
  [
    'yes',
    fees === undefined
      ? t('I do')
      : t('I do: up to {amount} for {claims}', {
          amount: amountWithUnit(fees.each * BigInt(fees.claims), 'BCH'),
          claims: claimsText(fees.claims),
        }),
    t('Recipients need no BCH. The unused part returns to you.'),
  ],
  [
    'no',
    fees === undefined
      ? t('Each claimer')
      : t('Each claimer: up to {amount} a claim', { amount: amountWithUnit(fees.each, 'BCH') }),
    t('Nobody can claim without BCH at their address: a new wallet has none.'),
  ],
];

/** Says who pays for the claims of a campaign that is about to be funded. */
export const claimFeesText = (isSponsored: boolean, claims: number): string =>
  isSponsored
    ? t('It pays the fees of {claims}: recipients need no BCH.', { claims: claimsText(claims) })
    : t(
        'It does not pay the fees of its {claims}: nobody can claim without BCH at their address. To pay the fees, create the airdrop again and choose to pay them.',
        { claims: claimsText(claims) },
      );

/** Satoshis that pay for a claim of any list. */
const PLENTY = 10_000n;

/** Whether an address needs BCH before it can claim. @param held satoshis that it can spend; undefined while unknown */
export const lacksFee = (isSponsored: boolean, held: bigint | undefined): boolean =>
  !isSponsored && held !== undefined && held < PLENTY;
