import { binToHex, encodeLockingBytecodeP2pkh } from '@bitauth/libauth';
import { loadConfig as loadApiConfig, startApi, type RunningApi } from '@weir/api';
import { lockingBytecodeOf } from '@weir/covenants';
import { createNode, passTime, startDevnet, type Devnet } from '@weir/devnet';
import { loadConfig, startIndexer, type RunningIndexer } from '@weir/indexer';
import { createDatabase, createIndexerDatabase, migrateIndexer, migrateToLatest } from '@weir/infra';
import { run } from '@weir/recover';
import { createTestDatabase, type TestDatabase } from '@weir/testing/postgres';
import { createWallet, type Wallet } from '@weir/wallet';

const COIN = 100_000_000n;
const DAY = 86_400;
const PATIENCE_MS = 600_000;

const node = createNode({ now: Math.floor(Date.now() / 1_000) - 100 * DAY });
let devnet: Devnet;
const databases: TestDatabase[] = [];
/** What runs still, to be stopped whatever a test came to. */
const running = new Set<Service>();
beforeAll(async () => {
  devnet = await startDevnet({ node });
});
afterAll(async () => {
  for (const service of running) await service.lose();
  for (const { drop } of databases) await drop();
  await devnet.stop();
});

let wallets = 0;
const wallet = (...coins: readonly bigint[]): Wallet => {
  wallets += 1;
  const made = createWallet({
    privateKey: `without databases ${wallets}`,
    broadcast: (hex) => Promise.resolve(node.submit(hex)),
  });
  for (const satoshis of coins) node.fund(binToHex(lockingBytecodeOf(made.publicKeyHash)), satoshis);
  return made;
};

interface Service {
  readonly api: RunningApi;
  readonly indexer: RunningIndexer;
  /** Stops both, and drops what they know. */
  lose(): Promise<void>;
}

/** The API and the indexer, each over an empty database. */
const startServices = async (): Promise<Service> => {
  const [own, indexed] = [await createTestDatabase(), await createTestDatabase()];
  databases.push(own, indexed);
  const db = createDatabase({ url: own.url, statementTimeoutMs: 0 });
  await migrateToLatest(db);
  await db.destroy();
  const index = createIndexerDatabase({ url: indexed.url });
  await migrateIndexer(index);
  await index.destroy();
  const settings = {
    BCH_NETWORK: 'devnet',
    ELECTRUM_URLS: devnet.url,
    PORT: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_MAX: '0',
    WATCHER: 'off',
  };
  const api = await startApi(loadApiConfig({ ...settings, DATABASE_URL: own.url }));
  const indexer = await startIndexer(loadConfig({ ...settings, DATABASE_URL: indexed.url }));
  const service: Service = {
    api,
    indexer,
    async lose() {
      running.delete(service);
      await Promise.all([api.stop(), indexer.stop()]);
      await own.drop();
      await indexed.drop();
    },
  };
  running.add(service);
  return service;
};

const asking =
  ({ url }: { readonly url: string }, caller?: Wallet) =>
  async <Body>(path: string, body?: object): Promise<Body> => {
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...(caller && { 'x-user-address': caller.address }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as Body;
  };

type Signable = Parameters<Wallet['signTransaction']>[0];
const sign = async (signer: Wallet, wcTransaction: Signable) =>
  (await signer.signTransaction(wcTransaction)).signedTransactionHash;

/** What the service says of a stream of a plan. */
interface PlanStream {
  readonly id: string;
  readonly recipient: string;
  readonly status: string;
  readonly amount_base: string;
  readonly withdrawn_amount_base: string;
  readonly funding_tx_hash: string;
}
interface PlanAnswer {
  readonly plan: { readonly id: string; readonly sender: string };
  readonly wcTransaction: Signable;
  readonly proposal: { readonly path: string; readonly body: object };
}

/** Funds a plan by its sender's key. */
const openByKey = async (service: Service, sender: Wallet, terms: object): Promise<PlanAnswer['plan']> => {
  const ask = asking(service.api, sender);
  const { plan } = await ask<PlanAnswer>('/api/plans', terms);
  const { wcTransaction } = await ask<PlanAnswer>(`/api/plans/${plan.id}/funding-info`);
  await ask(`/api/plans/${plan.id}/confirm-funding`, { txHash: await sign(sender, wcTransaction) });
  node.mine();
  return plan;
};

/** Has two of a vault's three signers open a plan. */
const openByVault = async (
  service: Service,
  creator: Wallet,
  signers: readonly [Wallet, Wallet, Wallet],
  terms: object,
): Promise<PlanAnswer['plan']> => {
  const ask = asking(service.api, creator);
  const vault = await ask<{ readonly id: string }>('/api/vaults', {
    name: 'Treasury',
    signers: signers.map(({ address }) => address),
    signerPubkeys: signers.map(({ publicKey }) => binToHex(publicKey)),
    totalDeposit: 1,
  });
  const { wcTransaction } = await ask<PlanAnswer>(`/api/vaults/${vault.id}/deposit`);
  const txid = await sign(creator, wcTransaction);
  await ask(`/api/vaults/${vault.id}/update-balance`, { txid, amount: 1 });
  node.mine();
  const { plan, proposal } = await ask<PlanAnswer>('/api/plans', { ...terms, vaultId: vault.id });
  const { id } = await ask<{ readonly id: string }>(proposal.path, proposal.body);
  for (const signer of signers.slice(0, 2)) {
    const as = asking(service.api, signer);
    const approval = await as<PlanAnswer>(`/api/proposals/${id}/approve`, {});
    const { signedTransaction } = await signer.signTransaction(approval.wcTransaction);
    await as(`/api/proposals/${id}/signatures`, { signedTransaction });
  }
  const { txHex } = await ask<{ readonly txHex: string }>(`/api/proposals/${id}/execute`, {});
  await ask(`/api/proposals/${id}/confirm-execute`, { txHash: node.submit(txHex) });
  node.mine();
  return plan;
};

/** What is known of contracts whoever tells: by funding, amounts in base units. */
type Known = readonly { readonly funding: string; readonly funded: string; readonly paid: string }[];
const sorted = (known: Known): Known =>
  [...known].sort((a, b) => (a.funding + a.funded < b.funding + b.funded ? -1 : 1));

const recordsOf = async ({ api }: Service, plans: readonly PlanAnswer['plan'][], caller: Wallet): Promise<Known> => {
  const known: Known[] = [];
  for (const { id } of plans) {
    const { streams } = await asking(
      api,
      caller,
    )<{ readonly streams: readonly PlanStream[] }>(`/api/plans/${id}/streams`);
    known.push(
      streams.map((stream) => ({
        funding: stream.funding_tx_hash,
        funded: stream.amount_base,
        paid: stream.withdrawn_amount_base,
      })),
    );
  }
  return sorted(known.flat());
};

interface IndexedRow {
  readonly fundedTxHash: string;
  readonly totalAmountBase: string;
  readonly releasedAmountBase: string;
}
/** What an indexer knows of streams. */
const indexedIn = async ({ indexer }: Service): Promise<Known> => {
  const ask = asking(indexer);
  const { streams } = await ask<{ readonly streams: readonly IndexedRow[] }>('/indexer/streams?limit=200');
  return sorted(
    streams.map(({ fundedTxHash, totalAmountBase: funded, releasedAmountBase: paid }) => ({
      funding: fundedTxHash,
      funded,
      paid,
    })),
  );
};

interface Listed {
  readonly funding: string;
  readonly funded: string;
  readonly paid: string;
  readonly status: string;
  readonly states: readonly string[];
  readonly ended: boolean;
}
const recover = async <Answer>(...args: readonly string[]): Promise<Answer> => {
  let [printed, complained] = ['', ''];
  const code = await run(
    [...args, '--json', '--network', 'devnet', '--server', devnet.url],
    {},
    {
      print: (text) => void (printed += text),
      complain: (text) => void (complained += text),
      readFile: () => Promise.reject(new Error('Nothing is kept')),
      writeFile: () => Promise.reject(new Error('Nothing is kept')),
    },
  );
  if (code !== 0) throw new Error(`${args.join(' ')}: ${code} ${complained}`);
  return JSON.parse(printed) as Answer;
};
const list = async (address: string): Promise<readonly Listed[]> =>
  (await recover<{ readonly contracts: readonly Listed[] }>('list', address)).contracts;
const knownOf = (contracts: readonly Listed[]): Known =>
  sorted(contracts.map(({ funding, funded, paid }) => ({ funding: funding.split(':')[0] ?? '', funded, paid })));

const balanceOf = ({ publicKeyHash }: Wallet): bigint => {
  const script = binToHex(encodeLockingBytecodeP2pkh(publicKeyHash));
  return node
    .mempool()
    .flatMap(({ outputs }) => outputs)
    .filter(({ lockingBytecode }) => lockingBytecode === script)
    .reduce((sum, { satoshis }) => sum + satoshis, 0n);
};

it('plans of a key and of a vault are found again, whole, from the chain alone: nothing is lost with both databases', async () => {
  const service = await startServices();
  const [sender, creator] = [wallet(5n * COIN, COIN), wallet(3n * COIN, COIN / 100n)];
  const signers = [wallet(), wallet(), wallet()] as const;
  const team = [wallet(), wallet(), wallet()];
  node.mine();
  const start = node.tip.medianTimePast;
  const rows = team.map(({ address: recipient }, i) => ({ recipient, amount: 0.1 + i / 100 }));
  const vesting = { product: 'vesting', start, end: start + 10 * DAY, streams: rows };
  const plans = [await openByKey(service, sender, vesting), await openByVault(service, creator, signers, vesting)];
  passTime(node, 4 * DAY);
  // One of each is paid, so that what was paid is to be found again, too.
  for (const { id } of plans) {
    const { streams } = await asking(
      service.api,
      sender,
    )<{ readonly streams: readonly PlanStream[] }>(`/api/plans/${id}/streams`);
    await asking(service.api)(`/api/streams/${streams[1]?.id ?? ''}/push`, { broadcast: true });
  }
  node.mine();
  const records = await recordsOf(service, plans, sender);
  expect(records).toHaveLength(6);
  expect(records.filter(({ paid }) => paid !== '0')).toHaveLength(2);
  const untilIndexed = async (of: Service): Promise<void> => {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
      if (JSON.stringify(await indexedIn(of)) === JSON.stringify(records)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(await indexedIn(of)).toEqual(records);
  };
  await untilIndexed(service);

  await service.lose();

  // With an address and any server: the key's and the vault's own, and each recipient's.
  const [byKey, byVault] = [await list(sender.address), await list(plans[1]?.sender ?? '')];
  expect(sorted([...knownOf(byKey), ...knownOf(byVault)])).toEqual(records);
  for (const { address } of team) expect(await list(address)).toHaveLength(2);

  // And what is theirs comes out: a recipient's claims need nobody's signature, the key cancels the rest by one.
  const [first] = team;
  if (first === undefined) throw new Error('The team has three');
  for (const { states } of await list(first.address))
    expect(
      (await recover<{ sent: readonly string[] }>('build', states[0] ?? '', '--action', 'claim', '--broadcast')).sent,
    ).toHaveLength(1);
  expect(balanceOf(first)).toBeGreaterThan((8n * COIN) / 100n - 10_000n);
  node.mine();
  const states = (await list(sender.address)).flatMap((contract) => contract.states);
  const { transactions } = await recover<{ readonly transactions: readonly { readonly wcTransaction: Signable }[] }>(
    'build',
    ...states,
    '--action',
    'cancel',
    '--address',
    sender.address,
  );
  for (const { wcTransaction } of transactions) await sign(sender, wcTransaction);
  node.mine(7);
  for (const {
    states: [state = ''],
  } of await list(sender.address))
    await recover('build', state, '--action', 'refund', '--broadcast');
  node.mine();
  expect((await list(sender.address)).map(({ ended }) => ended)).toEqual([true, true, true]);

  // A new indexer over an empty database reads it all again.
  const again = await startServices();
  const whole = sorted([...knownOf(await list(sender.address)), ...knownOf(byVault)]);
  expect(whole.map(({ funding, funded }) => [funding, funded])).toEqual(
    records.map(({ funding, funded }) => [funding, funded]),
  );
  for (const end = Date.now() + PATIENCE_MS; (await indexedIn(again)).length < records.length && Date.now() < end;)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect((await indexedIn(again)).map(({ funding, funded }) => [funding, funded])).toEqual(
    records.map(({ funding, funded }) => [funding, funded]),
  );
  await again.lose();
});
