import type { ExpiryRepository, IdempotencyRepository } from '@weir/infra';
import type { AirdropContext } from '../airdrops/airdrop-context.js';
import type { PlanContext } from '../plans/plan-context.js';
import type { WatcherLog } from '../shared/watch/watcher-log.js';
import type { StreamContext } from '../streams/stream-context.js';
import type { VaultContext } from '../vaults/vault-context.js';

/** The dependencies of the sweeps of unfunded records. */
export interface ExpiryContext {
  readonly expiry: ExpiryRepository;
  readonly keys: Pick<IdempotencyRepository, 'removeExpired'>;
  readonly streams: StreamContext;
  readonly plans: PlanContext;
  readonly vaults: VaultContext;
  readonly airdrops: AirdropContext;
  readonly log: WatcherLog;
}

/** The result of a sweep. */
export interface SweepResult {
  readonly removed: number;
  /** Found funded on the chain, and confirmed. */
  readonly confirmed: number;
  /** Left for the next sweep, because the chain could not be asked or is not clear. */
  readonly kept: number;
}
