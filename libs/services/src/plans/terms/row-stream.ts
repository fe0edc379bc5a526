import type { PaymentInterval } from '@weir/api-contract/words';
import type { Party, StreamDraft } from '@weir/covenants';

/** A recipient of any kind that nodes relay payments to. */
export interface RowParty {
  /** The plain form. */
  readonly address: string;
  readonly lockingBytecode: Party;
}

/** A stream that a row asks for. */
export interface RowStream {
  readonly recipient: RowParty;
  readonly label: string | null;
  readonly draft: StreamDraft;
  /** Of salaries; null of what vests. */
  readonly interval: PaymentInterval | null;
  /** When salaries were asked to end, Unix seconds; null where they were not. */
  readonly endDate: number | null;
}
