export { createWallet } from './wallet.js';
export type { SignedTransaction, Wallet, WalletAddress, WalletOptions } from './wallet.js';
export { WalletError } from './wallet-error.js';
export type { WalletErrorCode } from './wallet-error.js';
