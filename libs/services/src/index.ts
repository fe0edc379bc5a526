export * from './shared/service-error.js';
export type * from './streams/streams.types.js';
