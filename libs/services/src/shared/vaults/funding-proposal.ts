/** The proposal to make next so that a vault funds a new record: a request, ready to send. */
export interface FundingProposal {
  readonly path: string;
  readonly body: {
    readonly kind: 'stream' | 'payment' | 'plan' | 'airdrop';
    readonly streamIds?: readonly string[];
    readonly paymentIds?: readonly string[];
    readonly planId?: string;
    readonly campaignId?: string;
  };
}

/** Returns the request by which members have a vault fund a record; undefined where its sender is a key. */
export const fundingProposal = (
  kind: FundingProposal['body']['kind'],
  { id, vaultId }: { readonly id: string; readonly vaultId: string | null },
): FundingProposal | undefined => {
  if (vaultId === null) return undefined;
  const named = {
    stream: { streamIds: [id] },
    payment: { paymentIds: [id] },
    plan: { planId: id },
    airdrop: { campaignId: id },
  };
  return { path: `/api/vaults/${vaultId}/proposals`, body: { kind, ...named[kind] } };
};
