import type { Optional } from '../columns.js';
import type { ResourceType } from '../record-types.js';

/** Fundings that were rolled back and may come back. */
export interface LostFundingsTable {
  resourceType: ResourceType;
  resourceId: string;
  txHash: string;
  /** The tip's when it was lost. */
  lostHeight: number;
}

/** The history of its script that each resource's record includes. */
export interface ScriptReadingsTable {
  resourceType: ResourceType;
  resourceId: string;
  /** Electrum's digest of the history; null for an empty one. */
  status: Optional<string>;
  /** The transaction of the resource's state then; null without one. */
  head: Optional<string>;
}
