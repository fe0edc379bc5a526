import type { Answered, Amount, BodyOf, QueryOf, WithAmounts } from '../shared/amounts.js';
import type { Replacement } from '../shared/requested-terms.js';
import type { Wallet } from '../wallet.js';
import type { AbortOptions, ReadOptions, VerbOptions } from './verbs.types.js';

/** A campaign's record. */
export type Campaign = Answered<'Campaign'>;
/** A campaign with a page of its claims. */
export type CampaignDetail = Answered<'GetAirdropResponse'>;
/** What a campaign is created with. Amounts may also be bigint: satoshis, or base units of a token. */
export type CampaignTerms = WithAmounts<BodyOf<'createAirdrop'>>;
/** What a campaign is previewed from: its terms, and how many rows its list has. */
export type CampaignPreviewTerms = WithAmounts<BodyOf<'previewAirdrop'>>;
/** What a campaign would come to. */
export type CampaignPreview = Answered<'PreviewAirdropResponse'>;
/** The answer to a confirmed step. */
export type CampaignConfirmation = Answered<'AirdropConfirmResponse'>;

/** A claim that was paid, signed or not. */
export interface AirdropClaim {
  readonly txHash: string;
  /** Satoshis, or base units of the token. */
  readonly claimedAmountBase: bigint;
  /** Whether the campaign paid the fee and nobody signed. */
  readonly isRelayed: boolean;
  readonly campaign: Campaign;
}

/** Options of a claim. */
export interface AirdropClaimOptions extends VerbOptions {
  /**
   * Whether the service sends the claim without a signature. By default it does where the campaign pays the fees of a
   * list's claims.
   */
  readonly isRelayed?: boolean;
  /** Which of the wallet's addresses claims; by default its first. */
  readonly address?: string | undefined;
}

/**
 * Whom a campaign pays, and how much: rows, or a CSV of `address,amount` lines as text or as a file, which is sent
 * unread.
 */
export type Recipients = string | Blob | readonly { readonly address: string; readonly amount: Amount }[];

/** Progress of sending a list. The service builds its tree once it has all of it. */
export interface ListProgress {
  /** Bytes sent so far, where the platform reports it (browsers do); else 0 until the end. */
  readonly sent: number;
  /** Bytes of the file. */
  readonly size: number;
}

/** Options of sending a list. */
export interface ListOptions extends AbortOptions {
  /** Called as parts of a file are sent. */
  readonly onProgress?: (progress: ListProgress) => void;
}

/** A campaign, and what its creator and claimers can do with it. */
export interface AirdropHandle {
  readonly id: string;
  /**
   * Reads the record and the latest claims as they are now; `limit` and `cursor` select another page of the claims. Members of a
   * private vault that is its creator read its `vault_id`, too.
   */
  get(options?: ReadOptions & QueryOf<'getAirdrop'>): Promise<CampaignDetail>;
  /** Iterates over all claims, the newest first, reading page by page. */
  claims(): AsyncGenerator<Answered<'CampaignClaim'>, void, undefined>;
  /**
   * Sends the list of recipients, as the creator. It may be replaced until the funding. Rows are sent as JSON, up to some
   * ten thousand; CSV, as text or file, up to 100 MB.
   *
   * @throws WeirError INVALID_WHITELIST with `details.line`
   */
  generateList(recipients: Recipients, wallet?: Wallet, options?: ListOptions): Promise<Answered<'WhitelistResponse'>>;
  /**
   * Replaces addresses of the list, as the creator, who proves their address: each new address takes the row and the amount of
   * the old one. At most 100 at a time. A repetition changes nothing. After the funding it is refused (WRONG_STATE).
   *
   * @throws WeirError NOT_ELIGIBLE where `from` is not on the list, INVALID_WHITELIST where `to` is
   */
  replaceAddresses(
    replacements: readonly Replacement[],
    wallet?: Wallet,
    options?: AbortOptions,
  ): Promise<Answered<'ReplaceAddressesResponse'>>;
  /**
   * Reads what the creator's wallet would sign now to fund the campaign, and what it costs. Nothing is signed.
   *
   * @param options with the wallet whose coins are offered; by default those of the creator's address alone
   * @throws WeirError INSUFFICIENT_FUNDS with `details.neededBase`
   */
  fundingInfo(options?: ReadOptions): Promise<Answered<'AirdropFundingResponse'>>;
  /** Funds the campaign, signed by the creator. */
  fund(wallet?: Wallet, options?: VerbOptions): Promise<CampaignConfirmation>;
  /**
   * Claims the recipient's part.
   *
   * @param claimer a wallet; or an address, where the campaign pays the fee and nobody has to sign
   */
  claim(claimer?: Wallet | string, options?: AirdropClaimOptions): Promise<AirdropClaim>;
  /** Closes all lanes by one message that the creator signs: what is left returns to them. */
  close(wallet?: Wallet, options?: VerbOptions): Promise<Answered<'CloseAirdropResponse'>>;
  /** Reads the proof of an address's row. A private list shows it only to the address itself and to the creator. */
  proof(address: string, wallet?: Wallet): Promise<Answered<'WhitelistProofResponse'>>;
  /** Downloads the list as CSV, as the creator. */
  downloadList(wallet?: Wallet): Promise<string>;
  /** Reads which lanes addresses belong to, and whether these have claims left. */
  lanes(addresses: readonly string[]): Promise<Answered<'AirdropLanesResponse'>>;
  /** Has the service read from the chain what nobody confirmed. */
  sync(): Promise<Answered<'SyncAirdropResponse'>>;
}

/** The campaigns' part of a client. */
export interface Airdrops {
  /**
   * Creates a campaign. With `requireKyc` its list comes next (`generateList`), then its funding: of a vault (`terms.vaultId`) by a
   * proposal (`proposeFunding` of the vault's handle).
   *
   * @param wallet the creator's; by default the client's. Without any wallet `terms.creator` must name the creator
   */
  create(
    terms: CampaignTerms,
    wallet?: Wallet,
    options?: AbortOptions,
  ): Promise<
    AirdropHandle & {
      readonly record: Campaign;
      readonly warnings: Answered<'CreateAirdropResponse'>['warnings'];
    }
  >;
  /** Computes what a campaign would cost, and what its claims would cost their payer. Nothing is stored. */
  preview(terms: CampaignPreviewTerms, wallet?: Wallet, options?: AbortOptions): Promise<CampaignPreview>;
  /** Returns the handle of a campaign by its `id`. Nothing is requested before a method needs it. */
  at(id: string): AirdropHandle;
  /** Reads the campaign of a claim link. */
  byLink(token: string): Promise<Answered<'ClaimLinkResponse'>>;
  /**
   * Reads what the addresses of a wallet can claim, private lists included: the newest campaigns first, or `campaign` alone. Each row
   * has its `address`, by which it is claimed.
   */
  claimable(
    wallet?: Wallet,
    query?: Omit<QueryOf<'getClaimableAirdrops'>, 'address'>,
  ): Promise<Answered<'ClaimableResponse'>>;
  /** Reads one page of the campaigns that match, the newest first; `limit` and `cursor` select it. */
  page(query?: QueryOf<'listAirdrops'>, options?: AbortOptions): Promise<Answered<'ListAirdropsResponse'>>;
  /** Iterates over all campaigns that match, the newest first, reading page by page. */
  list(query?: Omit<QueryOf<'listAirdrops'>, 'cursor'>): AsyncGenerator<Campaign, void, undefined>;
}
