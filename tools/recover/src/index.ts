export { run, EXIT } from './cli/run.js';
export type { Io } from './cli/command.types.js';
export type { Environment } from './cli/command.types.js';
export { findByHolder } from './find/find-by-holder.js';
export type { Found } from './find/find-by-holder.js';
export { reportContract } from './report/report-contract.js';
export type { ContractReport } from './report/report-two-party.js';
export type { RecoverContext } from './chain/open-chain.js';
