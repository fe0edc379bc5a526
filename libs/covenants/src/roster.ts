/** Rosters: treasuries of three keys, two of which spend, whose signers can be exchanged at one address. */
export * from './roster/roster-state.js';
export { createRosterContract, type RosterContract } from './roster/roster-contract.js';
export { readRosterCoin, rosterToken, type RosterCoin } from './roster/roster-coin.js';
export { absentSeat, encodeRosterSpending, type RosterSeat } from './roster/roster-spending.js';
export * from './roster/roster-announcement.js';
export * from './roster/roster-deployment.js';
export * from './roster/roster-transition.js';
export * from './roster/transactions/open-roster.js';
export * from './roster/transactions/recover-roster.js';
export * from './roster/transactions/end-recovery.js';
export {
  membersAfter,
  proposeRosterExchange,
  type RosterExchange,
  type RosterHoldings,
} from './vault/proposal/propose-exchange.js';
