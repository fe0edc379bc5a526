export { askIndexer, askIndexerForOne } from './proxy.schema.js';
export { IndexedStatesBody, IndexedStatesResponse, readIndexedStates } from './indexed-states.schema.js';
export { IndexedContract } from './indexed-contract.schema.js';
export {
  getIndexedPayment,
  getIndexedStream,
  IndexedPaymentResponse,
  IndexedStreamResponse,
  listIndexedAirdrops,
  listIndexedPayments,
  ListIndexedQuery,
  listIndexedStreams,
} from './list-indexed.schema.js';
export {
  getIndexerStatus,
  getTvl,
  getVolume,
  IndexerStatusResponse,
  TvlResponse,
  VolumeResponse,
} from './indexed-figures.schema.js';
export { indexerReady, IndexerReadyResponse } from './indexer-ready.schema.js';
