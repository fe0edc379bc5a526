import type { ClaimableKind } from '@weir/infra';
import type { Page } from '../../shared/paging.js';

export type { CreateCampaignInput, ListAirdropsQuery, PreviewCampaignInput } from '@weir/api-contract/words';

/** Whose claims are looked for. */
export interface ClaimableQuery extends Page {
  /** Addresses of one wallet, separated by commas. */
  readonly address: string;
  /** Id: only this campaign. */
  readonly campaign?: string | undefined;
  /** By default both. */
  readonly kind?: ClaimableKind | undefined;
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
