import type { AirdropClaimUnsigned } from '@weir/api-contract';
import { killServices, type ServiceProcess } from '@weir/simulation';
import type { Wallet } from '@weir/wallet';
import { assertNothingElseHappened, assertPaidOnce } from '../support/airdrop-crowd.js';
import { createActiveList } from '../support/airdrop-scenario.js';
import { startApiProcess } from '../support/api-process.js';
import { startFixture, type Fixture } from '../support/fixture.js';
import { PatientClient } from '../support/patient-client.js';

/** `npm run faults` has larger ones. */
const CROWD = process.env['WEIR_FAULT_RUNS'] === undefined ? 96 : 200;
const LANES = 16;
/** How often a wallet asks again. */
const TRIES = 100;
/** Claims of the crowd after which the process dies: in the middle of a different one each time the seed is another. */
const SEED = Number(process.env['WEIR_SEED'] ?? 20_090_103) || Date.now();
const KILL_AFTER = [5 + (SEED % (0.4 * CROWD)), 0.5 * CROWD + ((SEED * 7) % (0.45 * CROWD))].map(Math.floor);

let fixture: Fixture;
let api: ServiceProcess;
beforeAll(async () => {
  fixture = await startFixture();
  api = await start();
});
afterAll(async () => {
  killServices();
  await fixture.stop();
});

const start = (): Promise<ServiceProcess> => startApiProcess(fixture, { WATCHER: 'protect', LOG_LEVEL: 'info' });

interface Refused {
  readonly code?: string;
  readonly details?: { readonly txHash?: string };
}

/** Claims by signing, again and again until it is paid. */
const claimSigned = async (client: PatientClient, path: string, wallet: Wallet): Promise<void> => {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { status, body } = await client.post<AirdropClaimUnsigned>(`${path}/claim`, {
      claimerAddress: wallet.address,
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
    const { signedTransaction: txHex, signedTransactionHash: txHash } = await wallet.signTransaction({
      ...body.wcTransaction,
      broadcast: false,
    });
    const confirmed = await client.post<Refused>(`${path}/confirm-claim`, { txHash, txHex });
    if (confirmed.status === 200) return;
    if (confirmed.body.code !== 'STATE_MOVED') throw new Error(JSON.stringify(confirmed.body));
  }
  throw new Error('Overtaken too often');
};

/** Claims by the service: an answer that was lost may have been a success, and then the claim is refused as made. */
const claimRelayed = async (client: PatientClient, path: string, wallet: Wallet): Promise<void> => {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { status, body } = await client.post<Refused>(`${path}/claim`, {
      claimerAddress: wallet.address,
      relay: true,
    });
    if (status === 200) return;
    if (body.code === 'CLAIM_LIMIT_REACHED' && body.details?.txHash !== undefined) return;
    if (body.code !== 'STATE_MOVED') throw new Error(JSON.stringify(body));
  }
  throw new Error('Refused too often');
};

/** Kills the API at the moment the network takes the claim after so many, before the API hears that it did, and starts another. */
const killAfter = (claims: number): Promise<void> =>
  new Promise((resolve, reject) => {
    let seen = 0;
    const note = (): void => {
      seen += 1;
      if (seen <= claims) return;
      fixture.devnet.node.off('transaction', note);
      api
        .kill()
        .then(start)
        .then((next) => {
          api = next;
          resolve();
        }, reject);
    };
    fixture.devnet.node.on('transaction', note);
  });

describe(`${CROWD} wallets at once`, () => {
  it('are each paid exactly once though the service is killed in the middle, twice', async () => {
    const wallets = Array.from({ length: CROWD }, () => fixture.wallet());
    const { path } = await createActiveList(fixture, wallets, { lanes: LANES });
    const client = new PatientClient(() => api.url);
    const [first = 0, second = 0] = KILL_AFTER;
    const kills = killAfter(first).then(() => killAfter(second - first));
    const crowd = Promise.all(
      wallets.map((wallet, index) => (index % 2 === 0 ? claimRelayed : claimSigned)(client, path, wallet)),
    );
    await Promise.all([crowd, kills]);
    expect(client.broken).toBeGreaterThan(CROWD / 4);
    const { status, body } = await client.post<{ openLanes: number }>(`${path}/sync`, {});
    expect([status, body]).toMatchObject([200, { openLanes: 0 }]);
    await assertPaidOnce(fixture, path, wallets);
    await assertNothingElseHappened(fixture, path, CROWD, LANES);
  });
});
