export { checkTarget, OutboundError, type TargetRules } from '../outbound/check-target.js';
export * from './fetch-oracle-messages.js';
export * from './read-oracles.js';
