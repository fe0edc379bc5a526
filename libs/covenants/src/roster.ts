/** Rosters: treasuries of three keys, two of which spend, whose signers can be exchanged at one address. */
export * from './roster/roster-state.js';
export { createRosterContract, type RosterContract } from './roster/roster-contract.js';
export { readRosterCoin, rosterToken, type RosterCoin } from './roster/roster-coin.js';
export * from './roster/roster-deployment.js';
export * from './roster/roster-transition.js';
export * from './roster/transactions/open-roster.js';
export * from './roster/transactions/recover-roster.js';
export {
  proposeRosterExchange,
  proposeRosterPurses,
  proposeRosterSpend,
  type RosterExchange,
  type RosterHoldings,
  type RosterProposal,
} from './roster/proposal/roster-proposal.js';
export { absentSeat, encodeRosterSpending, type RosterSeat } from './roster/proposal/roster-spending.js';
export {
  readRosterSignature,
  completeRosterProposal,
  rosterSeatOf,
  rosterSigningRequest,
} from './roster/proposal/sign-roster.js';
export * from './roster/proposal/roster-record.js';
export type {
  VaultSignatureProblem as RosterSignatureProblem,
  VaultSignatureResult as RosterSignatureResult,
} from './vault/signing/read-vault-signature.js';
export * from './roster/proposal/end-recovery.js';
