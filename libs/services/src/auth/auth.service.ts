import type { AuthContext } from './auth-context.js';
import type { AuthService } from './auth.types.js';
import { createChallenge } from './create-challenge.js';
import { verifyChallenge } from './verify-challenge.js';

/** Builds the sign-in use cases over a database. Any replica may serve any step. */
export const createAuthService = (context: AuthContext): AuthService => ({
  challenge: (address) => createChallenge(context, address),
  verify: (signed) => verifyChallenge(context, signed),
});
