import type { ListStreamsResponse } from '@weir/api-contract';
import { killServices, type ServiceProcess } from '@weir/simulation';
import type { Wallet } from '@weir/wallet';
import {
  askClaim,
  confirmAirdropClaim,
  createActiveList,
  readAirdrop,
  relayClaim,
  SHARE,
} from '../support/airdrop-scenario.js';
import { startApiProcess } from '../support/api-process.js';
import { RetryingServer } from '../support/balancer/retrying-server.js';
import type { Client } from '../support/client.js';
import { useFixture } from '../support/fixture.js';

/** `npm run faults` has larger ones. */
const CROWD = process.env['WEIR_FAULT_RUNS'] === undefined ? 32 : 200;
const LANES = 16;
/** How the claims pay that a service is killed among: `npm run faults` has both. */
const KILLED = process.env['WEIR_FAULT_RUNS'] === undefined ? ['by locks'] : ['at once', 'by locks'];
/** How often a wallet asks again. */
const TRIES = 100;
/** Claims of the crowd after which the process dies: in the middle of a different one each time the seed is another. */
const SEED = Number(process.env['WEIR_SEED'] ?? 20_090_103) || Date.now();
const KILL_AFTER = [5 + (SEED % (0.4 * CROWD)), 0.5 * CROWD + ((SEED * 7) % (0.45 * CROWD))].map(Math.floor);

afterAll(killServices);
const fixture = useFixture();

interface Refused {
  readonly code?: string;
  readonly retryable?: boolean;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** What comes after a refusal. @returns whether it is made by now, though the answer was lost; asks again otherwise */
const wasMade = ({ code, retryable, details }: Refused): boolean => {
  if (code === 'CLAIM_LIMIT_REACHED' && details?.['txHash'] !== undefined) return true;
  if (retryable === true) return false;
  throw new Error(`Refused with ${code}`);
};

/** Claims by signing, again and again until it is paid. */
const claimSigned = async (client: Client, path: string, wallet: Wallet): Promise<void> => {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { status, body } = await askClaim({ client }, path, wallet);
    if (status !== 200) {
      if (wasMade(body as Refused)) return;
      continue;
    }
    const { signedTransaction: txHex, signedTransactionHash: txHash } = await wallet.signTransaction({
      ...body.wcTransaction,
      broadcast: false,
    });
    const confirmed = await confirmAirdropClaim<Refused>({ client }, path, { txHash, txHex });
    if (confirmed.status === 200 || wasMade(confirmed.body)) return;
  }
  throw new Error('Overtaken too often');
};

/** Claims by the service. */
const claimRelayed = async (client: Client, path: string, wallet: Wallet): Promise<void> => {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { status, body } = await relayClaim<Refused>({ client }, path, wallet);
    if (status === 200 || wasMade(body)) return;
  }
  throw new Error('Refused too often');
};

/** Half of what its rows hold has vested. */
const vestingNow = () => {
  const startTime = fixture.time() - 100_000;
  return { streamType: 'LINEAR', startTime, endTime: startTime + 200_000 };
};

/** Where a claim paid a wallet: its address, or that of the one lock which is recorded for it. */
const paidAddress = async (wallet: Wallet, txHash: string, isVested: boolean): Promise<string> => {
  if (!isVested) return wallet.address;
  const { body } = await fixture.client.get<ListStreamsResponse>(`/api/streams?recipient=${wallet.address}`);
  expect(body.streams).toMatchObject([{ contract: 'LOCK', status: 'ACTIVE', funding_tx_hash: txHash }]);
  return body.streams[0]?.contract_address ?? '';
};

/**
 * Asserts that everybody was paid the row's amount by one output on the chain, to their lock where the list vests, and that
 * the records agree.
 */
const assertPaidOnce = async (path: string, wallets: readonly Wallet[]): Promise<void> => {
  const { campaign, claims } = await readAirdrop(fixture, path);
  const total = wallets.reduce((sum, _, row) => sum + SHARE + BigInt(row), 0n);
  expect(campaign).toMatchObject({
    status: 'COMPLETED',
    claimed_count: wallets.length,
    claimed_amount_base: total.toString(),
  });
  const byClaimer = new Map(claims.map((claim) => [claim.claimer, claim]));
  expect(byClaimer.size).toBe(wallets.length);
  for (const [row, wallet] of wallets.entries()) {
    const txHash = byClaimer.get(wallet.address)?.tx_hash ?? '';
    const address = await paidAddress(wallet, txHash, campaign.vesting !== null);
    const coins = await fixture.control.call('blockchain.address.listunspent', address);
    expect(coins).toMatchObject([{ tx_hash: txHash, value: Number(SHARE) + row }]);
  }
};

/** Kills an API at the moment the network takes the claim after so many, before the API hears that it did, and starts another. */
const killAfter = (claims: number, api: () => ServiceProcess, restart: () => Promise<void>): Promise<void> =>
  new Promise((resolve, reject) => {
    let seen = 0;
    const note = (): void => {
      seen += 1;
      if (seen <= claims) return;
      fixture.devnet.node.off('transaction', note);
      api().kill().then(restart).then(resolve, reject);
    };
    fixture.devnet.node.on('transaction', note);
  });

describe(`${CROWD} wallets at once`, () => {
  it('are each paid one lock over 16 lanes, half of them by signing, by two replicas', async () => {
    const wallets = Array.from({ length: CROWD }, () => fixture.wallet());
    const { path } = await createActiveList(fixture, wallets, { lanes: LANES, vesting: vestingNow() });
    const clients = [fixture.client, await fixture.replica()] as const;
    await Promise.all(
      wallets.map((wallet, index) =>
        (index % 2 === 0 ? claimRelayed : claimSigned)(clients[(index >> 1) % 2 === 0 ? 0 : 1], path, wallet),
      ),
    );
    await assertPaidOnce(path, wallets);
  });

  it('are each paid exactly once over one lane, while the service is replaced in the middle', async () => {
    const wallets = Array.from({ length: CROWD }, () => fixture.wallet());
    const { path } = await createActiveList(fixture, wallets, { lanes: 1 });
    const [before, after] = [wallets.slice(0, CROWD / 2), wallets.slice(CROWD / 2)];
    await Promise.all(before.map((wallet) => claimRelayed(fixture.client, path, wallet)));
    // A fresh process knows nothing but the database and the chain.
    const fresh = await fixture.replica();
    const [last, ...others] = after;
    await Promise.all(others.map((wallet) => claimRelayed(fresh, path, wallet)));
    if (last !== undefined) await claimSigned(fresh, path, last);
    await assertPaidOnce(path, wallets);
  });

  it.each(KILLED)('are each paid exactly once, %s, though the service is killed in the middle, twice', async (pays) => {
    const start = () => startApiProcess(fixture, { WATCHER: 'protect', LOG_LEVEL: 'info' });
    let api = await start();
    const restart = async () => void (api = await start());
    const wallets = Array.from({ length: CROWD }, () => fixture.wallet());
    const terms = { lanes: LANES, ...(pays === 'by locks' && { vesting: vestingNow() }) };
    const { path } = await createActiveList(fixture, wallets, terms);
    const server = new RetryingServer(() => api.url);
    const client = fixture.client.at(server);
    const [first = 0, second = 0] = KILL_AFTER;
    const kills = killAfter(first, () => api, restart).then(() => killAfter(second - first, () => api, restart));
    const crowd = Promise.all(
      wallets.map((wallet, index) => (index % 2 === 0 ? claimRelayed : claimSigned)(client, path, wallet)),
    );
    await Promise.all([crowd, kills]);
    expect(server.broken).toBeGreaterThan(CROWD / 4);
    expect(await client.post(`${path}/sync`, {})).toMatchObject({ status: 200, body: { openLanes: 0 } });
    await assertPaidOnce(path, wallets);
    // One funding, one claim per wallet and the end of each lane, all recorded.
    const { contract_address: address } = (await readAirdrop(fixture, path)).campaign;
    const { control } = fixture;
    expect(await control.call('blockchain.address.get_history', address)).toHaveLength(1 + CROWD + LANES);
    expect(await control.call('blockchain.address.listunspent', address, 'include_tokens')).toEqual([]);
  });
});
