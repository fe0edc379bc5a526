import { only, possible, type BuiltAnswer, type List, type Listed } from './support/answers.js';
import { openStream, streamTerms } from './support/deploy.js';
import { COIN, DAY, startWorld, type World } from './support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const listed = async (address: string): Promise<Listed> => only((await world.ask<List>('list', address)).contracts);
const build = async (...args: string[]): Promise<BuiltAnswer['transactions'][number]> =>
  only((await world.ask<BuiltAnswer>('build', ...args)).transactions);

describe('a stream of BCH', () => {
  it('is found from the recipient alone, claimed to the satoshi, and listed as ended', async () => {
    const [sender, recipient] = [world.wallet(10n * COIN), world.wallet()];
    const stream = await openStream(world, sender, streamTerms(world, sender, recipient, COIN));
    expect(await listed(recipient.address)).toMatchObject({
      contractAddress: stream.address,
      funding: `${stream.txid}:1`,
      product: 'VESTING_BCH',
      roles: ['recipient'],
      status: 'ACTIVE',
      ended: false,
      funded: '100000000',
      paid: '0',
      nextDue: Number(stream.parameters.schedule.start) + 5,
      states: [`${stream.txid}:1`],
    });

    world.passDays(4);
    const due = BigInt((await listed(recipient.tokenAddress)).due);
    expect(due).toBe(
      (COIN * (BigInt(world.node.tip.medianTimePast - 1) - stream.parameters.schedule.start)) / (10n * BigInt(DAY)),
    );
    const shown = await world.run('build', stream.address, '--action', 'claim', '--address', recipient.address);
    expect(shown.printed).toMatch(
      /stays +0\.\d+ BCH and 1 units and an NFT of token [0-9a-f]{64} in the contract\n +pays +0\.\d+ BCH to bchtest:q/,
    );
    const claim = await build(stream.address, '--action', 'claim', '--address', recipient.address);
    expect(claim).toMatchObject({ complete: false, wcTransaction: { broadcast: true } });
    const { signedTransactionHash } = await recipient.signTransaction(claim.wcTransaction);
    expect(await world.balance(recipient)).toBe(due + 1_000n);
    expect(await listed(sender.address)).toMatchObject({
      roles: ['sender'],
      paid: due.toString(),
      states: [`${signedTransactionHash}:0`],
      actions: [{ action: 'cancel', signed: true }],
    });

    world.passDays(7);
    const last = await build(
      `${signedTransactionHash}:0`,
      '--action',
      'claim',
      '--address',
      recipient.address,
      '--encoding',
      'plain',
    );
    await recipient.signTransaction(last.wcTransaction);
    expect(await world.balance(recipient)).toBe(COIN + 1_000n);
    world.node.mine();
    expect(await listed(recipient.address)).toMatchObject({
      status: 'COMPLETED',
      ended: true,
      paid: '100000000',
      due: '0',
      states: [],
      actions: [],
    });
    expect(await world.run('build', stream.txid, '--action', 'claim', '--address', recipient.address)).toMatchObject({
      code: 5,
      complained: expect.stringContaining('has ended (COMPLETED)') as string,
    });
  });

  it('is cancelled by its sender, pushed to a recipient without a satoshi, and refunded by anybody', async () => {
    const [sender, recipient] = [world.wallet(10n * COIN), world.wallet()];
    const stream = await openStream(world, sender, streamTerms(world, sender, recipient, COIN));
    world.passDays(3);
    const cancel = await build(stream.address, '--action', 'cancel', '--address', sender.address);
    await sender.signTransaction(cancel.wcTransaction);
    expect((await listed(recipient.address)).notice).toEqual({ after: 'cancel', height: null, overAtHeight: null });
    const paid = (await world.balance(recipient)) - 1_000n;
    world.node.mine();
    const { height } = world.node.tip;

    world.node.advanceTime(DAY);
    world.node.mine(6, { timeStep: 3_600 });
    const noticed = await listed(recipient.address);
    expect(noticed).toMatchObject({
      status: 'CANCELLED',
      ended: false,
      paid: paid.toString(),
      notice: { after: 'cancel', height, overAtHeight: height + 5 },
      remarks: [expect.stringContaining('The notice is over')],
    });
    expect(possible(noticed)).toEqual(['claim', 'push']);
    expect(possible(await listed(sender.address))).toEqual(['push', 'refund']);
    const { sent } = await world.ask<BuiltAnswer>('build', stream.address, '--action', 'push', '--broadcast');
    expect(sent).toHaveLength(1);
    const pushed = BigInt(noticed.due);
    expect(await world.balance(recipient)).toBe(1_000n + paid + pushed);

    const before = await world.balance(sender);
    const refund = await world.ask<BuiltAnswer>('build', stream.address, '--action', 'refund');
    const { hex, fee } = only(refund.transactions);
    const held = world.node.output(only(sent), 0)?.satoshis ?? 0n;
    const returned = held + 800n - BigInt(fee);
    expect((await world.run('broadcast', hex ?? '')).code).toBe(0);
    expect((await world.balance(sender)) - before).toBe(returned);
    expect(returned).toBeGreaterThan(COIN - paid - pushed);
    world.node.mine();
    expect(await listed(sender.address)).toMatchObject({ status: 'CANCELLED', ended: true, states: [] });
  });

  it('is listed for each address of a wallet', async () => {
    const [sender, recipient] = [world.wallet(10n * COIN), world.wallet()];
    await openStream(world, sender, streamTerms(world, sender, recipient, COIN));
    const { lists } = await world.ask<{ readonly lists: readonly List[] }>(
      'list',
      sender.address,
      recipient.address,
      world.wallet().address,
    );
    expect(lists.map(({ contracts }) => contracts.map(({ roles }) => roles))).toEqual([
      [['sender']],
      [['recipient']],
      [],
    ]);
  });

  it('is refunded only once its notice is over, and never without one', async () => {
    const [sender, recipient] = [world.wallet(10n * COIN), world.wallet()];
    const stream = await openStream(world, sender, streamTerms(world, sender, recipient, COIN));
    const refund = () => world.run('build', stream.address, '--action', 'refund');
    expect(await refund()).toMatchObject({ code: 5, complained: 'There is nothing to refund: no notice runs' });
    await sender.signTransaction(
      (await build(stream.address, '--action', 'cancel', '--address', sender.address)).wcTransaction,
    );
    expect(await refund()).toMatchObject({
      code: 5,
      complained: 'The notice is not over: its cancel is not mined yet',
    });
    world.node.mine(5);
    expect((await refund()).complained).toContain(`is over at height ${world.node.tip.height + 1}`);
    world.node.mine();
    expect((await world.run('build', stream.address, '--action', 'refund', '--broadcast')).code).toBe(0);
  });

  it('claimed for too little to be worth the reserve costs the recipient, or a friend', async () => {
    const [sender, recipient, friend] = [world.wallet(10n * COIN), world.wallet(), world.wallet(COIN)];
    const stream = await openStream(world, sender, streamTerms(world, sender, recipient, COIN));
    world.passDays(0.06);
    const { due } = await listed(recipient.address);
    expect(BigInt(due)).toBeLessThan(COIN / 256n);
    expect(await world.run('build', stream.address, '--action', 'claim', '--address', recipient.address)).toMatchObject(
      { code: 5, complained: expect.stringMatching(/need.* 1000/) as string },
    );
    await friend.signTransaction(
      (await build(stream.address, '--action', 'push', '--address', friend.address)).wcTransaction,
    );
    expect(await world.balance(recipient)).toBe(BigInt(due) + 1_000n);
    expect(await world.run('build', stream.address, '--action', 'claim', '--address', recipient.address)).toMatchObject(
      { code: 5, complained: expect.stringContaining('Nothing is due before') as string },
    );
    expect(await world.run('build', stream.address, '--action', 'claim', '--address', friend.address)).toMatchObject({
      code: 5,
      complained: expect.stringContaining('Only the recipient') as string,
    });
    expect(await world.run('build', stream.address, '--action', 'close', '--address', friend.address)).toMatchObject({
      code: 2,
    });
  });

  it('has its strays swept, and its fee paid by whoever pushes', async () => {
    const [sender, recipient, friend] = [world.wallet(10n * COIN), world.wallet(), world.wallet(COIN)];
    const stream = await openStream(world, sender, streamTerms(world, sender, recipient, COIN));
    world.passDays(2);
    const { due } = await listed(recipient.address);
    expect((await world.run('build', stream.address, '--action', 'push')).complained).toContain(
      'The contract pays no fee for this push',
    );
    await friend.signTransaction(
      (await build(stream.address, '--action', 'push', '--address', friend.address)).wcTransaction,
    );
    expect(await world.balance(recipient)).toBe(BigInt(due) + 1_000n);

    world.node.fund(world.node.transaction(stream.txid)?.outputs[1]?.lockingBytecode ?? '', 123_456n);
    world.node.mine();
    const before = await world.balance(sender);
    const seen = await listed(sender.address);
    expect(seen.strays).toEqual({ coins: 1, satoshis: '123456' });
    const sweep = await build(stream.address, '--action', 'sweep', '--address', sender.address);
    await sender.signTransaction(sweep.wcTransaction);
    expect((await world.balance(sender)) - before).toBe(123_456n - BigInt(sweep.fee));
    expect(await world.run('build', stream.address, '--action', 'sweep', '--address', recipient.address)).toMatchObject(
      { code: 5 },
    );
  });
});

describe('a stream of a token', () => {
  it('is found and claimed by a recipient who has nothing but the address', async () => {
    const [sender, recipient] = [world.wallet(10n * COIN), world.wallet()];
    const category = world.mint(sender, 9_223_372_036_854_775_807n);
    const stream = await openStream(
      world,
      sender,
      streamTerms(world, sender, recipient, 9_223_372_036_854_775_807n),
      category,
    );
    world.passDays(5);
    const { due, product } = await listed(recipient.address);
    expect(product).toBe('VESTING_TOKEN');
    await recipient.signTransaction(
      (await build(stream.txid, '--action', 'claim', '--address', recipient.address)).wcTransaction,
    );
    expect(await world.tokens(recipient, category)).toBe(BigInt(due));

    await sender.signTransaction(
      (await build(stream.txid, '--action', 'cancel', '--address', sender.address)).wcTransaction,
    );
    world.node.mine(6);
    const rest = only((await listed(sender.address)).actions.filter(({ action }) => action === 'refund'));
    expect((await world.ask<BuiltAnswer>('build', stream.txid, '--action', 'refund', '--broadcast')).sent).toHaveLength(
      1,
    );
    expect(await world.tokens(sender, category)).toBe(BigInt(rest.amount ?? 0));
    expect((await world.tokens(sender, category)) + (await world.tokens(recipient, category))).toBe(
      9_223_372_036_854_775_807n,
    );
  });
});
