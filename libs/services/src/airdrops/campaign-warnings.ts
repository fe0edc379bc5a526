import type { CampaignRecord } from '@weir/infra';
import type { CampaignWarning, CreateCampaignInput } from './airdrops.types.js';

const unusedAmount = ({ amountPerClaim }: CreateCampaignInput, { requireKyc }: CampaignRecord): CampaignWarning[] =>
  !requireKyc || amountPerClaim === undefined
    ? []
    : [
        {
          code: 'AMOUNT_PER_CLAIM_UNUSED',
          message: 'amountPerClaim is not used: the rows of the list say what each address may claim',
          details: { amountPerClaim },
        },
      ];

/** What the creator of a new campaign should know before it is funded. */
export const creationWarnings = (input: CreateCampaignInput, campaign: CampaignRecord): readonly CampaignWarning[] => [
  ...unusedAmount(input, campaign),
];
