export { type HistoryEntry, toUnspent, type UnspentOutput } from './chain/answers.js';
export { type AuthchainBounds, type AuthchainLink, AuthchainTooWideError, followAuthchain } from './chain/authchain.js';
export { type ChainReader, createChainClock, createChainReader, type ScriptChange } from './chain/chain-reader.js';
export type { BlockHeader } from './chain/headers.js';
export { historyStatus } from './chain/history.js';
export { spenderOf, steadily, walkBack, walkForward } from './chain/lineage.js';
export { scriptHashOf } from './chain/transaction-notes.js';
export { type ChainTransaction, TRANSACTIONS_AT_ONCE } from './chain/transactions.js';
export {
  BroadcastRejectedError,
  ChainLaggingError,
  ChainUnavailableError,
  HistoryHiddenError,
  ServerAnsweredError,
  TransactionNotFoundError,
} from './electrum-errors.js';
export { createElectrumPool, type ElectrumPool, type ServerStatus } from './pool/electrum-pool.js';
export { defaultElectrumUrls, genesisHashOf } from './pool/networks.js';
export { parseServerUrl } from './pool/server-url.js';
