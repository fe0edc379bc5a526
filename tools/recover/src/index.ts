export { run, EXIT } from './cli/run.js';
export type { Io } from './cli/io.js';
export type { Environment } from './cli/command.types.js';
export { findByHolder } from './find/find-by-holder.js';
export type { Found } from './find/find-by-holder.js';
export { reportContract } from './report/report-contract.js';
export type { ContractReport } from './report/contract-report.js';
export type { RecoverContext } from './chain/open-chain.js';
