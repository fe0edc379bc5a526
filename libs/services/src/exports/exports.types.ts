import type { MoneyLine } from '@weir/infra';
import type { Viewer } from '../shared/viewer.js';

/** Whose payments are exported, and of which time. */
export interface ActivityExportQuery {
  readonly address: string;
  /** Unix seconds, inclusive; default the beginning, and the end. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** A payment with the party's running total of the asset after it. */
export interface ExportLine extends MoneyLine {
  /** Received less paid since the beginning, base units. */
  readonly runningTotal: bigint;
}

/** Exports for accountants. */
export interface ExportsService {
  /**
   * Every payment to and from an address, the oldest first, in batches. The first batch has been read when this resolves, so that
   * errors, a database that is away among them, show before an answer begins.
   *
   * @param viewer sees the private vaults of which they are a proven member
   * @throws ServiceError INVALID_ADDRESS, INVALID_TIME
   */
  activity(
    query: ActivityExportQuery,
    viewer: Viewer | undefined,
  ): Promise<AsyncGenerator<readonly ExportLine[], void>>;
}
