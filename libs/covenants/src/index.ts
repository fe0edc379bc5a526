export { readHex } from './bytes/read-bytes.js';
export { addressOf, lockingBytecodeOf, parseAddress } from './chain/address.js';
export type { AddressProblem, AddressResult, PublicKeyHash } from './chain/address.js';
export { MAX_SATOSHIS, P2PKH_DUST, P2SH32_DUST } from './chain/amounts.js';
export {
  addressPrefix,
  type ChainTip,
  isLocalNetwork,
  type Network,
  NETWORKS,
  usableLocktime,
} from './chain/network.js';
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
export { isCategory } from './contract/asset.js';
export {
  BEACON_EPOCH_BLOCKS,
  BEACON_SHARDS,
  beaconEpoch,
  beaconLockingBytecode,
  beaconShard,
} from './announcement/beacon.js';
export { readCompanionCoin } from './contract/coins.js';
export type { ClockCoin, CompanionCoin, CompanionContract } from './contract/coins.js';
export { feeOf, MINIMUM_FEE_RATE } from './transaction/assemble.js';
export type { WalletCoins } from './transaction/assemble.js';
export {
  type BuildOptions,
  encodeWcTransaction,
  type KeylessTransaction,
  type UnsignedTransaction,
  type WcEncoding,
  type WcTransaction,
} from './transaction/built-transaction.js';
export { plainCoins } from './transaction/coin-selection.js';
export {
  CovenantError,
  covenantError,
  type CovenantErrorCode,
  type CovenantErrorData,
  type CovenantErrorOf,
  InsufficientFundsError,
  InsufficientTokensError,
} from './errors/covenant-error.js';
export { MAX_STRAYS } from './transaction/sweep.js';
export { MAX_TOKEN_COINS, TOKEN_OUTPUT_SATOSHIS } from './transaction/token-selection.js';
export { findTransactionProblem } from './transaction/read-transaction.js';
export * from './deployment/index.js';
export * from './plan/index.js';
export * from './vault/index.js';
export * from './airdrop/index.js';
