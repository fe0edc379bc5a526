export type { VaultPage, VaultPageRequest } from './list-vaults.js';
export type {
  NewProposal,
  ProposalExecution,
  ProposalRecord,
  ProposalSubject,
  ProposalTransaction,
  ProposalVote,
} from './proposal-record.js';
export type { ProposalOutcome, ProposalsScope } from './proposals-scope.js';
export type { ProposalPage, ProposalPageRequest } from './read-proposals.js';
export type {
  NewVault,
  VaultChanges,
  VaultDeposit,
  VaultMember,
  VaultRecord,
  VaultSigner,
  VaultStateRecord,
} from './vault-record.js';
export type { DepositChanges, KnownDeposits, DepositedCoin } from './vault-deposits.js';
export type { VaultScope } from './vault-scope.js';
export type { ProposalKind, ProposalSubjectType } from './vault-tables.js';
export { createVaultsRepository, type VaultsRepository } from './vaults.repository.js';
