/** What all products share: addresses, parties, amounts, the tip, coins of wallets, transactions to sign, errors. */
export * from './bytes/read-bytes.js';
export * from './chain/address.js';
export * from './chain/amounts.js';
export * from './chain/network.js';
export * from './chain/party.js';
export * from './chain/outpoint.js';
export { isCategory } from './contract/asset.js';
export * from './announcement/beacon.js';
export type { CovenantScript } from './contract/covenant-script.js';
export { type ClockCoin, companionBytecode, type CompanionCoin, readCompanionCoin } from './contract/coins.js';
export { feeOf, MINIMUM_FEE_RATE, ownCoins, type WalletCoins, walletOf } from './transaction/assemble.js';
export * from './transaction/built-transaction.js';
export * from './transaction/coin-selection.js';
export * from './transaction/sign-in.js';
export * from './errors/covenant-error.js';
export * from './transaction/sweep.js';
export { MAX_TOKEN_COINS, TOKEN_OUTPUT_SATOSHIS } from './transaction/token-selection.js';
export { findTransactionProblem, lastPushOf, showsParty } from './transaction/read-transaction.js';
