import { createHash, timingSafeEqual } from 'node:crypto';
import type { onRequestHookHandler } from 'fastify';
import { ApiError } from './errors/api-error.js';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Requires this bearer token (else 401). The comparison takes constant time. */
export const demandToken = (token: string): onRequestHookHandler => {
  const expected = digest(`Bearer ${token}`);
  return (request, _reply, next) => {
    if (timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) next();
    else
      next(
        new ApiError(
          'TOKEN_INVALID',
          'Figures are shown to whoever brings METRICS_TOKEN as a bearer: Authorization: Bearer <token>',
          {},
          { 'www-authenticate': 'Bearer' },
        ),
      );
  };
};
