/** Why a transaction or a block is refused, in the node's words. */
export interface Refusal {
  /** Reject code of the peer-to-peer protocol; absent where the node gives none (missing inputs). */
  readonly code?: number;
  readonly reason: string;
  readonly detail?: string;
}

/** The transaction breaks the rules of consensus. */
export const invalid = (reason: string, detail?: string): Refusal => ({ code: 16, reason, ...(detail && { detail }) });

/** The transaction could be in a block, but the node neither keeps nor relays it; or not yet. */
export const nonstandard = (reason: string, detail?: string): Refusal => ({
  code: 64,
  reason,
  ...(detail && { detail }),
});

/** The transaction, or another in its place, is there already. */
export const duplicate = (reason: string): Refusal => ({ code: 18, reason });

/** As `sendrawtransaction` words it: "reason, detail (code N)". */
export const rpcText = ({ code, detail, reason }: Refusal): string =>
  [reason, detail === undefined ? '' : `, ${detail}`, code === undefined ? '' : ` (code ${code})`].join('');
