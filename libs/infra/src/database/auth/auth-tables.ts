import type { Seconds } from '../columns.js';

/** Messages that wait for a signature. The first attempt to sign in with one removes it, successful or not. */
export interface AuthNoncesTable {
  id: string;
  /** Canonical cash address. */
  address: string;
  /** The whole text to be signed. */
  message: string;
  expiresAt: Seconds;
}

/** Secrets that the replicas generated and share, by name. */
export interface ServiceSecretsTable {
  name: string;
  value: string;
}
