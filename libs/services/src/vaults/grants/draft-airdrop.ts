import { binToHex, type TransactionCommon } from '@bitauth/libauth';
import { airdropPool, findAirdropDeployment, proposeAirdropClose, proposeAirdropFunding } from '@weir/covenants';
import type { CampaignRecord, ProposalSubject, VaultRecord } from '@weir/infra';
import { contractOf } from '../../airdrops/campaign/load-campaign.js';
import { closingUnitOf } from '../../airdrops/closing/close-by-unit.js';
import { assertActive, closableAt } from '../../airdrops/closing/open-lanes.js';
import { whitelistLanes } from '../../airdrops/funding/candidate-contracts.js';
import { refuseFunded } from '../../airdrops/funding/funding-info.js';
import { assertUnexpired } from '../../shared/retention.js';
import { ServiceError } from '../../shared/service-error.js';
import { addressOfVault } from '../../shared/vaults/stored-vault.js';
import type { VaultContext } from '../vault-context.js';
import { alreadyOpen, assertHasState } from './draft-opening.js';
import type { ProposalDraft } from './grant-request.js';
import { loadGrantedCampaign } from './granted-rows.js';

/**
 * Returns what a vault's payment opens of an unfunded campaign, and whether a transaction opens all of it, as it is. Does not
 * read the chain.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN, WRONG_STATE, RECORD_EXPIRED
 */
export const findUnopenedCampaign = async (context: VaultContext, subject: ProposalSubject, vault: VaultRecord) => {
  const campaign = await loadGrantedCampaign(context, subject, vault);
  if (campaign.status !== 'PENDING') throw alreadyOpen(subject, campaign.status);
  assertUnexpired(campaign.expiresAt, context);
  const { contract, tree } = await contractOf(context.airdrops, campaign);
  const whitelist = whitelistLanes(tree);
  // A transaction that is not signed yet has no final hash.
  const opens = (transaction: TransactionCommon) => findAirdropDeployment(contract, '', transaction, whitelist).ok;
  return { campaign, contract, whitelist, opens };
};

/** @throws ServiceError WRONG_STATE, NOT_CANCELABLE, CHAIN_UNAVAILABLE where the unit cannot be handed over, or need not be */
const assertClosable = async ({ airdrops }: VaultContext, campaign: CampaignRecord): Promise<void> => {
  assertActive(campaign);
  await closableAt(airdrops, await contractOf(airdrops, campaign), campaign);
  if ((await closingUnitOf(airdrops, campaign)) === undefined) return;
  throw new ServiceError(
    'WRONG_STATE',
    'The vault has already handed over the closing unit of the campaign: the service closes its lanes without another signature',
    { status: campaign.status, closing: campaign.closing },
  );
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
  const { campaign, contract, whitelist } = await findUnopenedCampaign(context, subject, vault);
  await refuseFunded(context.airdrops, campaign);
  const tip = await context.chain.tip();
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
 * they are.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN, WRONG_STATE, NOT_CANCELABLE, CHAIN_UNAVAILABLE
 */
export const draftAirdropClose = async (
  context: VaultContext,
  subject: ProposalSubject,
  vault: VaultRecord,
): Promise<ProposalDraft> => {
  const campaign = await loadGrantedCampaign(context, subject, vault);
  await assertClosable(context, campaign);
  const { funding, contract, claimedAmount } = campaign;
  if (funding === null)
    throw new ServiceError('WRONG_STATE', 'The campaign is not funded', { status: campaign.status });
  const left = (contract?.pool ?? 0n) - claimedAmount;
  return {
    terms: {
      kind: 'cancel',
      recipient: addressOfVault(vault),
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
