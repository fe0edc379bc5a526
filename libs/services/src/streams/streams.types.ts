import type { PaymentStatus } from '@weir/api-contract/words';
import type { Page } from '../shared/paging.js';

export type { CreateStreamInput } from '@weir/api-contract/words';

/** An output of a built transaction, for display. */
export interface TransactionOutputView {
  readonly to: string | null;
  readonly lockingBytecode: string;
  /** Satoshis. */
  readonly amount: bigint;
  readonly token?: {
    readonly category: string;
    readonly amount: bigint;
    readonly nft?: { readonly capability: string; readonly commitment: string };
  };
}

/** Filters and place of a page of streams or payments; all filters combine. */
export interface ListStreamsQuery extends Page {
  readonly recipient?: string | undefined;
  readonly sender?: string | undefined;
  readonly address?: string | undefined;
  readonly status?: PaymentStatus | undefined;
}
