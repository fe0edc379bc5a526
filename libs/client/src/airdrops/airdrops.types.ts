import type { Amount, Exact, WithAmounts } from '../shared/amounts.js';
import type { BodyOf, QueryOf, Schemas } from '../shared/schemas.js';
import type { VerbOptions } from '../steps/progress.js';
import type { Wallet } from '../wallet.js';

/** A campaign's record. */
export type Campaign = Exact<Schemas['Campaign']>;
/** A campaign with a page of its claims. */
export type CampaignStatus = Exact<Schemas['GetAirdropResponse']>;
/** What a campaign is created with. Amounts also as bigint: satoshis, or base units of a token. */
export type CampaignTerms = WithAmounts<BodyOf<'createAirdrop'>>;
/** What a confirmed step says. */
export type CampaignConfirmation = Exact<Schemas['AirdropConfirmResponse']>;

/** What a claim paid, however it came to the network. */
export interface AirdropClaim {
  readonly txHash: string;
  /** Satoshis, or base units of the token. */
  readonly claimedAmountBase: bigint;
  /** Whether the campaign paid the fee and nobody signed. */
  readonly isRelayed: boolean;
  readonly campaign: Campaign;
}

export interface AirdropClaimOptions extends VerbOptions {
  /** Whether the service sends the claim without a signature; default where the campaign pays the fees of a list's claims. */
  readonly isRelayed?: boolean;
}

/** Whom a campaign pays, and how much: rows, or CSV of `address,amount` lines as text or as a file, which is sent as it is. */
export type Recipients = string | Blob | readonly { readonly address: string; readonly amount: Amount }[];

/** How far a list is that is being sent: the service builds its tree once it has all of it. */
export interface ListProgress {
  /** Bytes of a file that were sent, where the platform tells (browsers do); else 0 up to the end. */
  readonly sent: number;
  /** Bytes of the file. */
  readonly size: number;
}

export interface ListOptions extends Pick<VerbOptions, 'signal'> {
  /** Told of each part of a file as it goes. */
  readonly onProgress?: (progress: ListProgress) => void;
}

/** One campaign, and what its creator and claimers can do with it. */
export interface AirdropHandle {
  readonly id: string;
  /** The record and the latest claims, as they are now; by `limit` and `cursor` other pages of the claims. */
  status(options?: Pick<VerbOptions, 'signal'> & QueryOf<'getAirdrop'>): Promise<CampaignStatus>;
  /** All claims, the newest first, page by page. */
  claims(): AsyncGenerator<Exact<Schemas['CampaignClaim']>, void, undefined>;
  /** The creator gives the list of recipients; may be repeated until the funding. @throws WeirError INVALID_WHITELIST with `details.line` */
  generateList(
    recipients: Recipients,
    wallet?: Wallet,
    options?: ListOptions,
  ): Promise<Exact<Schemas['WhitelistResponse']>>;
  /**
   * What the creator's wallet would sign now to pay in the pool, and what it costs: nothing is signed.
   *
   * @throws WeirError INSUFFICIENT_FUNDS with `details.neededBase`
   */
  fundingInfo(options?: Pick<VerbOptions, 'signal'>): Promise<Exact<Schemas['AirdropFundingResponse']>>;
  /** The creator pays in the pool. */
  fund(wallet?: Wallet, options?: VerbOptions): Promise<CampaignConfirmation>;
  /** A claimer takes their part. @param wallet or an address, where the campaign pays the fee and nobody has to sign */
  claim(claimer?: Wallet | string, options?: AirdropClaimOptions): Promise<AirdropClaim>;
  /** The creator takes back what is left, of all lanes, by one signed message. */
  close(wallet?: Wallet, options?: VerbOptions): Promise<Exact<Schemas['CloseAirdropResponse']>>;
  /** The proof of an address's row; of a private list for the address itself and the creator. */
  proof(address: string, wallet?: Wallet): Promise<Exact<Schemas['WhitelistProofResponse']>>;
  /** The list as CSV, for the creator. */
  downloadList(wallet?: Wallet): Promise<string>;
  /** Which lanes addresses belong to, and whether there is room. */
  lanes(addresses: readonly string[]): Promise<Exact<Schemas['AirdropLanesResponse']>>;
  /** Reads what the chain has where nobody confirmed. */
  sync(): Promise<Exact<Schemas['SyncAirdropResponse']>>;
}

export interface Airdrops {
  /**
   * Creates a campaign; with `requireKyc` its list comes next (`generateList`), then its funding.
   *
   * @param wallet the creator's; default the client's, without one `terms.creator` is named
   */
  create(
    terms: CampaignTerms,
    wallet?: Wallet,
    options?: Pick<VerbOptions, 'signal'>,
  ): Promise<
    AirdropHandle & {
      readonly record: Campaign;
      readonly warnings: Exact<Schemas['CreateAirdropResponse']>['warnings'];
    }
  >;
  /** A campaign by its `id`. Nothing is asked before a verb needs it. */
  at(id: string): AirdropHandle;
  /** The campaign of a claim link. */
  byLink(token: string): Promise<Exact<Schemas['ClaimLinkResponse']>>;
  /** What a wallet's address can claim, from private lists too. */
  claimable(wallet?: Wallet): Promise<Exact<Schemas['ClaimableResponse']>>;
  /** One page of those that match, the newest first: `limit` and `cursor` say which. */
  page(
    query?: QueryOf<'listAirdrops'>,
    options?: Pick<VerbOptions, 'signal'>,
  ): Promise<Exact<Schemas['ListAirdropsResponse']>>;
  /** All campaigns that match, the newest first, page by page. */
  list(query?: Omit<QueryOf<'listAirdrops'>, 'cursor'>): AsyncGenerator<Campaign, void, undefined>;
}
