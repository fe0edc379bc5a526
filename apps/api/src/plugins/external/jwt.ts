import jwt from '@fastify/jwt';
import fp from 'fastify-plugin';
import type { Network } from '@weir/covenants';
import type { AuthConfig } from '../../config/auth-config.js';

/** The only way a bearer is signed; whatever else a token's header says is refused. */
const ALGORITHM = 'HS256';

export interface JwtOptions {
  readonly auth: Pick<AuthConfig, 'domain'>;
  readonly network: Network;
  /** The secret all replicas sign with. */
  readonly bearerSecret: () => Promise<string>;
}

/** Bearer tokens, good for one domain and one network: those of another deployment are refused, whatever its secret. */
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
