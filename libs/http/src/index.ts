export { FinishedAnswer, type Routes, type RoutesAsync } from './answers/answer-types.js';
export { answerOf, answersPlugin } from './answers/answers.plugin.js';
export { inputsPlugin } from './answers/inputs.plugin.js';
export { compressionPlugin } from './compression.js';
export { answerTag, conditionalPlugin } from './conditional.js';
export { ConfigError } from './config/config-error.js';
export { createEnvironmentReader } from './config/environment-reader.js';
export { DatabaseUrl, serviceEnvironment } from './config/service-environment.js';
export {
  hasKnownPassword,
  isPlaceholder,
  isProduction,
  productionProblems,
  type UnsafeSetting,
} from './config/production.js';
export { serverConfigOf, serverProblems, splitList } from './config/server-config.js';
export type { ServerConfig } from './config/server-config.js';
export { networkOf } from './connections/client-network.js';
export { connectionsPlugin } from './connections/connections.js';
export { requestIdOf } from './connections/request-id.js';
export { corsPlugin } from './cors.js';
export { expensiveRequestsPlugin } from './expensive-requests/expensive-requests.js';
export { hoistTitledSchemas } from './docs/hoist-titled-schemas.js';
export { swaggerUiPlugin } from './docs/swagger-ui.js';
export { UNDOCUMENTED } from './docs/undocumented.js';
export { swaggerPlugin } from './docs/swagger.js';
export type { SwaggerOptions } from './docs/swagger.js';
export { ApiError } from './errors/api-error.js';
export type { ErrorTranslation, Problem } from './errors/api-error.js';
export { errorsPlugin } from './errors/errors.plugin.js';
export { problemBody } from './errors/problem-body.js';
export { toProblem } from './errors/to-problem.js';
export { helmetPlugin } from './helmet.js';
export { jsonBodyPlugin } from './json-body.js';
export { createLogger } from './logger.js';
export {
  electrumMetrics,
  metricOf,
  poolMetrics,
  type ChainSources,
  type MetricReader,
  type Readings,
} from './dependency-metrics.js';
export { tracingPlugin } from './tracing/tracing.plugin.js';
export { metricsPlugin } from './metrics.js';
export type { MetricsOptions } from './metrics.js';
export { processRoutes } from './process/process.routes.js';
export type { ProbeOptions } from './process/process.routes.js';
export { runService } from './process/run.js';
export { findMissingMigrations } from './process/missing-migrations.js';
export { StartError } from './process/start-error.js';
export { startService } from './process/start.js';
export type { Composition, RunningService } from './process/start.js';
export { versionOf } from './process/version.js';
export { rateLimitPlugin } from './rate-limit/rate-limit.js';
export { checkDependencies, PATIENCE_MS } from './readiness/check-dependencies.js';
export type { DependencyChecks, DependencySources } from './readiness/check-dependencies.js';
export { createServer } from './server.js';
export type { ServerOptions } from './server.js';
export { shareWork } from './shared-work.js';
export { checkOf, refuseUnknown } from './validation/validator-compiler.js';
export { FIELD_ALIASES, findUnknownField } from './validation/find-unknown-field.js';
export { explainProblems, problemsSentence } from './validation/explain-problems.js';
export type { FieldProblem } from './validation/explain-problems.js';
export { parseIntegers } from './validation/parse-integers.js';
export { schemaProperties } from './validation/schema-properties.js';
