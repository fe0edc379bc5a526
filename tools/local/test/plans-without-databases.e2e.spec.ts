import { binToHex } from '@bitauth/libauth';
import { lockingBytecodeOf } from '@weir/covenants';
import { createNode, startDevnet, type Devnet } from '@weir/devnet';
import { eventually } from '@weir/testing';
import {
  BCH,
  carryOutAndMine,
  DAY,
  openGrantsVault,
  startFixture,
  type Fixture,
  type TestWallet,
} from './client/support/fixture.js';
import { createRecover, type Known, knownOf, type Recover, sorted } from './support/recover.js';

const node = createNode({ now: Math.floor(Date.now() / 1_000) - 100 * DAY });
let server: Devnet;
/** The API and the indexer, each over an empty database. */
let service: Fixture;
let recovered: Recover;
beforeAll(async () => {
  server = await startDevnet({ node });
  recovered = createRecover(server.url);
  service = await startFixture({ WATCHER: 'off' }, node);
});
afterAll(async () => {
  await service.stop();
  await server.stop();
});

const indexed = async (): Promise<Known[]> => {
  const { streams } = await service.weir.indexer.streams({ limit: 200 });
  return sorted(
    streams.map(({ fundedTxHash, totalAmountBase, releasedAmountBase }) =>
      knownOf(fundedTxHash, totalAmountBase, releasedAmountBase),
    ),
  );
};

/** What the mempool pays to a wallet, satoshis. */
const unconfirmedOf = ({ publicKeyHash }: TestWallet): bigint => {
  const script = binToHex(lockingBytecodeOf(publicKeyHash));
  const outputs = node.mempool().flatMap((transaction) => transaction.outputs);
  return outputs.reduce(
    (sum, { lockingBytecode, satoshis }) => (lockingBytecode === script ? sum + satoshis : sum),
    0n,
  );
};

it('plans of a key and of a vault are found again, whole, from the chain alone: nothing is lost with both databases', async () => {
  const { weir, stack } = service;
  const { recover, list, found } = recovered;
  const sender = await service.wallet(5n * BCH);
  const { vault, alice, bob, carol } = await openGrantsVault(service);
  const team = [await service.wallet(), await service.wallet(), await service.wallet()] as const;
  const start = await service.now();
  const rows = team.map(({ address: recipient }, i) => ({ recipient, amount: 0.1 + i / 100 }));
  const vesting = { product: 'vesting', start, end: start + 10 * DAY, streams: rows } as const;
  const own = await weir.plans.create(vesting, sender);
  await own.fund(sender);
  const theirs = await weir.plans.create({ ...vesting, vaultId: vault.id }, alice);
  await carryOutAndMine(service, await vault.proposeFunding({ planId: theirs.id }, alice), bob, carol);
  await service.passDays(4);
  const records: Known[] = [];
  for (const [plan, reader] of [
    [own, sender],
    [theirs, alice],
  ] as const) {
    const { streams } = await plan.streamsPage({}, reader);
    // One of each is paid, so that what was paid is to be found again, too.
    await weir.streams.at(streams[1]?.id ?? '').push();
    for await (const stream of plan.streams(reader))
      records.push(knownOf(stream.funding_tx_hash, stream.amount_base, stream.withdrawn_amount_base));
  }
  await stack.control.mine();
  expect(records).toHaveLength(6);
  expect(records.filter(({ paid }) => paid !== '0')).toHaveLength(2);
  await eventually(async () => expect(await indexed()).toEqual(sorted(records)));

  await service.stop();

  // With an address and any server: the key's and the vault's own, and each recipient's.
  const vaultAddress = vault.record.contractAddress ?? '';
  expect(await found(sender.address, vaultAddress)).toEqual(sorted(records));
  for (const { address } of team) expect(await list(address)).toHaveLength(2);

  // And what is theirs comes out: a recipient's claims need nobody's signature, the key cancels the rest by one.
  for (const { states } of await list(team[0].address))
    expect(
      await recover<{ readonly sent: readonly string[] }>(`build ${states[0] ?? ''} --action claim --broadcast`),
    ).toMatchObject({ sent: [expect.any(String)] });
  expect(unconfirmedOf(team[0])).toBeGreaterThan((8n * BCH) / 100n - 10_000n);
  node.mine();
  const states = (await list(sender.address)).flatMap((contract) => contract.states);
  const { transactions } = await recover<{ readonly transactions: readonly { readonly wcTransaction: object }[] }>(
    `build ${states.join(' ')} --action cancel --address ${sender.address}`,
  );
  for (const { wcTransaction } of transactions)
    node.submit((await sender.signTransaction({ ...wcTransaction, broadcast: false })).signedTransaction);
  node.mine(7);
  for (const contract of await list(sender.address))
    await recover(`build ${contract.states[0] ?? ''} --action refund --broadcast`);
  node.mine();
  expect((await list(sender.address)).map(({ ended }) => ended)).toEqual([true, true, true]);

  // A new indexer over an empty database reads it all again.
  service = await startFixture({ WATCHER: 'off' }, node);
  const again = await found(sender.address, vaultAddress);
  expect(again.map(({ funding, funded }) => [funding, funded])).toEqual(
    sorted(records).map(({ funding, funded }) => [funding, funded]),
  );
  await eventually(async () => expect(await indexed()).toEqual(again));
});
