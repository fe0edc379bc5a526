import type { ListedStreamRecord, PaymentTermsRecord, RecurringTermsRecord } from '@weir/infra';
import type { FundingView } from '../streams/streams.types.js';

export type { CreatePaymentInput } from '@weir/api-contract/words';

/** A payment as the use cases return it: its row, and what is computed of it. Amounts in base units, times in Unix seconds. */
export interface PaymentView
  extends
    Omit<ListedStreamRecord, 'streamId' | 'intervalSeconds'>,
    FundingView,
    PaymentTermsRecord,
    RecurringTermsRecord {
  readonly paymentId: string;
  readonly intervalSeconds: number;
  /** When the first period falls due. */
  readonly startDate: number;
  /** Null while paused, and once it is cancelled or complete. */
  readonly nextPaymentDate: number | null;
  readonly totalPaid: bigint;
  /** Periods paid. */
  readonly paymentCount: number;
  readonly periodsFunded: number;
  /** Due at `asOf`. */
  readonly claimableAmount: bigint;
  readonly periodsDue: number;
  /** Null while it is not paused. */
  readonly settled: boolean | null;
  /** The locktime every time-dependent figure above was computed at. */
  readonly asOf: number;
}
