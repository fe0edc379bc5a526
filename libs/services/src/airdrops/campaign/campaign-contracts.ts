import { hexToBin, utf8ToBin } from '@bitauth/libauth';
import { LRUCache } from 'lru-cache';
import {
  createAirdropContract,
  type AirdropAsset,
  type AirdropContract,
  type AirdropParameters,
  type Network,
  type PublicParameters,
  type WhitelistParameters,
} from '@weir/covenants';
import type { AirdropsRepository, CampaignRecord, NewCampaign, TreeRecord } from '@weir/infra';
import { lockScheduleOf } from './campaign-vesting.js';

/** The terms of a campaign that its contract is built from, for any kind. */
export type CampaignTermsRow = Pick<
  NewCampaign,
  | 'creatorHash'
  | 'tokenCategory'
  | 'amountPerClaim'
  | 'maxClaimsPerAddress'
  | 'startDate'
  | 'endDate'
  | 'cancelable'
  | 'sponsorFees'
  | 'nonce'
  | 'vesting'
>;

/** A campaign's contract, and the list it pays where it has one. */
export type LoadedContract =
  | { readonly kind: 'WHITELIST'; readonly contract: AirdropContract<WhitelistParameters>; readonly tree: TreeRecord }
  | { readonly kind: 'PUBLIC'; readonly contract: AirdropContract<PublicParameters>; readonly tree: null };

/** Returns the asset that a campaign gives away. */
export const assetOf = ({ tokenCategory }: Pick<NewCampaign, 'tokenCategory'>): AirdropAsset =>
  tokenCategory === null ? { type: 'BCH' } : { type: 'FUNGIBLE_TOKEN', category: tokenCategory };

const commonOf = ({ creatorHash, startDate, endDate, cancelable, sponsorFees, nonce }: CampaignTermsRow) => ({
  creator: hexToBin(creatorHash),
  start: BigInt(startDate),
  end: BigInt(endDate ?? 0),
  cancelable,
  sponsored: sponsorFees,
  nonce: utf8ToBin(nonce),
});

/** Returns the contract parameters of a campaign that pays a list. */
export const whitelistParameters = (
  terms: CampaignTermsRow,
  { depth, rowCount, lanes, total }: Pick<TreeRecord, 'depth' | 'rowCount' | 'lanes' | 'total'>,
): WhitelistParameters => ({
  kind: 'WHITELIST',
  ...commonOf(terms),
  depth,
  rows: rowCount,
  total,
  lanes,
  vesting: terms.vesting === null ? undefined : lockScheduleOf(terms.vesting),
});

/** Returns the contract parameters of a campaign that is open to everybody. */
export const publicParameters = (
  terms: CampaignTermsRow,
  shape: { readonly lanes: number; readonly claims: number },
): PublicParameters => ({
  kind: 'PUBLIC',
  ...commonOf(terms),
  amount: terms.amountPerClaim ?? 0n,
  limit: terms.maxClaimsPerAddress,
  claims: shape.claims,
  lanes: shape.lanes,
});

/** How many contracts are cached: they are small, and can be rebuilt from a database row. */
const KEPT = 256;

/** Builds and caches the contracts of campaigns. */
export class CampaignContracts {
  readonly #known = new LRUCache<string, LoadedContract>({ max: KEPT });

  constructor(
    private readonly airdrops: AirdropsRepository,
    private readonly network: Network,
  ) {}

  /** The contract of a campaign; undefined while its list is missing. */
  async of(campaign: CampaignRecord): Promise<LoadedContract | undefined> {
    const key = `${campaign.id}:${campaign.tree?.id ?? ''}`;
    const known = this.#known.get(key) ?? (await this.#load(campaign));
    if (known !== undefined) this.#known.set(key, known);
    return known;
  }

  ofTree(campaign: CampaignRecord, tree: TreeRecord): Extract<LoadedContract, { kind: 'WHITELIST' }> {
    return { kind: 'WHITELIST', contract: this.#create(whitelistParameters(campaign, tree), campaign), tree };
  }

  async #load(campaign: CampaignRecord): Promise<LoadedContract | undefined> {
    if (!campaign.requireKyc) {
      if (campaign.contract === null) return undefined;
      return {
        kind: 'PUBLIC',
        contract: this.#create(publicParameters(campaign, campaign.contract), campaign),
        tree: null,
      };
    }
    const tree = campaign.tree === null ? undefined : await this.airdrops.findTree(campaign.tree.id);
    return tree && this.ofTree(campaign, tree);
  }

  #create<Parameters extends AirdropParameters>(parameters: Parameters, campaign: CampaignRecord) {
    return createAirdropContract(parameters, this.network, assetOf(campaign));
  }
}
