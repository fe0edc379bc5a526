import { createNonce, verifySignature } from '@weir/api-contract';
import type { Routes } from '@weir/http';
import type { AuthService } from '@weir/services';
import { signBearer } from '../plugins/access/bearer.js';
import { OPEN } from '../plugins/access/route-access.js';

export interface AuthRoutesOptions {
  readonly auth: AuthService;
  /** Unix seconds. */
  readonly now: () => number;
}

/** Registers the routes by which callers prove an address: a message to sign, and its signature for a bearer. */
export const authRoutes: Routes<AuthRoutesOptions> = (app, { auth, now }, done) => {
  app.post('/nonce', { schema: createNonce, config: { access: OPEN } }, async ({ body }) =>
    auth.challenge(body.address),
  );

  app.post('/verify', { schema: verifySignature, config: { access: OPEN } }, async (request, reply) => {
    const { address, variant } = await auth.verify(request.body);
    request.log.info({ variant }, 'A caller proved an address');
    return signBearer(reply, address, now());
  });
  done();
};
