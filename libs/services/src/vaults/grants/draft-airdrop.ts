import { binToHex } from '@bitauth/libauth';
import { airdropPool, proposeAirdropClose, proposeAirdropFunding } from '@weir/covenants';
import type { CampaignRecord, ProposalSubject, VaultRecord } from '@weir/infra';
import type { GrantedAirdrops } from '../../airdrops/granted-airdrops.js';
import { onChain } from '../../shared/chain-errors.js';
import { ServiceError } from '../../shared/service-error.js';
import type { VaultContext } from '../vault-context.js';
import { assertHasState } from './draft-opening.js';
import type { ProposalDraft } from './grant-request.js';
import { assertVaultSends, notFound } from './granted-rows.js';

interface GrantedCampaign {
  readonly campaign: CampaignRecord;
  readonly airdrops: GrantedAirdrops;
}

/**
 * Loads a campaign whose creator is a vault, with the port that knows campaigns.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN
 */
export const loadGrantedCampaign = async (
  { airdrops }: Pick<VaultContext, 'airdrops'>,
  subject: ProposalSubject,
  vault: VaultRecord,
): Promise<GrantedCampaign> => {
  const campaign = await airdrops?.find(subject.id);
  if (airdrops === undefined || campaign === undefined) throw notFound(subject);
  assertVaultSends(campaign.creatorHash, subject, vault);
  return { campaign, airdrops };
};

/**
 * Drafts the opening of a campaign: the vault's payment is itself the funding, and the closing unit stays with the
 * vault.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN, WRONG_STATE, RECORD_EXPIRED, CHAIN_UNAVAILABLE
 */
export const draftAirdropOpening = async (
  context: VaultContext,
  subject: ProposalSubject,
  vault: VaultRecord,
): Promise<ProposalDraft> => {
  assertHasState(vault);
  const { campaign, airdrops } = await loadGrantedCampaign(context, subject, vault);
  const { contract, whitelist } = await airdrops.opening(campaign);
  await airdrops.refuseFunded(campaign);
  const tip = await onChain(() => context.chain.tip());
  return {
    terms: {
      kind: 'airdrop',
      recipient: contract.address,
      recipientBytecode: binToHex(contract.lockingBytecode),
      tokenType: campaign.tokenType,
      tokenCategory: campaign.tokenCategory,
      coin: null,
      subjects: [subject],
    },
    build: (vaultContract, holdings, options) =>
      proposeAirdropFunding(vaultContract, holdings, contract, tip, whitelist, options),
    amountOf: () => airdropPool(contract.parameters),
  };
};

/**
 * Drafts the close of a campaign: its closing unit goes to the closer contract, with which the lanes are then closed as
 * they stand.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN, WRONG_STATE, NOT_CANCELABLE, CHAIN_UNAVAILABLE
 */
export const draftAirdropClose = async (
  context: VaultContext,
  subject: ProposalSubject,
  vault: VaultRecord,
): Promise<ProposalDraft> => {
  const { campaign, airdrops } = await loadGrantedCampaign(context, subject, vault);
  await airdrops.assertClosable(campaign);
  const { funding, contract, claimedAmount } = campaign;
  if (funding === null)
    throw new ServiceError('WRONG_STATE', 'The campaign is not funded', { status: campaign.status });
  const left = (contract?.pool ?? 0n) - claimedAmount;
  return {
    terms: {
      kind: 'cancel',
      recipient: vault.contractAddress,
      recipientBytecode: vault.lockingBytecode,
      tokenType: campaign.tokenType,
      tokenCategory: campaign.tokenCategory,
      coin: null,
      subjects: [subject],
    },
    build: (vaultContract, holdings, options) =>
      proposeAirdropClose(vaultContract, holdings, funding.category, options),
    // What would return at this moment: claims go on until the lanes are closed.
    amountOf: () => (left > 0n ? left : 1n),
  };
};
