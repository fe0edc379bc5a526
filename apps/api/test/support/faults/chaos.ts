import { setTimeout as sleep } from 'node:timers/promises';
import { startElectrumProxy, type ElectrumProxy, type Misbehaviour } from '@weir/devnet';
import type { ServiceProcess } from '@weir/simulation';
import type { Chance } from '@weir/testing';
import { endSessions } from '@weir/testing/postgres';
import { startApiProcess } from '../api-process.js';
import type { Fixture } from '../fixture.js';

/** An API process between failing servers, and what can be done to it. */
export interface Chaos {
  /** Current URL of the API. */
  readonly url: () => string;
  /** Kills the API and starts another over the same database and chain. */
  kill(): Promise<void>;
  /** Terminates all connections to the database, as its restart would. */
  cutDatabase(): Promise<void>;
  /** Makes one Electrum server or both misbehave for a moment. */
  disturbElectrum(random: Chance): Promise<void>;
  /** The actions taken. */
  readonly diary: readonly string[];
  stop(): Promise<void>;
}

const DISTURBANCES: readonly [Misbehaviour, ...Misbehaviour[]] = [
  { fault: { kind: 'drop' }, count: 2 },
  { fault: { kind: 'refuse' }, count: 2 },
  { fault: { kind: 'hang' }, count: 3 },
  { fault: { kind: 'error', message: 'excessive resource usage' }, count: 10 },
  { fault: { kind: 'delay', milliseconds: 300 }, count: 20 },
  { fault: { kind: 'garbage', text: '[]' }, count: 1 },
  { fault: { kind: 'lie', answer: () => 'nonsense' }, count: 5 },
];

/** Starts the API behind two Electrum proxies. */
export const startChaos = async (fixture: Fixture): Promise<Chaos> => {
  const proxies = [await startElectrumProxy(fixture.devnet.url), await startElectrumProxy(fixture.devnet.url)] as const;
  const settings = {
    ELECTRUM_URLS: proxies.map(({ url }) => url).join(),
    ELECTRUM_TIMEOUT: '1000',
    WATCHER: 'protect',
    LOG_LEVEL: 'info',
  };
  const diary: string[] = [];
  let api: ServiceProcess = await startApiProcess(fixture, settings);

  const disturb = async (proxy: ElectrumProxy, random: Chance): Promise<void> => {
    const disturbance = random.pick(DISTURBANCES);
    diary.push(`electrum: ${disturbance.fault.kind}`);
    proxy.misbehave(disturbance);
    await sleep(random.between(50, 400));
    if (random.between(0, 3) === 0) proxy.hangUp();
    await proxy.behave();
  };
  return {
    url: () => api.url,
    diary,
    async kill() {
      diary.push('kill');
      await api.kill();
      api = await startApiProcess(fixture, settings);
    },
    async cutDatabase() {
      diary.push(`database: ${await endSessions(fixture.config.databaseUrl)} sessions`);
    },
    async disturbElectrum(random) {
      const [first, second] = proxies;
      await (random.between(0, 2) === 0
        ? Promise.all([disturb(first, random), disturb(second, random)])
        : disturb(random.pick(proxies), random));
    },
    async stop() {
      await api.stop();
      for (const proxy of proxies) await proxy.stop();
    },
  };
};
