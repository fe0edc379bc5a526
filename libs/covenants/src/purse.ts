/** Purses: an allowance that one key pays out of a treasury's money. */
export * from './purse/purse-terms.js';
export { createPurseContract, type PurseContract } from './purse/purse-contract.js';
export {
  ageFor,
  availableAt,
  chargeOf,
  claimedAge,
  purseAge,
  type PurseCoin,
  purseUnits,
  readPurseCoin,
} from './purse/purse-coin.js';
export * from './purse/purse-announcement.js';
export * from './purse/find-purses.js';
export * from './purse/purse-transition.js';
export * from './purse/transactions/open-purses.js';
export * from './purse/transactions/pay-purse.js';
export * from './purse/transactions/home-purse.js';
export * from './purse/read-purse-script.js';
export { readRecall } from './purse/read-recall.js';
export {
  type PlannedPurses,
  planPurses,
  proposePurses,
  type PurseChange,
  type PurseOptions,
  type PurseOwner,
} from './vault/proposal/propose-purses.js';
