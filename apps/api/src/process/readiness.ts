import type { ReadyResponse } from '@weir/api-contract';
import { checkDependencies, type DependencySources } from '@weir/http';
import type { Finality, StandbyReading } from '@weir/infra';
import type { OracleReading } from '../metrics/oracle-readings.js';

/** Checks what the process depends on. Never throws. */
export type Readiness = () => Promise<ReadyResponse>;

type Checks = ReadyResponse['checks'];

/** Sources of the readiness checks. */
export interface ReadinessSources extends DependencySources {
  /** Undefined where no standby is configured. */
  readonly standbys?: (() => Promise<readonly StandbyReading[]>) | undefined;
  /** What the database knows of final blocks. */
  readonly finality: () => Promise<Finality>;
  /** Undefined where no oracle is configured. */
  readonly oracles?: (() => Promise<readonly OracleReading[]>) | undefined;
  readonly watcher: () => Omit<Checks['watcher'], 'ok'>;
  readonly campaignWatcher: () => Omit<Checks['campaignWatcher'], 'ok'>;
  readonly vaultWatcher: () => Omit<Checks['vaultWatcher'], 'ok'>;
}

/** Hosts are not named, since anybody may ask. */
const checkStandbys = async ({ standbys }: ReadinessSources): Promise<Pick<Checks, 'standbys'>> => {
  if (standbys === undefined) return {};
  const readings = await standbys();
  return {
    standbys: readings.map(({ problem, bytesBehind }) => ({
      ok: problem === undefined,
      bytesBehind: bytesBehind === null ? null : Number(bytesBehind),
      ...(problem !== undefined && { reason: problem }),
    })),
  };
};

/** Says whether final blocks were replaced; null where the database does not answer, which its own check says. */
const checkFinality = async ({ finality }: ReadinessSources): Promise<Checks['finality']> => {
  const found = await finality().catch(() => undefined);
  const height = found?.reorganisation?.height;
  if (height === undefined) return { ok: true, finalHeight: found?.block?.height ?? null };
  const reason = `The chain replaced block ${height}, which was final. Run doctor --fix`;
  return { ok: false, finalHeight: found?.block?.height ?? null, reason };
};

/** Longest silence of an oracle that is in order, seconds: it signs each minute. */
const ORACLE_SILENCE = 900;

const checkOracles = async ({ oracles }: ReadinessSources): Promise<Pick<Checks, 'oracles'>> => {
  // Where the database does not answer, its own check says so.
  const readings = await oracles?.().catch(() => undefined);
  if (readings === undefined) return {};
  return {
    oracles: readings.map(({ currency, publicKey, ageSeconds }) => {
      const ok = ageSeconds !== null && ageSeconds <= ORACLE_SILENCE;
      const reason = ageSeconds === null ? 'no message is stored' : 'no message came for 15 minutes';
      return { ok, ...(!ok && { reason }), currency, publicKey, messageAgeSeconds: ageSeconds };
    }),
  };
};

/**
 * Creates the readiness check of database and chain. Idle watchers, unreachable standbys, replaced final blocks and silent oracles are
 * reported but do not make the process unready.
 */
export const createReadiness =
  (sources: ReadinessSources): Readiness =>
  async () => {
    const [{ database, electrum }, standbys, finality, oracles] = await Promise.all([
      checkDependencies(sources),
      checkStandbys(sources),
      checkFinality(sources),
      checkOracles(sources),
    ]);
    const success = database.ok && electrum.ok;
    const watchers = {
      watcher: { ok: true, ...sources.watcher() },
      campaignWatcher: { ok: true, ...sources.campaignWatcher() },
      vaultWatcher: { ok: true, ...sources.vaultWatcher() },
    };
    return {
      success,
      status: success ? 'ready' : 'unready',
      checks: { database, ...standbys, electrum, finality, ...oracles, ...watchers },
    };
  };
