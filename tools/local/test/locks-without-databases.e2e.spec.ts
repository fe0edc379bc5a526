import { createNode, passTime, startDevnet, type Devnet } from '@weir/devnet';
import { eventually } from '@weir/testing';
import { BCH, carryOutAndMine, DAY, openGrantsVault, startFixture, type Fixture } from './client/support/fixture.js';
import { rebuildLock } from './support/rebuilt-lock.js';
import { createRecover, type Known, knownOf, type Listed, sorted } from './support/recover.js';

const node = createNode({ now: Math.floor(Date.now() / 1_000) - 100 * DAY });
let server: Devnet;
/** The API and the indexer, each over an empty database. */
let service: Fixture;
beforeAll(async () => {
  server = await startDevnet({ node });
  service = await startFixture({ WATCHER: 'off' }, node);
});
afterAll(async () => {
  await service.stop();
  await server.stop();
});

const TOKENS = { list: 400_000n, lock: 300_000n } as const;

/** Locks of every origin: a list of a key's, one of a vault's, one of tokens, and one that a claim of a list made. */
const openLocks = async () => {
  const { weir, stack } = service;
  const sender = await service.wallet(5n * BCH);
  const { vault, alice, bob, carol } = await openGrantsVault(service);
  const team = [await service.wallet(), await service.wallet(), await service.wallet()] as const;
  const [one, two, three] = team.map(({ address }) => address) as [string, string, string];
  const { category } = await weir.dev.tokens({ amount: 1_000_000n }, sender);
  await stack.control.mine();
  const start = await service.now();
  const end = start + 10 * DAY;
  const asset = { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: category } as const;

  const streams = [one, two].map((recipient, i) => ({ recipient, amount: BCH / 10n + BigInt(i) }));
  const list = await weir.plans.create({ product: 'lock', start, end, streams }, sender);
  await list.fund(sender);
  const times = { startTime: start, endTime: end } as const;
  const theirs = await weir.locks.create({ ...times, recipient: one, totalAmount: BCH / 5n, vaultId: vault.id }, alice);
  await carryOutAndMine(service, await vault.proposeFunding({ streamIds: [theirs.id] }, alice), bob, carol);
  const steps = { streamType: 'STEP', intervalSeconds: DAY, cliffTimestamp: start + 2 * DAY } as const;
  const inTokens = await weir.locks.create(
    { ...times, ...steps, ...asset, recipient: two, totalAmount: TOKENS.lock },
    sender,
  );
  await inTokens.fund(sender);
  const campaign = await weir.airdrops.create(
    {
      title: 'Vested',
      totalAmount: TOKENS.list,
      requireKyc: true,
      ...asset,
      vesting: { ...times, streamType: 'LINEAR' },
    },
    sender,
  );
  const rows = [two, three].map((address, i) => ({ address, amount: TOKENS.list / 2n - BigInt(i) }));
  await campaign.generateList(rows, sender);
  await campaign.fund(sender);
  await stack.control.mine();
  await campaign.claim(team[2]);
  await service.passDays(4);
  // Two are paid in part, so that what was paid is to be found again, too.
  const { streams: listed } = await list.streamsPage({}, sender);
  for (const id of [listed[1]?.id ?? '', inTokens.id]) await weir.streams.at(id).push();
  await stack.control.mine();
  const contractAddress = (await campaign.get()).campaign.contract_address;
  return {
    category,
    sender,
    vaultAddress: vault.record.contractAddress ?? '',
    team,
    campaign: contractAddress,
    // The claimer's lock is found in the campaign's history.
    named: [sender.address, vault.record.contractAddress ?? '', `${three} --campaign ${contractAddress}`],
  };
};

const indexed = async (): Promise<Known[]> => {
  const { streams } = await service.weir.indexer.streams({ limit: 200 });
  return sorted(
    streams.map(({ fundedTxHash, totalAmountBase, releasedAmountBase }) =>
      knownOf(fundedTxHash, totalAmountBase, releasedAmountBase),
    ),
  );
};

/** The contract of what is published of a token's locks is rebuilt, by strangers, from these figures alone. */
const checkPublished = async (category: string): Promise<void> => {
  const { locks } = await service.weir.indexer.locks(category);
  const published = locks.filter(({ product }) => product === 'LOCK_TOKEN');
  const isClaimed: boolean[] = [];
  for (const lock of published) {
    const { claims, lockingBytecode } = rebuildLock(lock);
    const [output, none] = lock.outputs;
    expect([output?.lockingBytecode, none]).toEqual([lockingBytecode, undefined]);
    expect(node.output(output?.txHash ?? '', output?.vout ?? 0)).toMatchObject({
      lockingBytecode,
      token: { category, amount: BigInt(output?.tokens ?? 0) },
    });
    expect(node.spenderOf(output?.txHash ?? '', output?.vout ?? 0)).toBeUndefined();
    // Where the terms were published: in an announcement of the funding, or in the input of the claim.
    const funding = node.transaction(lock.fundedTxHash);
    const announces = funding?.outputs.some((each) => each.lockingBytecode === lock.announcement) === true;
    const claim = funding?.inputs[0]?.unlockingBytecode ?? '';
    expect([announces, claims.every((shown) => claim.includes(shown))]).toEqual([announces, !announces]);
    isClaimed.push(!announces);
  }
  expect(isClaimed.sort()).toEqual([false, true]);
};

it('locks of a list, a vault, of tokens and of a claim are rebuilt from what is published, and found again from the chain alone', async () => {
  const { category, campaign, team, named } = await openLocks();
  const { recover, list } = createRecover(server.url);
  const locksOf = async (): Promise<Listed[]> =>
    (await Promise.all(named.map(list))).flat().filter(({ product }) => product.startsWith('LOCK_'));
  const found = async (): Promise<Known[]> =>
    sorted((await locksOf()).map((each) => knownOf(each.funding, each.funded, each.paid)));
  await eventually(async () => expect(await indexed()).toHaveLength(5));
  await eventually(async () => expect((await indexed()).filter(({ paid }) => paid !== '0')).toHaveLength(2));
  const before = await indexed();
  await checkPublished(category);

  await service.stop();

  expect(await found()).toEqual(before);
  // Each recipient finds their own: from their address what was funded for them, from the campaign what they claimed.
  const [one, two, three] = team.map(({ address }) => address) as [string, string, string];
  const products = async (of: string) => (await list(of)).map(({ product }) => product).sort();
  expect(await products(one)).toEqual(['LOCK_BCH', 'LOCK_BCH']);
  expect(await products(two)).toEqual(['LOCK_BCH', 'LOCK_TOKEN']);
  expect(await products(`${three} --campaign ${campaign}`)).toEqual(['AIRDROP_WHITELIST_TOKEN', 'LOCK_TOKEN']);

  // Everything comes out at the end, by nobody's signature.
  passTime(node, 7 * DAY);
  for (const { states } of await locksOf())
    expect(
      await recover<{ readonly sent: readonly string[] }>(`build ${states[0] ?? ''} --action push --broadcast`),
    ).toMatchObject({ sent: [expect.any(String)] });
  node.mine();
  const ended = await locksOf();
  expect(ended.map((each) => [each.ended, each.paid === each.funded])).toEqual(ended.map(() => [true, true]));

  // A new indexer over an empty database reads it all again.
  service = await startFixture({ WATCHER: 'off' }, node);
  const again = await found();
  expect(again).toHaveLength(5);
  await eventually(async () => expect(await indexed()).toEqual(again));
});
