import type { VaultProposalKind } from '@weir/covenants';

export type { CreateVaultInput, ListProposalsQuery, ProposeInput } from '@weir/api-contract/words';

export type ProposalKind = VaultProposalKind;
