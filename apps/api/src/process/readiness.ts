import type { ReadyResponse } from '@weir/api-contract';
import { checkDependencies, type DependencySources } from '@weir/http';

/** Looks at what the process depends on. Never throws. */
export type Readiness = () => Promise<ReadyResponse>;

type Checks = ReadyResponse['checks'];

/** What readiness is made of. */
export interface ReadinessSources extends DependencySources {
  readonly watcher: () => Omit<Checks['watcher'], 'ok'>;
  readonly campaignWatcher: () => Omit<Checks['campaignWatcher'], 'ok'>;
  readonly vaultWatcher: () => Omit<Checks['vaultWatcher'], 'ok'>;
}

/** Reports on database and chain; a watcher that rests is told, and makes nobody unready. */
export const createReadiness =
  (sources: ReadinessSources): Readiness =>
  async () => {
    const { database, electrum } = await checkDependencies(sources);
    const success = database.ok && electrum.ok;
    const watchers = {
      watcher: { ok: true, ...sources.watcher() },
      campaignWatcher: { ok: true, ...sources.campaignWatcher() },
      vaultWatcher: { ok: true, ...sources.vaultWatcher() },
    };
    return { success, status: success ? 'ready' : 'unready', checks: { database, electrum, ...watchers } };
  };
