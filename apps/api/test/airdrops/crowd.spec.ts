import { setTimeout as sleep } from 'node:timers/promises';
import type { Wallet } from '@weir/wallet';
import { assertPaidOnce } from '../support/airdrop-crowd.js';
import { askClaim, confirmAirdropClaim, createActiveList, relayClaim } from '../support/airdrop-scenario.js';
import type { Client } from '../support/client.js';
import { useFixture } from '../support/fixture.js';

/** `npm run faults` has larger ones. */
const CROWD = process.env['WEIR_FAULT_RUNS'] === undefined ? 96 : 200;
/** How often a wallet asks again. */
const TRIES = 60;

const fixture = useFixture();

/** Whether a refusal says to ask again: overtaken, or a database too busy for the moment, which says so by a 503. */
const mayAskAgain = async ({ code }: { readonly code?: string }): Promise<boolean> => {
  if (code === 'DATABASE_UNAVAILABLE') await sleep(1_000);
  return code === 'STATE_MOVED' || code === 'DATABASE_UNAVAILABLE';
};

/** Claims by signing, again and again until it is paid. @returns how often it was overtaken */
const claimSigned = async (client: Client, path: string, wallet: Wallet): Promise<number> => {
  for (let overtaken = 0; overtaken < TRIES; overtaken += 1) {
    const { status, body } = await askClaim({ client }, path, wallet);
    if (status !== 200) {
      if (await mayAskAgain(body as { readonly code?: string })) continue;
      throw new Error(JSON.stringify(body));
    }
    const { signedTransaction: txHex, signedTransactionHash: txHash } = await wallet.signTransaction({
      ...body.wcTransaction,
      broadcast: false,
    });
    const confirmed = await confirmAirdropClaim<{ code?: string }>({ client }, path, { txHash, txHex });
    if (confirmed.status === 200) return overtaken;
    if (!(await mayAskAgain(confirmed.body))) throw new Error(JSON.stringify(confirmed.body));
  }
  throw new Error('Overtaken too often');
};

/** Claims by the service. */
const claimRelayed = async (client: Client, path: string, wallet: Wallet): Promise<number> => {
  for (let refused = 0; refused < TRIES; refused += 1) {
    const { status, body } = await relayClaim<{ code?: string }>({ client }, path, wallet);
    if (status === 200) return refused;
    if (!(await mayAskAgain(body))) throw new Error(JSON.stringify(body));
  }
  throw new Error('Refused too often');
};

describe(`${CROWD} wallets at once`, () => {
  it('are each paid exactly once over 16 lanes, half of them by signing, by two replicas', async () => {
    const wallets = Array.from({ length: CROWD }, () => fixture.wallet());
    const { path } = await createActiveList(fixture, wallets, { lanes: 16 });
    const clients = [fixture.client, await fixture.replica()] as const;
    await Promise.all(
      wallets.map((wallet, index) =>
        (index % 2 === 0 ? claimRelayed : claimSigned)(clients[(index >> 1) % 2 === 0 ? 0 : 1], path, wallet),
      ),
    );
    await assertPaidOnce(fixture, path, wallets);
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
    await assertPaidOnce(fixture, path, wallets);
  });
});
