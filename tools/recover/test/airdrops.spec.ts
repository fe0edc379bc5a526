import type { Wallet } from '@weir/wallet';
import { only, possible, type BuiltAnswer, type List, type Listed } from './support/answers.js';
import { openBornClosed, openListed, openPublic } from './support/deploy-airdrop.js';
import { COIN, startWorld, type World } from './support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld('2026-05');
});
afterAll(() => world.stop());

const list = (...args: string[]) => world.ask<List>('list', ...args);
const build = (...args: string[]) => world.ask<BuiltAnswer>('build', ...args);
const claimable = async ({ address }: Wallet, campaign: string, ...args: string[]): Promise<Listed> =>
  only((await list(address, '--campaign', campaign, ...args)).contracts);
const claim = async (claimer: Wallet, campaign: string, ...args: string[]): Promise<void> => {
  await claimer.signTransaction(
    only((await build(campaign, '--action', 'claim', '--address', claimer.address, ...args)).transactions)
      .wcTransaction,
  );
};

describe('a campaign for a list', () => {
  it('pays every row from the list alone, in the lanes as they stand, and returns the rest to its creator', async () => {
    const creator = world.wallet(10n * COIN);
    const claimers = Array.from({ length: 5 }, () => world.wallet());
    const csv = ['address,amount', ...claimers.map(({ address }, i) => `${address},0.00${i + 1}`)].join('\n');
    world.files.set('list.csv', csv);
    const [first, second, third, fourth] = claimers as [Wallet, Wallet, Wallet, Wallet];
    const campaign = await openListed(world, creator, csv, { lanes: 2, sponsored: true });
    expect(only((await list(creator.address)).contracts)).toMatchObject({
      product: 'AIRDROP_WHITELIST_BCH',
      roles: ['creator'],
      status: 'ACTIVE',
      funded: '1500000',
      paid: '0',
      actions: [{ action: 'close', signed: true }],
    });
    expect((await claimable(first, campaign)).remarks).toEqual([
      'Only its list says who may claim: give it with --whitelist',
    ]);

    await claim(first, campaign, '--whitelist', 'list.csv');
    expect(await claimable(third, campaign, '--whitelist', 'list.csv')).toMatchObject({
      roles: ['claimer'],
      due: '300000',
      paid: '100000',
    });
    await claim(third, campaign, '--whitelist', 'list.csv');
    const push = await build(
      campaign,
      '--action',
      'push',
      '--recipient',
      second.address,
      '--whitelist',
      'list.csv',
      '--broadcast',
    );
    expect(push.sent).toHaveLength(1);
    expect([await world.balance(first), await world.balance(second), await world.balance(third)]).toEqual([
      100_000n,
      200_000n,
      300_000n,
    ]);

    const again = await world.run(
      'build',
      campaign,
      '--action',
      'claim',
      '--address',
      first.address,
      '--whitelist',
      'list.csv',
    );
    expect(again).toMatchObject({ code: 5, complained: 'The address has claimed its row already' });
    expect((await claimable(first, campaign, '--whitelist', 'list.csv')).remarks).toEqual([
      'Your row of the list has been paid',
    ]);
    const stranger = await world.run(
      'build',
      campaign,
      '--action',
      'claim',
      '--address',
      creator.address,
      '--whitelist',
      'list.csv',
    );
    expect(stranger).toMatchObject({ code: 5, complained: 'The address is not on the list' });
    world.files.set('other.csv', csv.replace('0.001', '0.002'));
    const other = await world.run(
      'build',
      campaign,
      '--action',
      'claim',
      '--address',
      fourth.address,
      '--whitelist',
      'other.csv',
    );
    expect(other).toMatchObject({ code: 2, complained: expect.stringContaining("not the campaign's list") as string });

    const before = await world.balance(creator);
    const { transactions, remarks } = await build(campaign, '--action', 'close', '--address', creator.address);
    expect(transactions).toHaveLength(2);
    const message = /"(Close Weir airdrop .{16})"/.exec(remarks.join())?.[1] ?? '';
    const signed = await build(
      campaign,
      '--action',
      'close',
      '--signature',
      creator.signMessage(message),
      '--broadcast',
    );
    expect(signed.sent).toHaveLength(2);
    expect((await world.balance(creator)) - before).toBeGreaterThan(900_000n);
    world.node.mine();
    expect(only((await list(creator.address)).contracts)).toMatchObject({
      status: 'CANCELLED',
      ended: true,
      paid: '600000',
    });
    expect(
      await world.run('build', campaign, '--action', 'claim', '--address', fourth.address, '--whitelist', 'list.csv'),
    ).toMatchObject({ code: 5, complained: 'All lanes of the campaign are closed' });
  });

  it("of a token is claimed at the claimer's own expense, or a friend's; its last lane ends by itself", async () => {
    const [creator, claimer, poor, friend] = [
      world.wallet(10n * COIN),
      world.wallet(COIN),
      world.wallet(),
      world.wallet(COIN),
    ];
    const category = world.mint(creator, 1_000n);
    const csv = `${claimer.address},700\n${poor.tokenAddress},300\n`;
    world.files.set('tokens.csv', csv);
    const campaign = await openListed(world, creator, csv, { lanes: 1, sponsored: false, category });
    expect(possible(await claimable(poor, campaign, '--whitelist', 'tokens.csv'))).toEqual(['claim']);
    await claim(claimer, campaign, '--whitelist', 'tokens.csv');
    const args = ['--action', 'push', '--recipient', poor.address, '--whitelist', 'tokens.csv'];
    expect((await world.run('build', campaign, ...args)).complained).toContain('does not pay the fees of claims');
    await friend.signTransaction(
      only((await build(campaign, ...args, '--address', friend.address)).transactions).wcTransaction,
    );
    expect([await world.tokens(claimer, category), await world.tokens(poor, category)]).toEqual([700n, 300n]);
    expect(possible(only((await list(creator.address)).contracts))).toEqual(['close', 'complete']);
    expect((await build(campaign, '--action', 'complete', '--broadcast')).sent).toHaveLength(1);
    world.node.mine();
    expect(only((await list(creator.address)).contracts)).toMatchObject({ status: 'COMPLETED', ended: true });
  });
});

it('a campaign that was born closed is shown as none', async () => {
  const creator = world.wallet(10n * COIN);
  const campaign = await openBornClosed(world, creator);
  const [rejected] = (await list(creator.address)).rejected;
  expect(rejected).toMatchObject({
    verdict: 'FORGED',
    problem: expect.stringContaining('without a row to claim') as string,
  });
  expect((await list(creator.address)).contracts).toEqual([]);
  expect(await world.run('build', campaign, '--action', 'close', '--address', creator.address)).not.toMatchObject({
    code: 0,
  });
});

describe('a campaign for everybody', () => {
  it('is claimed twice by each, from the claims on the chain alone', async () => {
    const [creator, one, two] = [world.wallet(10n * COIN), world.wallet(COIN), world.wallet(COIN)];
    const campaign = await openPublic(world, creator, 100_000n, 8);
    for (const claimer of [one, two, one]) await claim(claimer, campaign);
    expect(await claimable(one, campaign)).toMatchObject({
      product: 'AIRDROP_PUBLIC_BCH',
      due: '0',
      paid: '300000',
      actions: [],
      remarks: ['You have made 2 of 2 claims'],
    });
    expect(await claimable(two, campaign)).toMatchObject({
      due: '100000',
      actions: [{ action: 'claim' }],
      remarks: ['You have made 1 of 2 claims'],
    });
    expect(await world.run('build', campaign, '--action', 'claim', '--address', one.address)).toMatchObject({
      code: 5,
      complained: 'The address has made all 2 claims it may make',
    });
    await claim(two, campaign);
    const closes = await build(campaign, '--action', 'close', '--address', creator.address);
    for (const { wcTransaction } of closes.transactions) await creator.signTransaction(wcTransaction);
    world.node.mine();
    expect(only((await list(creator.address)).contracts)).toMatchObject({
      status: 'CANCELLED',
      ended: true,
      paid: '400000',
    });
  });

  it('says of a used-up lane that another address of the wallet may be on one with claims left', async () => {
    const creator = world.wallet(10n * COIN);
    const campaign = await openPublic(world, creator, 100_000n, 2);
    const one = world.wallet(COIN);
    await claim(one, campaign);
    const words = expect.stringMatching(
      /^All claims of lane [01], .* 1 of 2 lanes have claims left.* another address of the same wallet may be on one/,
    ) as string;
    expect(await claimable(one, campaign)).toMatchObject({
      due: '0',
      actions: [],
      remarks: ['You have made 1 of 2 claims', words],
    });
    expect(await world.run('build', campaign, '--action', 'claim', '--address', one.address)).toMatchObject({
      code: 5,
      complained: words,
    });
    for (let isLeft = true; isLeft;) {
      const other = world.wallet(COIN);
      if ((await claimable(other, campaign)).due === '0') continue;
      await claim(other, campaign);
      isLeft = false;
    }
    expect((await claimable(one, campaign)).remarks).toEqual([
      'You have made 1 of 2 claims',
      'All claims of the campaign are made',
    ]);
  });
});
