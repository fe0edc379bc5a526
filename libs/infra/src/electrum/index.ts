export {
  BroadcastRejectedError,
  ChainLaggingError,
  ChainUnavailableError,
  HistoryHiddenError,
  ServerAnsweredError,
  TransactionNotFoundError,
} from './electrum-errors.js';
export { AuthchainTooWideError, followAuthchain } from './chain/authchain.js';
export type { AuthchainBounds, AuthchainLink } from './chain/authchain.js';
export type { BlockHeader } from './chain/block-header.js';
export type { ChainFinality, ChainTransaction } from './chain/chain-transaction.js';
export { createChainClock } from './chain/chain-clock.js';
export type { ChainClock } from './chain/chain-clock.js';
export { createChainReader } from './chain/chain-reader.js';
export { DEFAULT_MAX_FEE_RATE } from './chain/fee-rate.js';
export type { ChainReader, ChainReaderOptions, ScriptChange } from './chain/chain-reader.js';
export type { HistoryRequest } from './chain/read-history.js';
export { TRANSACTIONS_AT_ONCE } from './chain/read-transactions.js';
export { historyStatus } from './chain/history-status.js';
export { walkBack } from './chain/lineage.js';
export type { LineageReader, WalkBackOptions } from './chain/lineage.js';
export { scriptHashOf } from './chain/script-hash.js';
export { spenderOf, steadily, walkForward } from './chain/spenders.js';
export { createMemoryNotes } from './chain/transaction-notes.js';
export type { NotedTransaction, TransactionNotes } from './chain/transaction-notes.js';
export type { Tip } from './chain/tip-tracker.js';
export { toUnspent } from './chain/unspent.js';
export type { HistoryEntry, UnspentOutput } from './chain/unspent.js';
export { defaultElectrumUrls } from './pool/default-servers.js';
export { createElectrumPool } from './pool/electrum-pool.js';
export type { ElectrumPool, PoolOptions, ServerSession, ServerStatus } from './pool/electrum-pool.js';
export { genesisHashOf } from './pool/genesis.js';
export type { PoolLog } from './pool/pool-log.js';
export { parseServerUrl } from './pool/server-url.js';
export type { ServerAddress } from './pool/server-url.js';
