export { buildApp, type AppDependencies } from './app.js';
export { compose, type Composition } from './composition.js';
export type { Config, HttpConfig } from './config/config.js';
export { ConfigError } from '@weir/http';
export { Environment } from './config/environment.schema.js';
export { loadConfig } from './config/load-config.js';
export { startApi, type RunningApi } from './start-api.js';
export { type CommandIo, DOCTOR_USAGE, doctorCommand } from './doctor/doctor-command.js';
