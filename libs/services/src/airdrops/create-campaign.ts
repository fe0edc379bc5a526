import { randomBytes } from 'node:crypto';
import { binToHex, binToUtf8 } from '@bitauth/libauth';
import type { Warning } from '@weir/api-contract/words';
import { AIRDROP_NONCE_ENTROPY, createAirdropContract, createAirdropNonce, findAirdropProblem } from '@weir/covenants';
import { type CampaignRecord, type IdempotentResponse, type NewCampaign, responseAs } from '@weir/infra';
import { type Caller, callerParties } from '../shared/parties.js';
import { admissionOf, type Origin } from '../shared/retention.js';
import { ServiceError } from '../shared/service-error.js';
import { type FundingProposal, fundingProposal, newSender } from '../shared/vaults/new-sender.js';
import type { AirdropContext } from './campaign/airdrop-context.js';
import type { CreateCampaignInput } from './campaign/airdrops.types.js';
import { assetOf, publicParameters } from './campaign/campaign-contracts.js';
import { type CampaignTerms, parseCampaignTerms, publicShape } from './campaign/campaign-terms.js';
import { type CampaignView, toCampaignView } from './campaign/campaign-view.js';
import { parseActing } from './campaign/load-campaign.js';

/** How the claims of a campaign that is open to everybody are divided among its lanes. */
export interface LaneLoad {
  /** How many claims all lanes pay together. */
  readonly claims: number;
  readonly lanes: number;
  /** How many claims one address may make. */
  readonly limit: number;
}

/** Addresses from which on a lane is filled within 4 %, however many there are: not computed. */
const MANY = 10_000;
const STEPS = 50;

/** ln n!, by Stirling's series; off by less than 0.001. */
const lnFactorial = (n: number): number =>
  n < 2 ? 0 : n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + 1 / (12 * n);

/** The chance that more than `most` arrive where `mean` are expected (Poisson), for a mean below `most`. */
const chanceOfMore = (most: number, mean: number): number => {
  let term = Math.exp((most + 1) * Math.log(mean) - mean - lnFactorial(most + 1));
  let sum = term;
  for (let k = most + 2; term > sum * 1e-9; k += 1) {
    term *= mean / k;
    sum += term;
  }
  return sum;
};

/**
 * Estimates the share of a pool that has been claimed when, as likely as not, the first claimer finds the lane of their
 * address used up: addresses fall on lanes by chance, each lane has its part of the claims, and one of them is the
 * first to be used up.
 *
 * Assumes that claimers make all the claims they may.
 *
 * @returns 0 to 1
 */
export const shareAtFirstRefusal = ({ claims, lanes, limit }: LaneLoad): number => {
  if (lanes === 1) return 1;
  const quota = Math.floor(claims / lanes);
  const addresses = Math.floor(quota / limit);
  if (addresses >= MANY) return 1;
  if (addresses === 0) return 1 / lanes;
  // For all lanes to stay within their part with a chance of one half, each alone must do so with this chance.
  const chance = 1 - 0.5 ** (1 / lanes);
  let [low, high] = [0, addresses + 1];
  for (let step = 0; step < STEPS; step += 1) {
    const mean = (low + high) / 2;
    if (chanceOfMore(addresses, mean) < chance) low = mean;
    else high = mean;
  }
  return Math.min(1, (low * limit) / quota);
};

/**
 * Returns the largest number of lanes, up to the given one, of which the first is used up no sooner than the given
 * share of the pool is claimed.
 */
export const lanesThatFill = (shape: LaneLoad, share: number): number => {
  let { lanes } = shape;
  while (lanes > 1 && shareAtFirstRefusal({ ...shape, lanes }) < share) lanes /= 2;
  return lanes;
};

/** The share of the pool that should be claimed before the first claimer is refused. */
const FILLED = 0.8;

const unusedAmount = ({ amountPerClaim }: CreateCampaignInput, { requireKyc }: CampaignRecord): Warning[] =>
  !requireKyc || amountPerClaim === undefined
    ? []
    : [
        {
          code: 'AMOUNT_PER_CLAIM_UNUSED',
          message: 'amountPerClaim is ignored: each row of the list has its own amount',
          details: { amountPerClaim },
        },
      ];

/** Warns where chance fills the lanes unevenly. Only campaigns open to everybody can: on a list each lane has its own rows. */
const unevenLanes = ({ requireKyc, contract, maxClaimsPerAddress: limit }: CampaignRecord): Warning[] => {
  if (requireKyc || contract === null) return [];
  const { claims, lanes } = contract;
  const shape = { claims, lanes, limit };
  const share = shareAtFirstRefusal(shape);
  if (share >= FILLED) return [];
  const [percent, better] = [Math.round(share * 100), lanesThatFill(shape, FILLED)];
  return [
    {
      code: 'LANES_FILL_UNEVENLY',
      message: `Addresses are assigned to the ${lanes} lanes at random, and each lane pays ${claims / lanes} claims. The first refusal is likely after ${percent} % of the pool is claimed. Create the campaign with lanes ${better === 1 ? '1' : `${better} or fewer`}, or with more claims`,
      details: { lanes, claimsPerLane: claims / lanes, firstRefusalPercentage: percent, lanesThatFill: better },
    },
  ];
};

/** Lists what the creator of a new campaign should know before it is funded. */
const creationWarnings = (input: CreateCampaignInput, campaign: CampaignRecord): readonly Warning[] => [
  ...unusedAmount(input, campaign),
  ...unevenLanes(campaign),
];

/** Random bytes of a claim link's token, which must not be guessable. */
const TOKEN_BYTES = 16;

/** The creator of a campaign, and the party its quota counts for: a key, or a vault on behalf of which a member asks. */
export const creatorOf = async (
  context: AirdropContext,
  { creator: named, vaultId }: Pick<CreateCampaignInput, 'creator' | 'vaultId'>,
  caller: Caller | undefined,
) => {
  if (vaultId === undefined) {
    const { address, hashHex } = parseCreator(context, named, caller);
    return { creator: address, creatorHash: hashHex, vaultId: null };
  }
  const made = await newSender(context, { sender: named, vaultId }, caller);
  return { creator: made.sender.address, creatorHash: made.sender.hashHex, vaultId: made.vaultId };
};

const parseCreator = (context: AirdropContext, named: string | undefined, caller: Caller | undefined) => {
  if (named !== undefined) return parseActing(context, named, 'creator', caller);
  if (caller !== undefined) return callerParties(caller, context.network)[0];
  throw new ServiceError('INVALID_REQUEST', 'creator is required when the request has no caller', { field: 'creator' });
};

/** Builds the contract of a campaign open to everybody, which needs no list. */
const publicContract = ({ network }: AirdropContext, campaign: Omit<NewCampaign, 'contract'>, terms: CampaignTerms) => {
  const shape = publicShape(terms);
  const parameters = publicParameters(campaign, shape);
  const asset = assetOf(campaign);
  const problem = findAirdropProblem(parameters, asset);
  if (problem !== undefined)
    throw new ServiceError('INVALID_REQUEST', `The terms do not define a valid contract: ${problem}`, { problem });
  const { address, lockingBytecode } = createAirdropContract(parameters, network, asset);
  return {
    ...shape,
    pool: parameters.amount * BigInt(shape.claims),
    address,
    lockingBytecode: binToHex(lockingBytecode),
  };
};

/** A campaign that has just been stored. */
interface CampaignCreation {
  readonly campaign: CampaignView;
  /** Which request comes next; `proposal`: that one. */
  readonly nextStep: 'generate-merkle' | 'funding-info' | 'proposal';
  readonly warnings: readonly Warning[];
  /** What members propose next so that their vault funds it; undefined where a key is the creator. */
  readonly proposal: FundingProposal | undefined;
}

/**
 * Stores a campaign as PENDING.
 *
 * @throws ServiceError INVALID_AMOUNT, INVALID_ADDRESS, INVALID_TIME, INVALID_REQUEST, SCHEDULE_UNSOUND, FORBIDDEN
 */
export const createCampaign = async (
  context: AirdropContext,
  input: CreateCampaignInput,
  caller: Caller | undefined,
  origin?: Origin,
  kept?: IdempotentResponse<CampaignCreation>,
): Promise<CampaignCreation> => {
  const terms = parseCampaignTerms(input, context.now());
  const campaign = {
    ...terms,
    ...(await creatorOf(context, input, caller)),
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
  const admission = admissionOf(origin, context);
  return creationOf(await context.airdrops.insert({ ...campaign, contract }, admission, responseAs(kept, creationOf)));
};
