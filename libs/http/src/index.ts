export { abandonedStreamsPlugin } from './abandoned-streams.js';
<<<<<<< HEAD
=======
export { defaultElectrumUrls } from './electrum-defaults.js';
>>>>>>> load
export { explainProblems, problemsSentence } from './explain-problems.js';
export type { FieldProblem } from './explain-problems.js';
export { goneClientsPlugin } from './gone-clients.js';
export { helmetPlugin } from './helmet.js';
export { hoistTitledSchemas } from './hoist-titled-schemas.js';
export { metricsPlugin } from './metrics.js';
export type { MetricsOptions } from './metrics.js';
export { parseIntegers } from './parse-integers.js';
export { requestIdOf, requestIdPlugin } from './request-id.js';
export { schemaProperties } from './schema-properties.js';
export { serverLimits } from './server-limits.js';
export type { ServerLimits } from './server-limits.js';
export { stopInTimePlugin } from './stop-in-time.js';
export { swaggerUiPlugin } from './swagger-ui.js';
export { unreadBodiesPlugin } from './unread-bodies.js';
<<<<<<< HEAD
export { LateError, within } from './within.js';
=======
>>>>>>> load
