import type { AuthContext } from './auth-context.js';
import type { AuthService } from './auth.types.js';
import { createChallenge } from './create-challenge.js';
import { verifyChallenge } from './verify-challenge.js';

/** Proving callers over a database. Any number of replicas may share the work on one caller. */
export const createAuthService = (context: AuthContext): AuthService => ({
  challenge: (address) => createChallenge(address, context),
  verify: (signed) => verifyChallenge(signed, context),
});
