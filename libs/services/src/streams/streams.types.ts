export type { CreateStreamInput, ListPaymentsQuery, ListStreamsQuery } from '@weir/api-contract/words';

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
