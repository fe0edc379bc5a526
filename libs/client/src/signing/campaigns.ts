import { MIN_TIME } from '@weir/kinds';
import { Difference, differenceOf, type AskedEffect, type LockVesting } from '@weir/verify';
import { addressOf, type Connection } from '../connection/connection.js';
import type { Answered } from '../shared/amounts.js';
import { assertCampaign, type RequestedList } from './expected-campaigns.js';
import { assertOwn } from './records.js';
import type { Expectation, Purpose, Scene } from './scene.js';

const readCampaign = async ({ api, ask }: Connection, id: string): Promise<Answered<'Campaign'>> => {
  const params = { path: { id }, query: { limit: 1 } };
  return (await ask((sent) => api.GET('/api/airdrops/{id}', { ...sent, params }))).campaign;
};

/** When a list's rows vest, as readings of the chain say it; undefined, which differs from any, where claims pay at once. */
const vestingOf = ({ vesting }: Answered<'Campaign'>): LockVesting | undefined =>
  vesting === null
    ? undefined
    : {
        kind: 'VESTING',
        start: BigInt(vesting.start_time),
        end: BigInt(vesting.end_time),
        cliff: BigInt(vesting.cliff_timestamp ?? vesting.start_time),
        step: BigInt(vesting.interval_seconds ?? 1),
      };

const openingOf = (campaign: Answered<'Campaign'>, list: RequestedList | undefined): AskedEffect => ({
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
  start: BigInt(campaign.start_date ?? Number(MIN_TIME)),
  end: BigInt(campaign.end_date ?? 0),
  isCancelable: campaign.cancelable,
  paysFees: campaign.sponsor_fees,
  ...(list !== undefined && { roots: list.roots, pools: list.pools }),
  vesting: vestingOf(campaign),
});

/** Reads a campaign's record, whose terms must be those that were requested where they are known. @throws Difference */
const recordedCampaign = async ({ connection, network }: Pick<Scene, 'connection' | 'network'>, id: string) => {
  const campaign = await readCampaign(connection, id);
  const own = connection.requested.get(id);
  const list = own && (await assertCampaign(own, campaign, network));
  const isRequested = own !== undefined && (!campaign.require_kyc || list !== undefined);
  return { campaign, effect: openingOf(campaign, list), isRequested };
};

/** Asks for the funding of a campaign of any creator. */
export const campaignEffect = async (
  scene: Scene,
  id: string,
): Promise<{ readonly effect: AskedEffect; readonly creator: string; readonly isRequested: boolean }> => {
  const { campaign, effect, isRequested } = await recordedCampaign(scene, id);
  return { effect, creator: campaign.creator, isRequested };
};

/** Asks for the funding of a campaign by its creator. */
export const campaignOpening = async (scene: Scene, id: string): Promise<Expectation> => {
  const { effect, creator, isRequested } = await campaignEffect(scene, id);
  assertOwn(scene.addresses, creator);
  return { effects: [effect], isRequested };
};

/**
 * Reads a campaign from its funding on the chain, which must agree with its record, and so with what was requested.
 *
 * @throws Difference
 */
export const fundedCampaign = async (scene: Pick<Scene, 'connection' | 'network' | 'reads'>, id: string) => {
  const { campaign: record, effect } = await recordedCampaign(scene, id);
  if (record.funding_tx_hash === null || record.contract_address === null)
    throw new Difference('OTHER_TERMS', `The campaign ${id} is not funded`);
  const funded = await scene.reads.campaign(record.funding_tx_hash);
  const difference = differenceOf(effect, funded, scene.network);
  if (difference !== undefined)
    throw new Difference('OTHER_TERMS', `On the chain the campaign ${id} has other terms: ${difference}`);
  scene.reads.pin(id, funded.campaign);
  return funded;
};

/** Asks for a claim from a campaign, for an address of the wallet's own. The contract fixes what a row is paid. */
export const campaignClaim = async (
  scene: Scene,
  { id, claimer }: Pick<Purpose, 'id' | 'claimer'>,
  built: unknown,
): Promise<Expectation> => {
  const funded = await fundedCampaign(scene, id);
  const { claimableAmountBase } = built as Answered<'AirdropClaimUnsigned'>;
  const recipient = await addressOf(scene.wallet, claimer);
  const effect: AskedEffect = {
    kind: 'CLAIMS_AIRDROP',
    campaign: funded.campaign,
    recipient,
    asset: funded.asset,
    amount: funded.amount ?? claimableAmountBase,
    vesting: funded.vesting,
  };
  return { effects: [effect], isRequested: true };
};
