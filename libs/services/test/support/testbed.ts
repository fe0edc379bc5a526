import { binToHex, cashAddressToLockingBytecode } from '@bitauth/libauth';
import type { PaymentTerms, StreamTerms } from '@weir/client';
import { lockingBytecodeOf, noteSatoshis } from '@weir/covenants';
import { type ChainNode, createNode, type Devnet, DevnetControl, passTime, startDevnet } from '@weir/devnet';
import {
  createChainReader,
  createDatabase,
  createElectrumPool,
  createStreamsRepository,
  createVaultsRepository,
  type Database,
  type ElectrumPool,
  migrateToLatest,
} from '@weir/infra';
import { type Chain, openPayment, openStream, type Parties, type Stage } from '@weir/lives';
import { createTestDatabase, type Preparation, type TestDatabase } from '@weir/testing/postgres';
import { createWallet, type Wallet } from '@weir/wallet';
import {
  createPaymentsService,
  createStreamsService,
  createStreamWatcher,
  type PaymentsService,
  type PaymentView,
  type StreamContext,
  type StreamsService,
  type StreamView,
  type StreamWatcher,
} from '../../src/index.js';
import { createStreamContracts } from '../../src/streams/contract/stored-stream.js';
import { paymentRecords, streamRecords } from './service-records.js';

export const DAY = 86_400;
/** What a funding in BCH pays to the recipient at once. */
export const NOTE = noteSatoshis({ product: 'VESTING_BCH' });

/** The stream use cases over a real database and a real chain whose clock starts 100 days ago. */
export interface Testbed {
  readonly node: ChainNode;
  /** The first Electrum server's. */
  readonly url: string;
  /** Steer the Electrum servers, all over the one node, in the pool's order. */
  readonly controls: readonly DevnetControl[];
  readonly database: TestDatabase;
  readonly db: Database;
  readonly pool: ElectrumPool;
  readonly context: StreamContext;
  readonly streams: StreamsService;
  readonly payments: PaymentsService;
  /** A wallet with mined coins, in satoshis; none by default. */
  wallet(satoshis?: bigint): Wallet;
  /** Lets days pass, so that the median time follows. */
  passDays(days: number): void;
  balance(wallet: Wallet): Promise<bigint>;
  /** Base units of a token's category that a wallet has. */
  tokens(wallet: Wallet, category: string): Promise<bigint>;
  /** Creates, funds and confirms a linear stream over ten days, or so many, from now on. */
  openStream(
    sender: Wallet,
    recipient: Wallet,
    bch: number,
    days?: number,
    terms?: Partial<StreamTerms>,
  ): Promise<StreamView>;
  /** As {@link openStream}, of all units of a token made for it. */
  openTokenStream(
    sender: Wallet,
    recipient: Wallet,
    units: bigint,
    days?: number,
    terms?: Partial<StreamTerms>,
  ): Promise<StreamView>;
  /** Creates, funds and confirms a daily payment whose first period falls due a day from now: of BCH, or of a token made for it. */
  openPayment(sender: Wallet, recipient: Wallet, asset: 'BCH' | 'tokens', perPeriod: bigint): Promise<PaymentView>;
  stop(): Promise<void>;
}

/** What records of a bed live on. */
type BedStage = Stage<{
  readonly streams: ReturnType<typeof streamRecords>;
  readonly payments: ReturnType<typeof paymentRecords>;
}>;

/** The chain of a node in this process. */
export const nodeChain = (node: ChainNode): Chain => ({
  now: () => Promise.resolve(node.tip.medianTimePast),
  passTime: (seconds) => Promise.resolve(passTime(node, seconds)),
  mine: (blocks) => Promise.resolve(node.mine(blocks)),
  fund(address, satoshis) {
    const party = cashAddressToLockingBytecode(address);
    if (typeof party === 'string') throw new Error(party);
    return Promise.resolve(node.fund(binToHex(party.bytecode), satoshis));
  },
});

/** @param servers how many Electrum servers there are */
export const startTestbed = async (servers = 1): Promise<Testbed> => {
  const node = createNode({ now: Math.floor(Date.now() / 1000) - 100 * DAY });
  const devnets: Devnet[] = [];
  for (let i = 0; i < servers; i += 1) devnets.push(await startDevnet({ node }));
  const urls = devnets.map(({ url }) => url);
  const controls = await Promise.all(urls.map((url) => DevnetControl.connect(url)));
  const database = await createTestDatabase(migrated);
  const db = createDatabase({ url: database.url });
  const pool = await createElectrumPool({ urls, timeoutMs: servers === 1 ? 600_000 : 3_000, suspendedMs: 100 });
  const chain = createChainReader(pool);
  const now = () => Math.floor(Date.now() / 1000);
  const context: StreamContext = {
    streams: createStreamsRepository(db),
    vaults: createVaultsRepository(db),
    chain,
    contracts: createStreamContracts('devnet'),
    serves: 'either',
    network: 'devnet',
    minConfirmations: 0,
    now,
  };
  const streams = createStreamsService(context);
  const payments = createPaymentsService(context);
  let wallets = 0;

  const mintFor = (wallet: Wallet, amount: bigint): string => {
    const { category } = node.mint(binToHex(lockingBytecodeOf(wallet.publicKeyHash)), { amount });
    node.mine();
    return category;
  };

  const stage: BedStage = {
    weir: { streams: streamRecords(streams), payments: paymentRecords(payments) },
    chain: nodeChain(node),
  };
  const open = async (parties: Parties, asset: Partial<StreamTerms>, days = 10): Promise<StreamView> => {
    const endTime = node.tip.medianTimePast + days * DAY;
    const { id } = await openStream(stage, parties, { ...asset, endTime });
    return (await streams.get(id)).stream;
  };

  return {
    node,
    url: urls[0] ?? '',
    controls,
    database,
    db,
    pool,
    context,
    streams,
    payments,
    wallet(satoshis = 0n) {
      wallets += 1;
      const wallet = createWallet({ privateKey: `testbed ${wallets}`, broadcast: (hex) => chain.broadcast(hex) });
      if (satoshis > 0n) {
        node.fund(binToHex(lockingBytecodeOf(wallet.publicKeyHash)), satoshis);
        node.mine();
      }
      return wallet;
    },
    passDays(days) {
      passTime(node, days * DAY);
    },
    async balance({ publicKeyHash }) {
      const coins = await chain.unspent(lockingBytecodeOf(publicKeyHash));
      return coins.reduce((sum, { satoshis }) => sum + satoshis, 0n);
    },
    async tokens({ publicKeyHash }, category) {
      const coins = await chain.unspent(lockingBytecodeOf(publicKeyHash));
      return coins.reduce((sum, { token }) => (token?.category === category ? sum + token.amount : sum), 0n);
    },
    openStream: (sender, recipient, bch, days, terms) =>
      open({ sender, recipient }, { totalAmount: bch, ...terms }, days),
    openTokenStream(sender, recipient, units, days, terms) {
      const asset = { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: mintFor(sender, units) } as const;
      return open({ sender, recipient }, { totalAmount: units, ...asset, ...terms }, days);
    },
    async openPayment(sender, recipient, asset, perPeriod) {
      const tokens = (): Partial<PaymentTerms> => ({
        tokenType: 'FUNGIBLE_TOKEN',
        tokenCategory: mintFor(sender, 12n * perPeriod),
      });
      const { id } = await openPayment(
        stage,
        { sender, recipient },
        { amountPerPeriod: perPeriod, ...(asset === 'tokens' && tokens()) },
      );
      return (await payments.get(id)).payment;
    },
    async stop() {
      await pool.close();
      await db.destroy();
      await Promise.all(controls.map((control) => control.close()));
      await Promise.all([database.drop(), ...devnets.map((devnet) => devnet.stop())]);
    },
  };
};

/** A bed that starts before the tests of a file and stops after them; what it returns is filled before the first one. */
export const useBed = <Bed extends Pick<Testbed, 'stop'>>(start: () => Promise<Bed>): Bed => {
  const bed = {} as Bed;
  beforeAll(async () => void Object.assign(bed, await start()));
  afterAll(() => bed.stop());
  return bed;
};

export const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Watches the streams of a bed in one test after another: it is stopped after each, and must have warned of nothing in it.
 *
 * @returns how to start it, and its warnings so far
 */
export const useStreamWatcher = (bed: Testbed) => {
  const warnings: object[] = [];
  const watchers: StreamWatcher[] = [];
  afterEach(async () => {
    await Promise.all(watchers.splice(0).map((watcher) => watcher.stop()));
    expect(warnings.splice(0)).toEqual([]);
  });
  const watch = (): StreamWatcher => {
    const log = { info: () => undefined, warn: (details: object) => void warnings.push(details) };
    const common = { context: bed.context, databaseUrl: bed.database.url, log };
    const patience = { checks: 3, spacingMs: 40 };
    const watcher = createStreamWatcher({ ...common, intervalMs: 200, pollMs: 20, patience });
    watchers.push(watcher);
    return watcher;
  };
  return { watch, warnings };
};

/** A database with the present schema. */
export const migrated: Preparation = {
  name: 'api',
  async prepare(url) {
    const db = createDatabase({ url, statementTimeoutMs: 0 });
    await migrateToLatest(db);
    await db.destroy();
  },
};
