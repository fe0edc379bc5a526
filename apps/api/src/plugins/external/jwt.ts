import jwt from '@fastify/jwt';
import fp from 'fastify-plugin';
import type { Network } from '@weir/covenants';
import type { AuthConfig } from '../../config/config.js';

/** The only accepted signature algorithm; a token's header does not choose it. */
const ALGORITHM = 'HS256';

export interface JwtOptions {
  readonly auth: Pick<AuthConfig, 'domain'>;
  readonly network: Network;
  /** Resolves to the secret shared by all replicas. */
  readonly bearerSecret: () => Promise<string>;
}

/**
 * Issues and verifies bearer tokens for one domain and network: those of another deployment are refused even if it
 * shares the secret.
 */
export default fp<JwtOptions>(
  async (app, { auth, network, bearerSecret }) => {
    await app.register(jwt, {
      secret: async () => bearerSecret(),
      sign: { algorithm: ALGORITHM, iss: auth.domain, aud: network },
      verify: {
        algorithms: [ALGORITHM],
        allowedIss: auth.domain,
        allowedAud: network,
        requiredClaims: ['iss', 'aud', 'sub', 'iat', 'exp'],
      },
    });
  },
  { name: 'jwt' },
);
