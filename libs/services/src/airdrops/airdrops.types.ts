import type { AirdropStatus } from '@weir/api-contract/words';
import type { CampaignRecord, IdempotentResponse } from '@weir/infra';
import type { Page } from '../shared/paging.js';
import type { Origin } from '../shared/retention.js';
import type { FundingProposal } from '../shared/vaults/new-sender.js';

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

/** Filters and place of a page of campaigns; all filters combine. */
export interface ListCampaignsQuery extends Page {
  readonly creator?: string | undefined;
  readonly status?: AirdropStatus | undefined;
}

/** Whose claims are looked for. */
export interface ClaimableQuery extends Page {
  readonly address: string;
  /** Id: only this campaign. */
  readonly campaign?: string | undefined;
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

/** A claimer's request: the address that is paid, and how the claim is sent. */
export interface ClaimRequest {
  readonly claimerAddress: string;
  /** Whether the service sends the claim, which needs no signature. */
  readonly relay: boolean;
}

/** A claim that a client reports as made. */
export interface ConfirmClaimRequest {
  readonly txHash: string;
  readonly claimedAmount?: number | string | undefined;
  /** The signed claim, where the wallet did not send it. */
  readonly txHex?: string | undefined;
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
