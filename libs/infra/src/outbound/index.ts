export { checkTarget, type TargetRules } from './check-target.js';
export { guardedRequest, type OutboundAnswer, type OutboundRequest } from './guarded-request.js';
export { OutboundError, type OutboundProblem } from './outbound-error.js';
export { isPublicAddress } from './public-address.js';
