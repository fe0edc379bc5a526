import type { Connection } from '../connection/connection.js';
import { loadWithWallet } from '../moves/load-with-wallet.js';
import { assetOf, type Exact, type Schemas, toBody } from '../shared/amounts.js';
import { creatorOf } from '../steps/wallet-of.js';
import { createStreamHandle, type StreamHandle } from '../streams/streams.js';
import type { LockTerms } from '../types/locks.types.js';
import type { AbortOptions } from '../types/verbs.types.js';
import type { Wallet } from '../wallet.js';

/**
 * The locks' part of a client. A lock is a stream that nobody can cancel: `streams.at(id)` reads, funds, claims and pushes it, and
 * `streams.list({ contract: 'LOCK' })` lists locks. A list of locks is a plan: `plans.create({ product: 'lock', … })`.
 */
export interface Locks {
  /**
   * Creates a lock, which its sender funds next.
   *
   * @param terms amounts may also be bigint: satoshis, or base units of a token
   * @param wallet the sender's; by default the client's. Without any wallet `terms.sender` must name the sender
   */
  create(
    terms: LockTerms,
    wallet?: Wallet,
    options?: AbortOptions,
  ): Promise<StreamHandle & { readonly record: Exact<Schemas['Stream']> }>;
  /** Computes what terms come to: the schedule, and the costs. Nothing is stored. */
  preview(terms: LockTerms, wallet?: Wallet): Promise<Exact<Schemas['PreviewLockResponse']>>;
}

/** Creates the locks' part of a client. */
export const createLocks = (connection: Connection): Locks => {
  const { api, ask } = connection;
  const bodyOf = (terms: LockTerms) => toBody<Schemas['CreateLock']>(terms, assetOf(terms));
  return {
    async create(given, wallet, options = {}) {
      const terms = await (await loadWithWallet()).explicitTerms(connection, 'locks', given);
      const body = bodyOf(terms);
      const { lock } = await ask(
        (sent) => api.POST('/api/locks', { ...sent, body }),
        await creatorOf(connection, wallet, terms.sender, options),
      );
      connection.requested.set(lock.id, { terms, isLock: true });
      return { ...createStreamHandle(connection, lock.id, lock), record: lock };
    },
    async preview(terms, wallet) {
      const body = bodyOf(terms);
      return ask(
        (sent) => api.POST('/api/locks/preview', { ...sent, body }),
        await creatorOf(connection, wallet, terms.sender),
      );
    },
  };
};
