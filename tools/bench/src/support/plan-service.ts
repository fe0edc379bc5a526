import { setTimeout as sleep } from 'node:timers/promises';
import { binToHex, encodeLockingBytecodeP2pkh, hash160, numberToBinUint32LE } from '@bitauth/libauth';
import { loadConfig as loadApiConfig, startApi } from '@weir/api';
import { lockingBytecodeOf, partyAddress } from '@weir/covenants';
import { createNode, startDevnet } from '@weir/devnet';
import { loadConfig, startIndexer } from '@weir/indexer';
import { createDatabase, createIndexerDatabase, migrateIndexer, migrateToLatest } from '@weir/infra';
import { startPostgres, type PostgresServer } from '@weir/postgres';
import { createWallet } from '@weir/wallet';

/** Milliseconds of one plan, from its confirm on. */
export interface PlanTimes {
  readonly confirm: number;
  readonly index: number;
}

/** The API and the indexer on their own chain, each with a database. */
export interface PlanService {
  /** Creates a plan of this many streams, signs its funding, confirms and mines it. */
  open(streams: number): Promise<PlanTimes>;
  stop(): Promise<void>;
}

interface Answer {
  readonly plan: { readonly id: string };
  readonly wcTransaction: Parameters<ReturnType<typeof createWallet>['signTransaction']>[0];
  readonly statuses: Readonly<Record<string, number>>;
}

const FUNDS = 5_000_000_000n;

const startMigrated = async (): Promise<PostgresServer> => {
  const postgres = await startPostgres();
  const db = createDatabase({ url: postgres.url, statementTimeoutMs: 0 });
  await migrateToLatest(db);
  await db.destroy();
  return postgres;
};

export const startPlanService = async (): Promise<PlanService> => {
  const node = createNode();
  const [own, indexed, devnet] = await Promise.all([startMigrated(), startPostgres(), startDevnet({ node })]);
  const db = createIndexerDatabase({ url: indexed.url });
  await migrateIndexer(db);
  const common = { BCH_NETWORK: 'devnet', ELECTRUM_URLS: devnet.url, PORT: '0', LOG_LEVEL: 'fatal', WATCHER: 'off' };
  const settings = { ...common, RATE_LIMIT_MAX: '0' };
  const api = await startApi(loadApiConfig({ ...settings, DATABASE_URL: own.url }));
  const indexer = await startIndexer(loadConfig({ ...settings, DATABASE_URL: indexed.url }));
  const sender = createWallet({
    privateKey: 'sender of plans',
    broadcast: (hex) => Promise.resolve(node.submit(hex)),
  });

  const ask = async (path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${api.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', 'x-user-address': sender.address },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Answer;
    if (!response.ok) throw new Error(JSON.stringify(answer));
    return answer;
  };
  const contracts = async (): Promise<number> =>
    Number(
      (
        await db
          .selectFrom('contracts')
          .select(({ fn }) => fn.countAll<bigint>().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    );

  let recipients = 0;
  return {
    async open(streams) {
      node.fund(binToHex(lockingBytecodeOf(sender.publicKeyHash)), FUNDS);
      node.mine();
      const start = node.tip.medianTimePast;
      const { plan } = await ask('/api/plans', {
        product: 'vesting',
        start,
        end: start + 126_230_400,
        streams: Array.from({ length: streams }, () => {
          recipients += 1;
          const party = encodeLockingBytecodeP2pkh(hash160(numberToBinUint32LE(recipients)));
          return { recipient: partyAddress(party, 'devnet'), amount: 0.001 };
        }),
      });
      const { wcTransaction } = await ask(`/api/plans/${plan.id}/funding-info`);
      const { signedTransactionHash: txHash } = await sender.signTransaction(wcTransaction);
      const began = performance.now();
      const { statuses } = await ask(`/api/plans/${plan.id}/confirm-funding`, { txHash });
      const confirm = performance.now() - began;
      if (statuses['ACTIVE'] !== streams) throw new Error('Not all streams are active');
      const all = (await contracts()) + streams;
      node.mine();
      const mined = performance.now();
      while ((await contracts()) < all) await sleep(5);
      return { confirm, index: performance.now() - mined };
    },
    async stop() {
      await Promise.all([api.stop(), indexer.stop()]);
      await db.destroy();
      await Promise.all([devnet.stop(), own.stop(), indexed.stop()]);
    },
  };
};
