import { bindUseCases } from '../shared/bind-use-cases.js';
import type { AuthContext } from './auth-context.js';
import { createChallenge } from './create-challenge.js';
import { verifyChallenge } from './verify-challenge.js';

/**
 * Builds the sign-in use cases over a database: the service makes a message, the wallet signs it, and each message is good for one
 * attempt. Any replica may serve any step.
 */
export const createAuthService = (context: AuthContext) =>
  bindUseCases(context, { challenge: createChallenge, verify: verifyChallenge });

export type AuthService = ReturnType<typeof createAuthService>;
