import { createStore } from '../storage/value-store.js';

/** A wallet that has proved here that it can sign. */
export interface NewWallet {
  readonly address: string;
  /** The proof, for the service: good until `expiresAt`, Unix seconds. */
  readonly bearer: string;
  readonly expiresAt: number;
}

/**
 * The new wallet of a move. In memory alone, since the proof is a secret: it stays while the user disconnects that wallet and
 * connects the old one.
 */
export const newWallet = createStore<NewWallet | undefined>(undefined);

/** Returns whether a proof can still be used. @param now milliseconds */
export const isProofGood = ({ expiresAt }: NewWallet, now = Date.now()): boolean => expiresAt * 1_000 > now;
