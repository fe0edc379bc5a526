import type { CampaignRecord } from '@weir/infra';
import type { CampaignWarning, CreateCampaignInput } from './airdrops.types.js';
import { lanesThatFill, shareAtFirstRefusal } from './lane-fill.js';

/** The share of the pool that should be claimed before the first claimer is refused. */
const FILLED = 0.8;

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

/** Warns where chance fills the lanes unevenly. Only campaigns open to everybody can: on a list each lane has its own rows. */
const unevenLanes = ({ requireKyc, contract, maxClaimsPerAddress: limit }: CampaignRecord): CampaignWarning[] => {
  if (requireKyc || contract === null) return [];
  const { claims, lanes } = contract;
  const shape = { claims, lanes, limit };
  const share = shareAtFirstRefusal(shape);
  if (share >= FILLED) return [];
  const [percent, better] = [Math.round(share * 100), lanesThatFill(shape, FILLED)];
  return [
    {
      code: 'LANES_FILL_UNEVENLY',
      message: `Addresses fall on the ${lanes} lanes by chance, and each lane pays ${claims / lanes} claims: the first address is refused when some ${percent} % of the pool has been claimed. Create the campaign with lanes ${better === 1 ? '1' : `${better} or fewer`}, or with more claims`,
      details: { lanes, claimsPerLane: claims / lanes, firstRefusalPercentage: percent, lanesThatFill: better },
    },
  ];
};

/** Lists what the creator of a new campaign should know before it is funded. */
export const creationWarnings = (input: CreateCampaignInput, campaign: CampaignRecord): readonly CampaignWarning[] => [
  ...unusedAmount(input, campaign),
  ...unevenLanes(campaign),
];
