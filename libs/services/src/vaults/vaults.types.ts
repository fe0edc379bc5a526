export type { CreateVaultInput, ListProposalsQuery, PayPurseInput, ProposeInput } from '@weir/api-contract/words';

export type { ProposalKind } from '@weir/kinds';
