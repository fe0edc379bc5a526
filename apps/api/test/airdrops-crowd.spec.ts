import type { Wallet } from '@weir/wallet';
import { askClaim, confirmAirdropClaim, createActiveList, readAirdrop, relayClaim, SHARE } from './support/airdrop-scenario.js';
import type { Client } from './support/client.js';
import { BCH } from './support/test-asset.js';
import { startWorld } from './support/world.js';
import type { World } from './support/world.js';

const CROWD = 200;
/** How often a wallet asks again. */
const TRIES = 60;

let world: World;
beforeAll(async () => {
  // All of them wait at once, on a machine that has other things to do.
  world = await startWorld({ REQUEST_TIMEOUT: '120000' });
});
afterAll(() => world.stop());

/** Claims by signing, again and again until it is paid. @returns how often it was overtaken */
const claimSigned = async (client: Client, path: string, wallet: Wallet): Promise<number> => {
  for (let overtaken = 0; overtaken < TRIES; overtaken += 1) {
    const { status, body } = await askClaim({ client }, path, wallet);
    if (status !== 200) throw new Error(JSON.stringify(body));
    const { signedTransaction: txHex, signedTransactionHash: txHash } = await wallet.signTransaction({ ...body.wcTransaction, broadcast: false });
    const confirmed = await confirmAirdropClaim<{ code?: string }>({ client }, path, { txHash, txHex });
    if (confirmed.status === 200) return overtaken;
    if (confirmed.body.code !== 'STATE_MOVED') throw new Error(JSON.stringify(confirmed.body));
  }
  throw new Error('Overtaken too often');
};

/** Claims by the service. */
const claimRelayed = async (client: Client, path: string, wallet: Wallet): Promise<number> => {
  for (let refused = 0; refused < TRIES; refused += 1) {
    const { status, body } = await relayClaim<{ code?: string }>({ client }, path, wallet);
    if (status === 200) return refused;
    if (body.code !== 'STATE_MOVED') throw new Error(JSON.stringify(body));
  }
  throw new Error('Refused too often');
};

/** Everybody was paid the row's amount, by one output on the chain; the record says the same. */
const assertPaidOnce = async (path: string, wallets: readonly Wallet[]): Promise<void> => {
  const { campaign, claims } = await readAirdrop(world, path);
  const total = wallets.reduce((sum, _, row) => sum + SHARE + BigInt(row), 0n);
  expect(campaign).toMatchObject({ status: 'COMPLETED', claimed_count: wallets.length, claimed_amount_base: total.toString() });
  const byClaimer = new Map(claims.map((claim) => [claim.claimer, claim]));
  expect(byClaimer.size).toBe(wallets.length);
  for (const [row, wallet] of wallets.entries()) {
    const claim = byClaimer.get(wallet.address);
    expect(BCH.paidTo(world, wallet, claim?.tx_hash ?? '')).toEqual([SHARE + BigInt(row)]);
    const coins = await world.control.call('blockchain.address.listunspent', wallet.address);
    expect(coins).toHaveLength(1);
  }
};

describe(`${CROWD} wallets at once`, () => {
  it('are each paid exactly once over 16 lanes, half of them by signing, by two replicas', async () => {
    const wallets = Array.from({ length: CROWD }, () => world.wallet());
    const { path } = await createActiveList(world, wallets, { lanes: 16 });
    const clients = [world.client, await world.replica()] as const;
    await Promise.all(wallets.map((wallet, index) => (index % 2 === 0 ? claimRelayed : claimSigned)(clients[(index >> 1) % 2 === 0 ? 0 : 1], path, wallet)));
    await assertPaidOnce(path, wallets);
  }, 120_000);

  it('are each paid exactly once over one lane, while the service is replaced in the middle', async () => {
    const wallets = Array.from({ length: CROWD }, () => world.wallet());
    const { path } = await createActiveList(world, wallets, { lanes: 1 });
    const [before, after] = [wallets.slice(0, CROWD / 2), wallets.slice(CROWD / 2)];
    await Promise.all(before.map((wallet) => claimRelayed(world.client, path, wallet)));
    // A fresh process knows nothing but the database and the chain.
    const fresh = await world.replica();
    const [last, ...others] = after;
    await Promise.all(others.map((wallet) => claimRelayed(fresh, path, wallet)));
    if (last !== undefined) await claimSigned(fresh, path, last);
    await assertPaidOnce(path, wallets);
  }, 120_000);
});
