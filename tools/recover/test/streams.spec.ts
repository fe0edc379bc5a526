import { only, possible, type BuiltAnswer, type List, type Listed } from './support/answers.js';
import { openStream, streamTerms } from './support/deploy.js';
import { COIN, DAY, startFixture, type Fixture } from './support/fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const listed = async (address: string): Promise<Listed> => only((await fixture.ask<List>('list', address)).contracts);
const build = async (...args: string[]): Promise<BuiltAnswer['transactions'][number]> =>
  only((await fixture.ask<BuiltAnswer>('build', ...args)).transactions);

describe('a stream of BCH', () => {
  it('is found from the recipient alone, claimed to the satoshi, and listed as ended', async () => {
    const [sender, recipient] = [fixture.wallet(10n * COIN), fixture.wallet()];
    const stream = await openStream(fixture, sender, streamTerms(fixture, sender, recipient, COIN));
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

    fixture.passDays(4);
    const due = BigInt((await listed(recipient.tokenAddress)).due);
    expect(due).toBe(
      (COIN * (BigInt(fixture.node.tip.medianTimePast - 1) - stream.parameters.schedule.start)) / (10n * BigInt(DAY)),
    );
    const shown = await fixture.run('build', stream.address, '--action', 'claim', '--address', recipient.address);
    expect(shown.printed).toMatch(
      /stays +0\.\d+ BCH and 1 units and an NFT of token [0-9a-f]{64} in the contract\n +pays +0\.\d+ BCH to bchtest:q/,
    );
    const claim = await build(stream.address, '--action', 'claim', '--address', recipient.address);
    expect(claim).toMatchObject({ complete: false, wcTransaction: { broadcast: true } });
    const { signedTransactionHash } = await recipient.signTransaction(claim.wcTransaction);
    expect(await fixture.balance(recipient)).toBe(due + 1_000n);
    expect(await listed(sender.address)).toMatchObject({
      roles: ['sender'],
      paid: due.toString(),
      states: [`${signedTransactionHash}:0`],
      actions: [{ action: 'cancel', signed: true }],
    });

    fixture.passDays(7);
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
    expect(await fixture.balance(recipient)).toBe(COIN + 1_000n);
    fixture.node.mine();
    expect(await listed(recipient.address)).toMatchObject({
      status: 'COMPLETED',
      ended: true,
      paid: '100000000',
      due: '0',
      states: [],
      actions: [],
    });
    expect(await fixture.run('build', stream.txid, '--action', 'claim', '--address', recipient.address)).toMatchObject({
      code: 5,
      complained: expect.stringContaining('has ended (COMPLETED)') as string,
    });
  });

  it('is cancelled by its sender, pushed to a recipient without a satoshi, and refunded by anybody', async () => {
    const [sender, recipient] = [fixture.wallet(10n * COIN), fixture.wallet()];
    const stream = await openStream(fixture, sender, streamTerms(fixture, sender, recipient, COIN));
    fixture.passDays(3);
    const cancel = await build(stream.address, '--action', 'cancel', '--address', sender.address);
    await sender.signTransaction(cancel.wcTransaction);
    expect((await listed(recipient.address)).notice).toEqual({ after: 'cancel', height: null, overAtHeight: null });
    const paid = (await fixture.balance(recipient)) - 1_000n;
    fixture.node.mine();
    const { height } = fixture.node.tip;

    fixture.node.advanceTime(DAY);
    fixture.node.mine(6, { timeStep: 3_600 });
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
    const { sent } = await fixture.ask<BuiltAnswer>('build', stream.address, '--action', 'push', '--broadcast');
    expect(sent).toHaveLength(1);
    const pushed = BigInt(noticed.due);
    expect(await fixture.balance(recipient)).toBe(1_000n + paid + pushed);

    const before = await fixture.balance(sender);
    const refund = await fixture.ask<BuiltAnswer>('build', stream.address, '--action', 'refund');
    const { hex, fee } = only(refund.transactions);
    const held = fixture.node.output(only(sent), 0)?.satoshis ?? 0n;
    const returned = held + 800n - BigInt(fee);
    expect((await fixture.run('broadcast', hex ?? '')).code).toBe(0);
    expect((await fixture.balance(sender)) - before).toBe(returned);
    expect(returned).toBeGreaterThan(COIN - paid - pushed);
    fixture.node.mine();
    expect(await listed(sender.address)).toMatchObject({ status: 'CANCELLED', ended: true, states: [] });
  });

  it('is listed for each address of a wallet', async () => {
    const [sender, recipient] = [fixture.wallet(10n * COIN), fixture.wallet()];
    await openStream(fixture, sender, streamTerms(fixture, sender, recipient, COIN));
    const { lists } = await fixture.ask<{ readonly lists: readonly List[] }>(
      'list',
      sender.address,
      recipient.address,
      fixture.wallet().address,
    );
    expect(lists.map(({ contracts }) => contracts.map(({ roles }) => roles))).toEqual([
      [['sender']],
      [['recipient']],
      [],
    ]);
  });

  it('is refunded only once its notice is over, and never without one', async () => {
    const [sender, recipient] = [fixture.wallet(10n * COIN), fixture.wallet()];
    const stream = await openStream(fixture, sender, streamTerms(fixture, sender, recipient, COIN));
    const refund = () => fixture.run('build', stream.address, '--action', 'refund');
    expect(await refund()).toMatchObject({ code: 5, complained: 'There is nothing to refund: no notice runs' });
    await sender.signTransaction(
      (await build(stream.address, '--action', 'cancel', '--address', sender.address)).wcTransaction,
    );
    expect(await refund()).toMatchObject({
      code: 5,
      complained: 'The notice is not over: its cancel is not mined yet',
    });
    fixture.node.mine(5);
    expect((await refund()).complained).toContain(`is over at height ${fixture.node.tip.height + 1}`);
    fixture.node.mine();
    expect((await fixture.run('build', stream.address, '--action', 'refund', '--broadcast')).code).toBe(0);
  });

  it('claimed for too little to be worth the reserve costs the recipient, or a friend', async () => {
    const [sender, recipient, friend] = [fixture.wallet(10n * COIN), fixture.wallet(), fixture.wallet(COIN)];
    const stream = await openStream(fixture, sender, streamTerms(fixture, sender, recipient, COIN));
    fixture.passDays(0.06);
    const { due } = await listed(recipient.address);
    expect(BigInt(due)).toBeLessThan(COIN / 256n);
    expect(
      await fixture.run('build', stream.address, '--action', 'claim', '--address', recipient.address),
    ).toMatchObject({ code: 5, complained: expect.stringMatching(/need.* 1000/) as string });
    await friend.signTransaction(
      (await build(stream.address, '--action', 'push', '--address', friend.address)).wcTransaction,
    );
    expect(await fixture.balance(recipient)).toBe(BigInt(due) + 1_000n);
    expect(
      await fixture.run('build', stream.address, '--action', 'claim', '--address', recipient.address),
    ).toMatchObject({ code: 5, complained: expect.stringContaining('Nothing is due before') as string });
    expect(await fixture.run('build', stream.address, '--action', 'claim', '--address', friend.address)).toMatchObject({
      code: 5,
      complained: expect.stringContaining('Only the recipient') as string,
    });
    expect(await fixture.run('build', stream.address, '--action', 'close', '--address', friend.address)).toMatchObject({
      code: 2,
    });
  });

  it('has its strays swept, and its fee paid by whoever pushes', async () => {
    const [sender, recipient, friend] = [fixture.wallet(10n * COIN), fixture.wallet(), fixture.wallet(COIN)];
    const stream = await openStream(fixture, sender, streamTerms(fixture, sender, recipient, COIN));
    fixture.passDays(2);
    const { due } = await listed(recipient.address);
    const { complained } = await fixture.run('build', stream.address, '--action', 'push');
    expect(complained).toContain('The contract pays no fee for this push');
    // The command that is printed works as it is, by whoever the contract pays.
    const [, command = ''] = /npm run recover -- (.+)/.exec(complained) ?? [];
    expect(command).toContain(`--action push --address ${recipient.address} --network devnet --server ws://`);
    const paid = ['--action', 'push', '--address', friend.address] as const;
    const { fee } = await build(stream.address, ...paid);
    const dear = await build(stream.address, ...paid, '--fee-rate', '5000');
    expect(Number(dear.fee)).toBeGreaterThan(4.5 * Number(fee));
    await friend.signTransaction(dear.wcTransaction);
    expect(await fixture.balance(recipient)).toBe(BigInt(due) + 1_000n);

    fixture.node.fund(fixture.node.transaction(stream.txid)?.outputs[1]?.lockingBytecode ?? '', 123_456n);
    fixture.node.mine();
    const before = await fixture.balance(sender);
    const seen = await listed(sender.address);
    expect(seen.strays).toEqual({ coins: 1, satoshis: '123456' });
    const sweep = await build(stream.address, '--action', 'sweep', '--address', sender.address);
    await sender.signTransaction(sweep.wcTransaction);
    expect((await fixture.balance(sender)) - before).toBe(123_456n - BigInt(sweep.fee));
    expect(
      await fixture.run('build', stream.address, '--action', 'sweep', '--address', recipient.address),
    ).toMatchObject({ code: 5 });
  });
});

describe('a stream of a token', () => {
  it('is found and claimed by a recipient who has nothing but the address', async () => {
    const [sender, recipient] = [fixture.wallet(10n * COIN), fixture.wallet()];
    const category = fixture.mint(sender, 9_223_372_036_854_775_807n);
    const stream = await openStream(
      fixture,
      sender,
      streamTerms(fixture, sender, recipient, 9_223_372_036_854_775_807n),
      category,
    );
    fixture.passDays(5);
    const { due, product } = await listed(recipient.address);
    expect(product).toBe('VESTING_TOKEN');
    await recipient.signTransaction(
      (await build(stream.txid, '--action', 'claim', '--address', recipient.address)).wcTransaction,
    );
    expect(await fixture.tokens(recipient, category)).toBe(BigInt(due));

    await sender.signTransaction(
      (await build(stream.txid, '--action', 'cancel', '--address', sender.address)).wcTransaction,
    );
    fixture.node.mine(6);
    const rest = only((await listed(sender.address)).actions.filter(({ action }) => action === 'refund'));
    expect(
      (await fixture.ask<BuiltAnswer>('build', stream.txid, '--action', 'refund', '--broadcast')).sent,
    ).toHaveLength(1);
    expect(await fixture.tokens(sender, category)).toBe(BigInt(rest.amount ?? 0));
    expect((await fixture.tokens(sender, category)) + (await fixture.tokens(recipient, category))).toBe(
      9_223_372_036_854_775_807n,
    );
  });
});
