import { randomBytes } from 'node:crypto';
import { binToHex, binToUtf8 } from '@bitauth/libauth';
import { AIRDROP_NONCE_ENTROPY, createAirdropContract, createAirdropNonce, findAirdropProblem } from '@weir/covenants';
import {
  responseAs,
  type CampaignContract,
  type CampaignRecord,
  type IdempotentResponse,
  type NewCampaign,
} from '@weir/infra';
import { parseParty } from '../shared/parties.js';
import { admissionOf, type Origin } from '../shared/retention.js';
import { ServiceError } from '../shared/service-error.js';
import { fundingProposal } from '../shared/vaults/funding-proposal.js';
import { newSender } from '../shared/vaults/new-sender.js';
import type { AirdropContext } from './airdrop-context.js';
import type { CampaignCreation, CreateCampaignInput } from './airdrops.types.js';
import { assetOf, publicParameters } from './campaign-contracts.js';
import { parseCampaignTerms, publicShape, type CampaignTerms } from './campaign-terms.js';
import { toCampaignView } from './campaign-view.js';
import { creationWarnings } from './campaign-warnings.js';
import { parseActing } from './load-campaign.js';

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
