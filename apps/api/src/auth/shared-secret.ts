import { randomBytes } from 'node:crypto';
import type { AuthRepository } from '@weir/infra';

const SECRET_BYTES = 32;

/**
 * A secret that all replicas have: the operator's, else one that the first replica to ask made up and all share by the
 * database. It is asked for once; after a failure, with the next request.
 */
export const createSharedSecret = (
  name: string,
  configured: string | undefined,
  repository: Pick<AuthRepository, 'sharedSecret'>,
): (() => Promise<string>) => {
  let secret: Promise<string> | undefined = configured === undefined ? undefined : Promise.resolve(configured);
  const load = async (): Promise<string> => {
    try {
      return await repository.sharedSecret(name, randomBytes(SECRET_BYTES).toString('base64url'));
    } catch (error) {
      secret = undefined;
      throw error;
    }
  };
  return () => (secret ??= load());
};
