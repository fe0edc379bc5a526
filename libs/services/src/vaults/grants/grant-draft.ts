import type { BuildOptions, VaultContract, VaultHoldings, VaultProposal } from '@weir/covenants';
import type { NewProposal } from '@weir/infra';

/**
 * Builds a proposal's transaction from a vault's holdings. Pure: everything it needs of the chain and the database was
 * read before.
 */
export type VaultBuild = (contract: VaultContract, holdings: VaultHoldings, options: BuildOptions) => VaultProposal;

/** The terms of a proposal beside its transaction. */
export type DraftTerms = Omit<NewProposal, 'proposer' | 'reason' | 'amount'>;

/** A proposal that was read but not built yet. */
export interface ProposalDraft {
  readonly terms: DraftTerms;
  readonly build: VaultBuild;
  /** Base units of the asset: what is paid out, opened, or waits to return. */
  readonly amountOf: (built: VaultProposal) => bigint;
  /** Freezes the records it names, once it is about to be stored; false where they changed meanwhile. */
  readonly keep?: () => Promise<boolean>;
}
