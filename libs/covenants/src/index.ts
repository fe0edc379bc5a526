export { readHex } from './bytes/read-bytes.js';
export { addressOf, lockingBytecodeOf, parseAddress } from './chain/address.js';
export type { AddressProblem, AddressResult, PublicKeyHash } from './chain/address.js';
export { P2PKH_DUST, P2SH32_DUST } from './chain/dust.js';
export { usableLocktime } from './chain/locktime.js';
export type { ChainTip } from './chain/locktime.js';
export { addressPrefix, isLocalNetwork, NETWORKS } from './chain/network.js';
export type { Network } from './chain/network.js';
export {
  isParty,
  parseParty,
  partyAddress,
  partyHash,
  partyKey,
  partyOf,
  partyOfKey,
  partyParts,
} from './chain/party.js';
export type { Party, PartyKind, PartyParts, PartyResult } from './chain/party.js';
export { outpointKey, outpointOf, parseOutpoint, sameOutpoint } from './chain/outpoint.js';
export type { Outpoint } from './chain/outpoint.js';
export { MAX_SATOSHIS } from './chain/supply.js';
export { isCategory } from './contract/asset.js';
export {
  BEACON_EPOCH_BLOCKS,
  BEACON_SHARDS,
  beaconEpoch,
  beaconLockingBytecode,
  beaconShard,
} from './announcement/beacon.js';
export type { ClockCoin } from './contract/clock-coin.js';
export type { CompanionCoin } from './contract/companion-coin.js';
export type { CompanionContract } from './contract/companion.js';
export { feeOf, MINIMUM_FEE_RATE } from './transaction/assemble.js';
export type { WalletCoins } from './transaction/assemble.js';
export type { BuildOptions } from './transaction/build-options.js';
export type { KeylessTransaction, UnsignedTransaction } from './transaction/built-transaction.js';
export { plainCoins } from './transaction/coin-selection.js';
export { CovenantError, covenantError } from './errors/covenant-error.js';
export type { CovenantErrorCode, CovenantErrorData, CovenantErrorOf } from './errors/covenant-error.js';
export { InsufficientFundsError } from './errors/insufficient-funds-error.js';
export { InsufficientTokensError } from './errors/insufficient-tokens-error.js';
export { MAX_STRAYS } from './transaction/sweep.js';
export { MAX_TOKEN_COINS, TOKEN_OUTPUT_SATOSHIS } from './transaction/token-selection.js';
export { findTransactionProblem } from './transaction/verify-transaction.js';
export * from './deployment/index.js';
export * from './plan/index.js';
export * from './vault/index.js';
export * from './airdrop/index.js';
export { encodeWcTransaction } from './wallet-connect/encode-wc-transaction.js';
export type { WcEncoding } from './wallet-connect/encode-wc-transaction.js';
export type { WcTransaction } from './wallet-connect/wc-transaction.js';
