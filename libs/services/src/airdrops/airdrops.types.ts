import type { AirdropStatus, TokenType } from '@weir/api-contract/words';
import type { WcTransaction } from '@weir/covenants';
import type { CampaignRecord, IdempotentResponse, RollbackReason } from '@weir/infra';
import type { Page } from '../shared/paging.js';
import type { Origin } from '../shared/retention.js';
import type { FundingProposal } from '../shared/vaults/funding-proposal.js';
import type { TransactionInputView, TransactionOutputView } from '../streams/streams.types.js';

export type { CreateCampaignInput } from '@weir/api-contract/words';

/** A campaign as the use cases return it: its row, and what is computed of it. Amounts in base units, times in Unix seconds. */
export interface CampaignView extends Omit<CampaignRecord, 'startDate' | 'nonce'> {
  /** Null where claims may begin at once. */
  readonly startDate: number | null;
  readonly lanes: number | null;
  readonly sponsorFees: boolean | null;
  /** What all possible claims pay together, base units; null while the list is missing. */
  readonly poolAmount: bigint | null;
  readonly maxClaims: number | null;
  readonly totalRecipients: number | null;
  /** Claims made of all possible ones in percent, with two decimals rounded down. */
  readonly progressPercentage: number;
  /** Path of the route that shows the campaign to whom it is given. */
  readonly claimLink: string;
  readonly merkleRoot: string | null;
  readonly contractAddress: string | null;
  readonly fundingTxHash: string | null;
  /** Whether the funding spent a coin of the named creator's address; null while PENDING, or where it is not known. */
  readonly fundedByCreator: boolean | null;
  readonly activatedAt: number | null;
}

/** What the creator of a campaign should know before it is funded. */
export interface CampaignWarning {
  readonly code: 'AMOUNT_PER_CLAIM_UNUSED' | 'LANES_FILL_UNEVENLY';
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** A campaign that has just been stored. */
export interface CampaignCreation {
  readonly campaign: CampaignView;
  /** Which request comes next; `proposal`: that one. */
  readonly nextStep: 'generate-merkle' | 'funding-info' | 'proposal';
  readonly warnings: readonly CampaignWarning[];
  /** What members propose next so that their vault funds it; undefined where a key is the creator. */
  readonly proposal: FundingProposal | undefined;
}

/** One recorded claim of a campaign. Amounts in base units, times in Unix seconds. */
export interface CampaignClaimView {
  readonly id: string;
  readonly campaignId: string;
  readonly claimer: string;
  readonly amount: bigint;
  readonly claimNumber: number;
  readonly lane: number;
  readonly claimedAt: number;
  readonly txHash: string;
  readonly source: 'confirm' | 'chain';
}

/** Filters and place of a page of campaigns; all filters combine. */
export interface ListCampaignsQuery extends Page {
  readonly creator?: string | undefined;
  readonly status?: AirdropStatus | undefined;
}

/** A page of campaigns, the newest first. */
export interface CampaignsPage {
  readonly airdrops: readonly CampaignView[];
  readonly total: number;
  readonly nextCursor: string | null;
}

/** A campaign with a page of its claims and the steps that were rolled back. */
export interface CampaignDetail {
  readonly campaign: CampaignView;
  readonly claims: readonly CampaignClaimView[];
  /** The latest hundred steps that were rolled back, the oldest of them first. */
  readonly takenBack: readonly RolledBackView[];
  readonly nextCursor: string | null;
}

/** A step that was recorded and then rolled back with the chain. */
export interface RolledBackView {
  readonly of: 'funded' | 'claimed' | 'closed' | 'completed';
  /** When it was noticed, Unix seconds. */
  readonly at: number;
  readonly txHash: string;
  /** What it moved, base units. */
  readonly amount: bigint;
  readonly reason: RollbackReason;
  /** The transaction that took its place. */
  readonly replacedBy: string | null;
}

/** A claim that an address can make of a campaign. */
export interface ClaimableView {
  readonly campaign: CampaignView;
  /** Of one claim, base units. */
  readonly amount: bigint;
  readonly claimsMade: number;
  readonly claimsLeft: number;
}

/** Whose claims are looked for. */
export interface ClaimableQuery extends Page {
  readonly address: string;
  /** Id: only this campaign. */
  readonly campaign?: string | undefined;
}

/** What an address can claim now: a page of campaigns, the newest first. */
export interface ClaimableResult {
  readonly address: string;
  readonly claimable: readonly ClaimableView[];
  /** The campaigns of these. */
  readonly campaigns: readonly CampaignView[];
  /** How many this page has. */
  readonly total: number;
  /** Null on the last page. */
  readonly nextCursor: string | null;
  /** Whether private lists were searched too, which needs a viewer who has proven to be the address. */
  readonly privateListsIncluded: boolean;
}

/** A lane of a campaign that is open to everybody. */
export interface LaneView {
  readonly lane: number;
  /** How many claims it pays in all. */
  readonly claimsDue: number;
  readonly claimsMade: number;
  /** 0 once it is closed. */
  readonly claimsLeft: number;
}

/** Which lane pays an address, and how many claims the lane and the address have left. */
export interface AddressLaneView {
  readonly address: string;
  readonly lane: number;
  readonly claimsMade: number;
  readonly claimsLeft: number;
}

/** The lanes of a campaign that is open to everybody, and those of the addresses asked about. */
export interface CampaignLanesView {
  /** Of all lanes. */
  readonly claimsLeft: number;
  readonly lanes: readonly LaneView[];
  readonly addresses: readonly AddressLaneView[];
}

/** A row of a list: an address and the amount due to it, in BCH or in base units of the token. */
export interface RecipientInput {
  readonly address: string;
  readonly amount: number | string;
}

/** A list of recipients as it arrives: the bytes of a CSV, or recipients in batches. */
export type WhitelistInput =
  | { readonly kind: 'csv'; readonly pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array> }
  | {
      readonly kind: 'recipients';
      readonly batches: AsyncIterable<readonly RecipientInput[]> | Iterable<readonly RecipientInput[]>;
    };

/** The result of building a list: its root, the number of its rows and their sum. */
export interface WhitelistResult {
  readonly campaign: CampaignView;
  readonly merkleRoot: string;
  readonly totalRecipients: number;
  readonly totalAmount: bigint;
  readonly depth: number;
  readonly lanes: number;
}

/** A Merkle proof of one row under the root of the list as it was built. */
export interface WhitelistProofView {
  /** uuid of the campaign. */
  readonly campaignId: string;
  readonly address: string;
  readonly amount: bigint;
  readonly tokenCategory: string | null;
  readonly row: number;
  readonly lane: number;
  readonly leaf: string;
  readonly proof: readonly string[];
  /** For each sibling: 1 where it stands on the left, hashed first. */
  readonly positions: readonly (0 | 1)[];
  readonly merkleRoot: string;
  /** How many of the siblings lead to the root of the lane. */
  readonly laneDepth: number;
  readonly laneRoot: string;
  readonly claimed: boolean;
  readonly claimTxHash: string | null;
}

/** A funding for the creator to sign, or the preparation that their wallet needs before it. */
export type CampaignFundingInfo =
  | { readonly kind: 'preparation'; readonly preparationTransaction: WcTransaction; readonly message: string }
  | {
      readonly kind: 'funding';
      readonly fundingInfo: {
        /** Display id. */
        readonly campaignId: string;
        readonly contractAddress: string;
        readonly creator: string;
        /** What all possible claims pay together. */
        readonly amount: bigint;
        readonly tokenType: TokenType;
        readonly tokenCategory: string | null;
        readonly lanes: number;
        readonly claims: number;
        readonly merkleRoot: string | null;
        /** Satoshis that pay for sponsored claims. */
        readonly feeReserve: bigint;
      };
      readonly inputs: readonly TransactionInputView[];
      readonly outputs: readonly TransactionOutputView[];
      readonly fee: bigint;
      readonly wcTransaction: WcTransaction;
    };

/** A campaign after one of its transactions was confirmed. */
export interface CampaignConfirmResult {
  readonly message: string;
  readonly txHash: string;
  readonly status: AirdropStatus;
  readonly confirmations: number;
  readonly finality: 'mempool' | 'mined' | 'final';
  readonly campaign: CampaignView;
  readonly claim?: CampaignClaimView;
}

/** A claimer's request: the address that is paid, and how the claim is sent. */
export interface ClaimRequest {
  readonly claimerAddress: string;
  /** Whether the service sends the claim, which needs no signature. */
  readonly relay: boolean;
}

/** A claim for the claimer to sign, or one that the service has sent. */
export type CampaignClaimResult =
  | {
      readonly kind: 'unsigned';
      readonly tokenType: TokenType;
      readonly tokenCategory: string | null;
      readonly claimableAmount: bigint;
      readonly claimNumber: number;
      readonly lane: number;
      readonly feesSponsored: boolean;
      readonly asOf: number;
      readonly wcTransaction: WcTransaction;
    }
  | {
      readonly kind: 'relayed';
      readonly txHash: string;
      readonly claimedAmount: bigint;
      /** Nothing is to be signed. */
      readonly wcTransaction: null;
      readonly claim: CampaignClaimView;
      readonly campaign: CampaignView;
    };

/** A claim that a client reports as made. */
export interface ConfirmClaimRequest {
  readonly txHash: string;
  readonly claimedAmount?: number | string | undefined;
  /** The signed claim, where the wallet did not send it. */
  readonly txHex?: string | undefined;
}

/** The closes of a campaign for its creator to sign: one message for all lanes, or one transaction per lane. */
export interface CancelCampaignResult {
  readonly tokenType: TokenType;
  readonly tokenCategory: string | null;
  /** What is left in the lanes, base units. */
  readonly returnedAmount: bigint;
  readonly cancelReturnAddress: string;
  readonly openLanes: number;
  readonly asOf: number;
  /** Closes all lanes once signed with `bch_signMessage`. */
  readonly message: string;
  /** Of the first lane. */
  readonly wcTransaction: WcTransaction;
  /** Closes of single lanes, to be signed one by one; of the first lanes, where there are many. */
  readonly lanes: readonly { readonly lane: number; readonly wcTransaction: WcTransaction }[];
}

/** A campaign after its lanes were closed by its creator's signed message. */
export interface CloseCampaignResult {
  readonly message: string;
  readonly txHashes: readonly string[];
  readonly openLanes: number;
  readonly status: AirdropStatus;
  readonly campaign: CampaignView;
}

/** The request that a list arrives with. */
export interface ListRequest {
  /** Aborted when the client goes away. */
  readonly signal?: AbortSignal | undefined;
  readonly origin?: Origin | undefined;
  readonly kept?: IdempotentResponse<WhitelistResult> | undefined;
  /** The request's turn at the database, which it has at first; given up while the list arrives and its tree is built. */
  readonly turn?: { take(): Promise<void>; leave(): void } | undefined;
}
