export { isTracing, noteFailure, traced, turnTracingOn, type SpanPlan } from './traced.js';
