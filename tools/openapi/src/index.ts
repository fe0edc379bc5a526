export { bodiesOf } from './bodies-of.js';
export type { BodyRoute } from './bodies-of.js';
export { assertDocumented } from './documented.js';
export type { Documented, GivenAnswer, OpenApi } from './documented.js';
export { insideOf } from './inside-of.js';
export { requestsTo, routesOf } from './request-generator.js';
export type { GeneratedRequest, Pool, RequestDocument, Route } from './request-generator.js';
