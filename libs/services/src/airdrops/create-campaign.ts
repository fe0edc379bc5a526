import { randomBytes } from 'node:crypto';
import { binToHex, binToUtf8 } from '@bitauth/libauth';
import { AIRDROP_NONCE_ENTROPY, createAirdropContract, createAirdropNonce, findAirdropProblem } from '@weir/covenants';
import {
  type CampaignContract,
  type CampaignRecord,
  type IdempotentResponse,
  type NewCampaign,
  responseAs,
} from '@weir/infra';
import { parseParty } from '../shared/parties.js';
import { admissionOf, type Origin } from '../shared/retention.js';
import { ServiceError } from '../shared/service-error.js';
import { fundingProposal } from '../shared/vaults/funding-proposal.js';
import { newSender } from '../shared/vaults/new-sender.js';
import type { AirdropContext } from './airdrop-context.js';
import type { CampaignCreation, CampaignWarning, CreateCampaignInput } from './airdrops.types.js';
import { assetOf, publicParameters } from './campaign-contracts.js';
import { type CampaignTerms, parseCampaignTerms, publicShape } from './campaign-terms.js';
import { toCampaignView } from './campaign-view.js';
import { lanesThatFill, shareAtFirstRefusal } from './lane-fill.js';
import { parseActing } from './load-campaign.js';

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
const creationWarnings = (input: CreateCampaignInput, campaign: CampaignRecord): readonly CampaignWarning[] => [
  ...unusedAmount(input, campaign),
  ...unevenLanes(campaign),
];

/** Random bytes of a claim link's token, which must not be guessable. */
const TOKEN_BYTES = 16;

/** The creator of a campaign, and the party its quota counts for: a key, or a vault on behalf of which a member asks. */
const creatorOf = async (
  context: AirdropContext,
  { creator: named, vaultId }: Pick<CreateCampaignInput, 'creator' | 'vaultId'>,
  caller: string | undefined,
) => {
  if (vaultId === undefined) {
    const { address, hashHex } = parseCreator(context, named, caller);
    return { creator: address, creatorHash: hashHex, asker: hashHex, vaultId: null };
  }
  const made = await newSender(context, { sender: named, vaultId }, caller);
  return {
    creator: made.sender.address,
    creatorHash: made.sender.hashHex,
    asker: made.asker.hashHex,
    vaultId: made.vaultId,
  };
};

const parseCreator = (context: AirdropContext, named: string | undefined, caller: string | undefined) => {
  if (named !== undefined) return parseActing(context, named, 'creator', caller);
  if (caller !== undefined) return parseParty(caller, context.network, 'x-user-address');
  throw new ServiceError('INVALID_REQUEST', 'creator is required where there is no caller', { field: 'creator' });
};

/** Builds the contract of a campaign open to everybody, which needs no list. */
const publicContract = (
  { network }: AirdropContext,
  campaign: Omit<NewCampaign, 'contract'>,
  terms: CampaignTerms,
): CampaignContract => {
  const shape = publicShape(terms);
  const parameters = publicParameters(campaign, shape);
  const asset = assetOf(campaign);
  const problem = findAirdropProblem(parameters, asset);
  if (problem !== undefined)
    throw new ServiceError('INVALID_REQUEST', `No contract can be made of this campaign: ${problem}`, { problem });
  const { address, lockingBytecode } = createAirdropContract(parameters, network, asset);
  return {
    ...shape,
    pool: parameters.amount * BigInt(shape.claims),
    address,
    lockingBytecode: binToHex(lockingBytecode),
  };
};

/**
 * Stores a campaign as PENDING.
 *
 * @throws ServiceError INVALID_AMOUNT, INVALID_ADDRESS, INVALID_TIME, INVALID_REQUEST, FORBIDDEN
 */
export const createCampaign = async (
  context: AirdropContext,
  input: CreateCampaignInput,
  caller: string | undefined,
  origin?: Origin,
  kept?: IdempotentResponse<CampaignCreation>,
): Promise<CampaignCreation> => {
  const terms = parseCampaignTerms(input, context.now());
  const { asker, ...creator } = await creatorOf(context, input, caller);
  const campaign = {
    ...terms,
    ...creator,
    title: input.title,
    description: input.description ?? null,
    nonce: binToUtf8(createAirdropNonce(randomBytes(AIRDROP_NONCE_ENTROPY))),
    claimToken: randomBytes(TOKEN_BYTES).toString('base64url'),
  };
  const contract = terms.requireKyc ? null : publicContract(context, campaign, terms);
  const creationOf = (stored: CampaignRecord): CampaignCreation => {
    const proposal = fundingProposal('airdrop', stored);
    return {
      // Only those who may see a vault may link it.
      campaign: { ...toCampaignView(stored), vaultId: stored.vaultId },
      nextStep: stored.requireKyc ? 'generate-merkle' : proposal === undefined ? 'funding-info' : 'proposal',
      warnings: creationWarnings(input, stored),
      proposal,
    };
  };
  const admission = admissionOf(origin, asker, context);
  return creationOf(await context.airdrops.insert({ ...campaign, contract }, admission, responseAs(kept, creationOf)));
};
