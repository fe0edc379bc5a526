import type { onRequestHookHandler } from 'fastify';
import { ApiError } from '../errors/api-error.js';

/**
 * Refuses what Node would refuse by itself with an empty body: a request of HTTP/1.1 without a host (RFC 9112, 3.2),
 * and one that expects something other than `100-continue` (RFC 9110, 10.1.1).
 */
export const refuseHeaders: onRequestHookHandler = ({ raw: { headers, httpVersion } }, _reply, next) => {
  const { host, expect } = headers;
  if (httpVersion === '1.1' && host === undefined)
    next(new ApiError('MALFORMED_REQUEST', 'A request of HTTP/1.1 names its host in the header Host'));
  else if (expect !== undefined && expect.toLowerCase() !== '100-continue')
    next(new ApiError('EXPECTATION_FAILED', 'The header Expect may ask for 100-continue and nothing else'));
  else next();
};
