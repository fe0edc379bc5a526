export type { CreateVaultInput, ListProposalsQuery, ProposeInput } from '@weir/api-contract/words';

export type { ProposalKind } from '@weir/kinds';
