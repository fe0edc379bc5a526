export {
  answerOf,
  answersPlugin,
  FinishedAnswer,
  inputsPlugin,
  type Routes,
  type RoutesAsync,
} from './answers/answers.plugin.js';
export { compressionPlugin } from './compression/compression.plugin.js';
export { BODY_BYTES, corsPlugin, helmetPlugin, jsonBodyPlugin, TRANSACTION_BYTES } from './plugins.js';
export { answerTag, conditionalPlugin } from './conditional.js';
export { ConfigError, createEnvironmentReader } from './config/environment-reader.js';
export { databaseUrl, serviceEnvironment } from './config/environment.schema.js';
export { processConfigOf, type ServerConfig, serverConfigOf, serverProblems } from './config/server-config.js';
export {
  hasKnownPassword,
  isPlaceholder,
  isProduction,
  productionProblems,
  splitList,
  type UnsafeSetting,
} from './config/production.js';
export { networkOf } from './connections/client-network.js';
export { connectionsPlugin, requestIdOf } from './connections/connections.js';
export { expensiveRequestsPlugin } from './expensive-requests/expensive-requests.js';
export { hoistTitledSchemas } from './docs/hoist-titled-schemas.js';
export { type SwaggerOptions, swaggerPlugin, swaggerUiPlugin, UNDOCUMENTED } from './docs/swagger.js';
export { ApiError } from './errors/api-error.js';
export type { ErrorTranslation, Problem } from './errors/api-error.js';
export { errorsPlugin } from './errors/errors.plugin.js';
export { asksForPage, problemBody, toProblem } from './errors/reply-with-problem.js';
export { createLogger } from './logger.js';
export {
  type ChainSources,
  electrumMetrics,
  metricOf,
  type MetricReader,
  type MetricsOptions,
  metricsPlugin,
  poolMetrics,
  type Readings,
} from './metrics.js';
export { tracingPlugin } from './tracing/tracing.plugin.js';
export {
  checkDependencies,
  type DependencyChecks,
  type DependencySources,
  PATIENCE_MS,
  type ProbeOptions,
  processRoutes,
} from './readiness/check-dependencies.js';
export {
  type Composition,
  type RunningService,
  runService,
  StartError,
  startService,
  versionOf,
} from './process/start.js';
export { rateLimitPlugin } from './rate-limit/rate-limit.js';
export { isRecord } from './is-record.js';
export { createServer, type ServerOptions } from './server.js';
export { shareWork } from './shared-work.js';
export { checkOf, refuseUnknown } from './validation/validator-compiler.js';
export { FIELD_ALIASES, findUnknownField } from './validation/find-unknown-field.js';
export { explainProblems, problemsSentence } from './validation/explain-problems.js';
export type { FieldProblem } from './validation/explain-problems.js';
export { parseIntegers, schemaProperties } from './validation/parse-integers.js';
export { findDatabaseProblem } from './process/find-database-problem.js';
