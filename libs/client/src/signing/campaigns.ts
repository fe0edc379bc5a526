import { Difference, type AskedEffect } from '@weir/verify';
import type { Connection } from '../connection/connection.js';
import { isSameAddress } from '../shared/address.js';
import type { Answered } from '../shared/amounts.js';
import type { ChainReads } from './chain-reads.js';
import { assertOwn } from './records.js';
import type { Expectation, Scene } from './scene.js';
import { assertCampaignTold, type ToldList } from './told-campaigns.js';

/** The start of a campaign that names none, as its contract has it. */
const NO_START = 500_000_000;

const readCampaign = async ({ api, ask }: Connection, id: string): Promise<Answered<'Campaign'>> => {
  const params = { path: { id }, query: { limit: 1 } };
  return (await ask((sent) => api.GET('/api/airdrops/{id}', { ...sent, params }))).campaign;
};

const openingOf = (campaign: Answered<'Campaign'>, list: ToldList | undefined): AskedEffect => ({
  kind: 'OPENS_CAMPAIGN',
  list: campaign.require_kyc ? 'WHITELIST' : 'PUBLIC',
  ...(campaign.contract_address !== null && { campaign: campaign.contract_address }),
  creator: campaign.creator,
  asset: campaign.token_category ?? undefined,
  pool: campaign.pool_amount_base ?? 0n,
  claims: campaign.max_claims ?? 0,
  ...(campaign.lanes !== null && { lanes: campaign.lanes }),
  ...(!campaign.require_kyc && {
    amount: campaign.amount_per_claim_base ?? 0n,
    limit: campaign.max_claims_per_address,
  }),
  start: BigInt(campaign.start_date ?? NO_START),
  end: BigInt(campaign.end_date ?? 0),
  isCancelable: campaign.cancelable,
  paysFees: campaign.sponsor_fees ?? false,
  ...(list !== undefined && { roots: list.roots }),
});

/** Asks for the funding of a campaign, whoever its creator is. */
export const campaignEffect = async (
  { connection, network }: Scene,
  id: string,
): Promise<{ readonly effect: AskedEffect; readonly creator: string; readonly isTold: boolean }> => {
  const campaign = await readCampaign(connection, id);
  const own = connection.told.get(id);
  const list = own && (await assertCampaignTold(own, campaign, network));
  const isTold = own !== undefined && (!campaign.require_kyc || list !== undefined);
  return { effect: openingOf(campaign, list), creator: campaign.creator, isTold };
};

/** Asks for the funding of a campaign by its creator. */
export const campaignOpening = async (scene: Scene, id: string): Promise<Expectation> => {
  const { effect, creator, isTold } = await campaignEffect(scene, id);
  assertOwn(scene.addresses, creator);
  return { effects: [effect], isTold };
};

/**
 * Reads a campaign from its funding on the chain, which must agree with its record.
 *
 * @throws Difference
 */
export const fundedCampaign = async (connection: Connection, reads: ChainReads, id: string) => {
  const { funding_tx_hash: txid, contract_address: address, creator } = await readCampaign(connection, id);
  if (txid === null) throw new Difference('OTHER_TERMS', `The campaign ${id} is not funded`);
  const campaign = await reads.campaign(txid);
  const { funded } = campaign;
  if (address === null || !isSameAddress(address, funded.campaign) || !isSameAddress(creator, funded.creator))
    throw new Difference('OTHER_TERMS', `On the chain the campaign ${id} is another one: ${funded.campaign}`);
  reads.pin(id, funded.campaign);
  return campaign;
};

/** Asks for a claim from a campaign, for an address of the wallet's own. The contract fixes what a row is paid. */
export const campaignClaim = async (
  { connection, reads, addresses }: Scene,
  id: string,
  built: unknown,
): Promise<Expectation> => {
  const { hex, funded } = await fundedCampaign(connection, reads, id);
  const { claimableAmountBase } = built as Answered<'AirdropClaimUnsigned'>;
  const [recipient = ''] = addresses;
  const effect: AskedEffect = {
    kind: 'CLAIMS_AIRDROP',
    campaign: funded.campaign,
    recipient,
    asset: funded.asset,
    amount: funded.amount ?? claimableAmountBase,
  };
  return { effects: [effect], campaigns: [hex], isTold: true };
};
