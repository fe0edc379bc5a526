import type { Seconds } from '../columns.js';

/** Messages that wait for a signature. A row is taken out by whoever tries to prove with it, successful or not. */
export interface AuthNoncesTable {
  id: string;
  /** Canonical cash address. */
  address: string;
  /** The whole text to be signed. */
  message: string;
  expires_at: Seconds;
}

/** Secrets the replicas made up themselves and share, by name. */
export interface ServiceSecretsTable {
  name: string;
  value: string;
}
