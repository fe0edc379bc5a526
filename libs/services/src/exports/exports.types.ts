import type { LedgerEntry } from '@weir/infra';

/** Whose payments are exported, and of which time. */
export interface ActivityExportQuery {
  readonly address: string;
  /** Unix seconds, inclusive; default the beginning, and the end. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** A payment with the party's running total of the asset after it. */
export interface ExportLine extends LedgerEntry {
  /** Received less paid since the beginning, base units. */
  readonly runningTotal: bigint;
}
