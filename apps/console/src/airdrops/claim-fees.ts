import type { CampaignPreview } from '@weir/client';
import { amountWithUnit } from '../format/amount.js';

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

const claimsText = (claims: number): string => (claims === 1 ? 'one claim' : `${claims.toLocaleString('en')} claims`);

/** Returns who may pay the fees of claims, each with its price and what follows. */
export const feeChoices = (
  fees: ClaimFees,
): readonly (readonly [value: 'yes' | 'no', text: string, consequence: string])[] => [
  [
    'yes',
    fees === undefined
      ? 'I do'
      : `I do: up to ${amountWithUnit(fees.each * BigInt(fees.claims), 'BCH')} for ${claimsText(fees.claims)}`,
    'Recipients need no BCH and sign nothing. What is not used returns to you.',
  ],
  [
    'no',
    fees === undefined ? 'Each claimer' : `Each claimer: up to ${amountWithUnit(fees.each, 'BCH')} a claim`,
    'Nobody can claim without BCH at their address: a new wallet has none.',
  ],
];

/** Says who pays for the claims of a campaign that is about to be funded. */
export const claimFeesText = (isSponsored: boolean, claims: number): string =>
  isSponsored
    ? `It pays the fees of ${claimsText(claims)}: recipients need no BCH.`
    : `It does not pay the fees of its ${claimsText(claims)}: nobody can claim without BCH at their address. To pay for them, create the campaign again with you as who pays.`;

/** Satoshis that pay for a claim of any list. */
const PLENTY = 10_000n;

/** Whether an address needs BCH before it can claim. @param held satoshis that it can spend; undefined while unknown */
export const lacksFee = (isSponsored: boolean, held: bigint | undefined): boolean =>
  !isSponsored && held !== undefined && held < PLENTY;
