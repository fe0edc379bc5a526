import { binToHex, cashAddressToLockingBytecode } from '@bitauth/libauth';
import { partyAddress } from '@weir/covenants';
import type { Wallet } from '@weir/wallet';
import { openBornClosed, openListed, openPublic } from './support/deploy-airdrop.js';
import { COIN, type Listed, only, possible, type Proposal, useFixture, termsOf } from './support/fixture.js';

const fixture = useFixture();

const claimable = async ({ address }: Wallet, campaign: string, options = ''): Promise<Listed> =>
  only((await fixture.list(`${address} --campaign ${campaign}${options}`)).contracts);
const claim = async (claimer: Wallet, campaign: string, options = ''): Promise<void> => {
  await fixture.sign(claimer, `${campaign} --action claim${options}`);
};
/** The option that names the list. */
const LIST = ' --whitelist list.csv';
const TOKENS = ' --whitelist tokens.csv';

const vaultAddress = (lockingBytecode: Uint8Array): string => partyAddress(lockingBytecode, 'devnet') ?? '';

describe('a campaign for a list', () => {
  it('pays every row from the list alone, in the present lanes, and returns the rest to its creator', async () => {
    const creator = fixture.wallet(10n * COIN);
    const claimers = Array.from({ length: 5 }, () => fixture.wallet());
    const csv = ['address,amount', ...claimers.map(({ address }, i) => `${address},0.00${i + 1}`)].join('\n');
    fixture.files.set('list.csv', csv);
    const [first, second, third, fourth] = claimers as [Wallet, Wallet, Wallet, Wallet];
    const campaign = await openListed(fixture, creator, csv, { lanes: 2, sponsored: true });
    expect(await fixture.listed(creator.address)).toMatchObject({
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

    await claim(first, campaign, LIST);
    expect(await claimable(third, campaign, LIST)).toMatchObject({
      roles: ['claimer'],
      due: '300000',
      paid: '100000',
    });
    await claim(third, campaign, LIST);
    const push = await fixture.build(
      `${campaign} --action push --recipient ${second.address} --whitelist list.csv --broadcast`,
    );
    expect(push.sent).toHaveLength(1);
    expect([await fixture.balance(first), await fixture.balance(second), await fixture.balance(third)]).toEqual([
      100_000n,
      200_000n,
      300_000n,
    ]);

    expect(
      await fixture.refusal(`build ${campaign} --action claim --address ${first.address} --whitelist list.csv`),
    ).toBe('5: The address has claimed its row already');
    expect((await claimable(first, campaign, LIST)).remarks).toEqual(['Your row of the list has been paid']);
    expect(
      await fixture.refusal(`build ${campaign} --action claim --address ${creator.address} --whitelist list.csv`),
    ).toBe('5: The address is not on the list');
    fixture.files.set('other.csv', csv.replace('0.001', '0.002'));
    expect(
      await fixture.refusal(`build ${campaign} --action claim --address ${fourth.address} --whitelist other.csv`),
    ).toMatch(/^2: .*not the campaign's list/);

    const before = await fixture.balance(creator);
    const { transactions, remarks } = await fixture.build(`${campaign} --action close --address ${creator.address}`);
    expect(transactions).toHaveLength(2);
    const message = /"(Close Weir airdrop .{16})"/.exec(remarks.join())?.[1] ?? '';
    const signed = await fixture.build(
      `${campaign} --action close --signature ${creator.signMessage(message)} --broadcast`,
    );
    expect(signed.sent).toHaveLength(2);
    expect((await fixture.balance(creator)) - before).toBeGreaterThan(900_000n);
    fixture.node.mine();
    expect(await fixture.listed(creator.address)).toMatchObject({
      status: 'CANCELLED',
      ended: true,
      paid: '600000',
    });
    expect(
      await fixture.refusal(`build ${campaign} --action claim --address ${fourth.address} --whitelist list.csv`),
    ).toBe('5: All lanes of the campaign are closed');
  });

  it("of a token is claimed at the claimer's own expense, or a friend's; its last lane ends by itself", async () => {
    const [creator, claimer, poor, friend] = [
      fixture.wallet(10n * COIN),
      fixture.wallet(COIN),
      fixture.wallet(),
      fixture.wallet(COIN),
    ];
    const category = fixture.mint(creator, 1_000n);
    const csv = `${claimer.address},700\n${poor.tokenAddress},300\n`;
    fixture.files.set('tokens.csv', csv);
    const campaign = await openListed(fixture, creator, csv, { lanes: 1, sponsored: false, category });
    expect(possible(await claimable(poor, campaign, TOKENS))).toEqual(['claim']);
    // As the console reads a list: whole tokens, of a token with two decimals, and columns by name.
    const dropped = `Name;Wallet;Betrag\r\nAda;${claimer.address};7,00\r\nBea;${poor.tokenAddress};3\r\n`;
    fixture.files.set('dropped.csv', dropped);
    expect(possible(await claimable(poor, campaign, ' --whitelist dropped.csv'))).toEqual(['claim']);
    await claim(claimer, campaign, TOKENS);
    const args = `--action push --recipient ${poor.address}${TOKENS}`;
    expect((await fixture.run(`build ${campaign} ${args}`)).complained).toContain('does not pay the fee of this claim');
    await fixture.sign(friend, `${campaign} ${args}`);
    expect([await fixture.tokens(claimer, category), await fixture.tokens(poor, category)]).toEqual([700n, 300n]);
    expect(possible(await fixture.listed(creator.address))).toEqual(['close', 'complete']);
    expect((await fixture.build(`${campaign} --action complete --broadcast`)).sent).toHaveLength(1);
    fixture.node.mine();
    expect(await fixture.listed(creator.address)).toMatchObject({ status: 'COMPLETED', ended: true });
  });
});

it('a campaign that was born closed is shown as none', async () => {
  const creator = fixture.wallet(10n * COIN);
  const campaign = await openBornClosed(fixture, creator);
  const [rejected] = (await fixture.list(creator.address)).rejected;
  expect(rejected).toMatchObject({
    verdict: 'FORGED',
    problem: expect.stringContaining('without a row to claim') as string,
  });
  expect((await fixture.list(creator.address)).contracts).toEqual([]);
  expect(await fixture.run(`build ${campaign} --action close --address ${creator.address}`)).not.toMatchObject({
    code: 0,
  });
});

describe('a campaign for everybody', () => {
  it('is claimed twice by each, from the claims on the chain alone', async () => {
    const [creator, one, two] = [fixture.wallet(10n * COIN), fixture.wallet(COIN), fixture.wallet(COIN)];
    const campaign = await openPublic(fixture, creator, 100_000n, 8);
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
    expect(await fixture.refusal(`build ${campaign} --action claim --address ${one.address}`)).toBe(
      '5: The address has made all 2 claims it may make',
    );
    await claim(two, campaign);
    const closes = await fixture.build(`${campaign} --action close --address ${creator.address}`);
    for (const { wcTransaction } of closes.transactions) await creator.signTransaction(wcTransaction);
    fixture.node.mine();
    expect(await fixture.listed(creator.address)).toMatchObject({
      status: 'CANCELLED',
      ended: true,
      paid: '400000',
    });
  });

  it('has its strays swept by its creator', async () => {
    const creator = fixture.wallet(10n * COIN);
    const campaign = await openPublic(fixture, creator, 100_000n, 2);
    const at = cashAddressToLockingBytecode(campaign);
    if (typeof at === 'string') throw new Error(at);
    fixture.node.fund(binToHex(at.bytecode), 123_456n);
    fixture.node.mine();
    const before = await fixture.balance(creator);
    expect((await fixture.listed(creator.address)).strays).toEqual({ coins: 1, satoshis: '123456' });
    const sweep = await fixture.sign(creator, `${campaign} --action sweep`);
    expect((await fixture.balance(creator)) - before).toBe(123_456n - BigInt(sweep.fee));
    expect((await fixture.listed(creator.address)).status).toBe('ACTIVE');
  });

  it('says of a used-up lane that another address of the wallet may be on one with claims left', async () => {
    const creator = fixture.wallet(10n * COIN);
    const campaign = await openPublic(fixture, creator, 100_000n, 2);
    const one = fixture.wallet(COIN);
    await claim(one, campaign);
    const words = expect.stringMatching(
      /^All claims of lane [01], .* 1 of 2 lanes have claims left.* another address of the same wallet may be on one/,
    ) as string;
    expect(await claimable(one, campaign)).toMatchObject({
      due: '0',
      actions: [],
      remarks: ['You have made 1 of 2 claims', words],
    });
    expect(await fixture.run(`build ${campaign} --action claim --address ${one.address}`)).toMatchObject({
      code: 5,
      complained: words,
    });
    for (let isLeft = true; isLeft;) {
      const other = fixture.wallet(COIN);
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

describe('a campaign whose creator is a vault', () => {
  it('is closed by two of its signers, then by anybody, and what is left returns to the vault', async () => {
    const signers = [fixture.wallet(10n * COIN, COIN), fixture.wallet(), fixture.wallet()] as const;
    const [alice, , carol] = signers;
    const vault = (await fixture.openVault(signers, 0x41, alice, COIN)).lockingBytecode;
    const terms = termsOf(signers, '41');
    // Anybody may fund what is a vault's: the closing unit is the vault's all the same.
    // Each lane has claims for both claimers, on any of its rows.
    const campaign = await openPublic(fixture, fixture.wallet(10n * COIN), 20_000n, 6, vault);
    const listedFor = () => fixture.listed(vaultAddress(vault));
    expect(await listedFor()).toMatchObject({ roles: ['creator'], status: 'ACTIVE', actions: [{ action: 'close' }] });
    const dora = fixture.wallet();
    await claim(dora, campaign);
    expect(await fixture.run(`build ${campaign} --action close`)).toMatchObject({
      complained: expect.stringContaining('hands over the closing unit first') as string,
    });

    const proposal = await fixture.ask<Proposal>(`vault cancel ${campaign} ${terms} --out close.json`);
    await fixture.join('close.json', proposal, [alice, carol]);
    // A claim in between stops nothing.
    await claim(fixture.wallet(), campaign);
    const { sent } = await fixture.build(`${campaign} --action close --broadcast`);
    expect(sent).toHaveLength(2);
    fixture.node.mine();
    expect(await listedFor()).toMatchObject({ status: 'CANCELLED', actions: [] });
    const held = (await fixture.chain.unspent(vault)).reduce((sum, { satoshis }) => sum + satoshis, 0n);
    expect(held).toBeGreaterThan(COIN + 30_000n);
  });
});
