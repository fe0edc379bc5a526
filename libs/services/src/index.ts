export { ServiceError } from './shared/service-error.js';
export type { ErrorDetails, ServiceErrorCode } from './shared/service-error.js';
export { formatBch } from './shared/bch-amount.js';
export type { StreamContext } from './streams/stream-context.js';
export { createStreamsService } from './streams/streams.service.js';
export type * from './streams/streams.types.js';
export { createTransactionsService } from './transactions/transactions.service.js';
export { createStreamWatcher } from './watcher/stream-watcher.js';
export type { StreamWatcher, StreamWatcherOptions, WatcherLog, WatcherStatus } from './watcher/watcher.types.js';
