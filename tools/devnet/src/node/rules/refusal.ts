/** Why the node refuses a transaction or a block, in its own words. */
export interface Refusal {
  /** Reject code of the peer-to-peer protocol; absent where the node has none (missing inputs). */
  readonly code?: number;
  readonly reason: string;
  readonly detail?: string;
}

/** Returns the refusal of what breaks consensus rules. */
export const invalid = (reason: string, detail?: string): Refusal => ({ code: 16, reason, ...(detail && { detail }) });

/** Returns the refusal of what a block could hold, but the node does not relay, or does not yet. */
export const nonstandard = (reason: string, detail?: string): Refusal => ({
  code: 64,
  reason,
  ...(detail && { detail }),
});

/** Returns the refusal of a transaction that is present already, or conflicts with one that is. */
export const duplicate = (reason: string): Refusal => ({ code: 18, reason });

/** Words a refusal as `sendrawtransaction` does: "reason, detail (code N)". */
export const rpcText = ({ code, detail, reason }: Refusal): string =>
  [reason, detail === undefined ? '' : `, ${detail}`, code === undefined ? '' : ` (code ${code})`].join('');
