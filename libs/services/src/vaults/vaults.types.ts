import type { ProposalStatus } from '@weir/api-contract/words';
import type { VaultProposalKind } from '@weir/covenants';
import type { Page } from '../shared/paging.js';

export type { CreateVaultInput, ProposeInput } from '@weir/api-contract/words';

export type ProposalKind = VaultProposalKind;

/** Filters and place of a page of proposals. */
export interface ListProposalsQuery extends Page {
  readonly status?: ProposalStatus | undefined;
}
