import { binToHex } from '@bitauth/libauth';
import { noteSatoshis } from '@weir/covenants';
import { openStream } from './support/deploy.js';
import { COIN, DAY, type List, only, possible, startFixture, useFixture } from './support/fixture.js';

const fixture = useFixture();

/** What a funding pays to the recipient at once, satoshis. */
const NOTE = noteSatoshis({ product: 'VESTING_BCH' });

/** Days that the fixture's chain begins before the machine's clock, and more. */
const BEYOND_THE_CLOCK = 250;

describe('the time of a chain that is ahead of the own clock', () => {
  it('is that of every amount: what is due, and what is claimed', async () => {
    const own = await startFixture();
    try {
      const [sender, recipient] = [own.wallet(10n * COIN), own.wallet()];
      const start = own.node.tip.medianTimePast + 3_600;
      const stream = await openStream(own, sender, recipient, COIN);
      own.passDays(BEYOND_THE_CLOCK);
      expect(own.node.tip.medianTimePast).toBeGreaterThan(Date.now() / 1_000);
      expect(start).toBeLessThan(Date.now() / 1_000);
      expect((await own.run(`list ${recipient.address}`)).printed).toMatch(/due now +1 BCH/);
      await own.sendOne(`${stream.address} --action claim --address ${recipient.address}`);
      expect(await own.balance(recipient)).toBe(COIN + NOTE);
    } finally {
      await own.stop();
    }
  });
});

describe('servers that cannot be used', () => {
  it('are named, each with what it answered', async () => {
    const { code, complained } = await fixture.run(
      `list ${fixture.wallet().address} --server ws://127.0.0.1:9 --server ws://127.0.0.1:11`,
    );
    expect(code).toBe(3);
    expect(complained).toMatch(/No Electrum server[^]*\n {2}ws:\/\/127\.0\.0\.1:9: .+\n {2}ws:\/\/127\.0\.0\.1:11: .+/);
  });
});

describe('a stream of BCH', () => {
  it('is found from the recipient alone, claimed to the satoshi, and listed as ended', async () => {
    const [sender, recipient] = [fixture.wallet(10n * COIN), fixture.wallet()];
    const start = fixture.node.tip.medianTimePast + 3_600;
    const stream = await openStream(fixture, sender, recipient, COIN);
    expect(await fixture.listed(recipient.address)).toMatchObject({
      contractAddress: stream.address,
      funding: `${stream.txid}:1`,
      product: 'PLAN_VESTING_BCH',
      roles: ['recipient'],
      status: 'ACTIVE',
      ended: false,
      funded: '100000000',
      paid: '0',
      nextDue: start + 5,
      states: [`${stream.txid}:1`],
    });

    fixture.passDays(4);
    const due = BigInt((await fixture.listed(recipient.tokenAddress)).due);
    expect(due).toBe((COIN * (BigInt(fixture.node.tip.medianTimePast - 1) - BigInt(start))) / (10n * BigInt(DAY)));
    const shown = await fixture.run(`build ${stream.address} --action claim --address ${recipient.address}`);
    expect(shown.printed).toMatch(
      /stays +0\.\d+ BCH and 1 units and an NFT of token [0-9a-f]{64} in the contract\n +pays +0\.\d+ BCH to bchtest:q/,
    );
    const claimed = await fixture.sendOne(`${stream.address} --action claim --address ${recipient.address}`);
    expect(await fixture.balance(recipient)).toBe(due + NOTE);
    expect(await fixture.listed(sender.address)).toMatchObject({
      roles: ['sender'],
      paid: due.toString(),
      states: [`${claimed}:0`],
      actions: [{ action: 'cancel', signed: true }],
    });

    fixture.passDays(7);
    await fixture.sendOne(`${claimed}:0 --action claim --address ${recipient.address} --encoding plain`);
    expect(await fixture.balance(recipient)).toBe(COIN + NOTE);
    fixture.node.mine();
    expect(await fixture.listed(recipient.address)).toMatchObject({
      status: 'COMPLETED',
      ended: true,
      paid: '100000000',
      due: '0',
      states: [],
      actions: [],
    });
    expect(await fixture.refusal(`build ${stream.txid} --action claim --address ${recipient.address}`)).toMatch(
      /^5: .*has ended \(COMPLETED\)/s,
    );
  });

  it('is cancelled by its sender, pushed to a recipient without a satoshi, and refunded by anybody', async () => {
    const [sender, recipient] = [fixture.wallet(10n * COIN), fixture.wallet()];
    const stream = await openStream(fixture, sender, recipient, COIN);
    fixture.passDays(3);
    await fixture.sign(sender, `${stream.address} --action cancel`);
    expect((await fixture.listed(recipient.address)).notice).toEqual({
      after: 'cancel',
      height: null,
      overAtHeight: null,
    });
    const paid = (await fixture.balance(recipient)) - NOTE;
    fixture.node.mine();
    const { height } = fixture.node.tip;

    fixture.passDays(1);
    const noticed = await fixture.listed(recipient.address);
    expect(noticed).toMatchObject({
      status: 'CANCELLED',
      ended: false,
      paid: paid.toString(),
      notice: { after: 'cancel', height, overAtHeight: height + 5 },
      remarks: [expect.stringContaining('The notice is over')],
    });
    expect(possible(noticed)).toEqual(['claim', 'push']);
    expect(possible(await fixture.listed(sender.address))).toEqual(['push', 'refund']);
    const { sent } = await fixture.build(`${stream.address} --action push --broadcast`);
    expect(sent).toHaveLength(1);
    const pushed = BigInt(noticed.due);
    expect(await fixture.balance(recipient)).toBe(NOTE + paid + pushed);

    const before = await fixture.balance(sender);
    const refund = await fixture.build(`${stream.address} --action refund`);
    const { hex, fee } = only(refund.transactions);
    const held = fixture.node.output(only(sent), 0)?.satoshis ?? 0n;
    const returned = held + 800n - BigInt(fee);
    expect((await fixture.run(`broadcast ${hex ?? ''}`)).code).toBe(0);
    expect((await fixture.balance(sender)) - before).toBe(returned);
    expect(returned).toBeGreaterThan(COIN - paid - pushed);
    fixture.node.mine();
    expect(await fixture.listed(sender.address)).toMatchObject({ status: 'CANCELLED', ended: true, states: [] });
  });

  it('is listed for each address of a wallet', async () => {
    const [sender, recipient] = [fixture.wallet(10n * COIN), fixture.wallet()];
    await openStream(fixture, sender, recipient, COIN);
    const { lists } = await fixture.ask<{ readonly lists: readonly List[] }>(
      `list ${sender.address} ${recipient.address} ${fixture.wallet().address}`,
    );
    expect(lists.map(({ contracts }) => contracts.map(({ roles }) => roles))).toEqual([
      [['sender']],
      [['recipient']],
      [],
    ]);
  });

  it('is refunded only once its notice is over, and never without one', async () => {
    const [sender, recipient] = [fixture.wallet(10n * COIN), fixture.wallet()];
    const stream = await openStream(fixture, sender, recipient, COIN);
    const refund = () => fixture.refusal(`build ${stream.address} --action refund`);
    expect(await refund()).toBe('5: There is nothing to refund: no notice runs');
    await fixture.sign(sender, `${stream.address} --action cancel`);
    expect(await refund()).toBe('5: The notice is not over: its cancel is not mined yet');
    fixture.node.mine(5);
    expect(await refund()).toContain(`is over at height ${fixture.node.tip.height + 1}`);
    fixture.node.mine();
    expect((await fixture.run(`build ${stream.address} --action refund --broadcast`)).code).toBe(0);
  });

  it('claimed for too little to be worth the reserve costs a friend, or the recipient', async () => {
    const [sender, recipient, friend] = [fixture.wallet(10n * COIN), fixture.wallet(), fixture.wallet(COIN)];
    const stream = await openStream(fixture, sender, recipient, COIN);
    const claim = (address: string) => fixture.refusal(`build ${stream.address} --action claim --address ${address}`);
    fixture.passDays(0.06);
    const { due } = await fixture.listed(recipient.address);
    const complained = await fixture.refusal(`build ${stream.address} --action push`);
    expect(complained).toContain('The contract pays no fee for this push');
    // The command that is printed works as it is, for each party that the contract pays.
    const [, command = ''] = /npm run recover -- (.+)/.exec(complained) ?? [];
    expect(command).toContain(`--action push --address ${recipient.address} --network devnet --server ws://`);
    const paid = `--action push --address ${friend.address}`;
    const { fee } = await fixture.buildOne(`${stream.address} ${paid}`);
    const expensive = await fixture.buildOne(`${stream.address} ${paid} --fee-rate 5000`);
    expect(Number(expensive.fee)).toBeGreaterThan(4.5 * Number(fee));
    await friend.signTransaction(expensive.wcTransaction);
    expect(await fixture.balance(recipient)).toBe(BigInt(due) + NOTE);
    expect(await claim(recipient.address)).toMatch(/^5: .*Nothing is due before/);
    fixture.passDays(0.06);
    expect(await claim(friend.address)).toMatch(/^5: .*Only the recipient/);
    const small = await fixture.listed(recipient.address);
    expect(small.actions).toEqual([
      { action: 'claim', signed: true, amount: small.due },
      { action: 'announce', signed: true, amount: null },
    ]);
    const own = await fixture.buildOne(`${stream.address} --action claim --address ${recipient.address}`);
    expect(own).toMatchObject({ complete: false, wcTransaction: { broadcast: true } });
    await recipient.signTransaction(own.wcTransaction);
    expect(await fixture.balance(recipient)).toBe(BigInt(due) + NOTE + BigInt(small.due) - BigInt(own.fee));
    expect(await fixture.refusal(`build ${stream.address} --action close --address ${friend.address}`)).toMatch(/^2: /);
  });

  it('has its strays swept', async () => {
    const [sender, recipient] = [fixture.wallet(10n * COIN), fixture.wallet()];
    const stream = await openStream(fixture, sender, recipient, COIN);
    fixture.node.fund(binToHex(stream.stream.lockingBytecode), 123_456n);
    fixture.node.mine();
    const before = await fixture.balance(sender);
    const seen = await fixture.listed(sender.address);
    expect(seen.strays).toEqual({ coins: 1, satoshis: '123456' });
    const sweep = await fixture.sign(sender, `${stream.address} --action sweep`);
    expect((await fixture.balance(sender)) - before).toBe(123_456n - BigInt(sweep.fee));
    expect(await fixture.refusal(`build ${stream.address} --action sweep --address ${recipient.address}`)).toMatch(
      /^5: /,
    );
  });
});

describe('a stream of a token', () => {
  it('is found and claimed by a recipient who has nothing but the address', async () => {
    const [sender, recipient] = [fixture.wallet(10n * COIN), fixture.wallet()];
    const category = fixture.mint(sender, 9_223_372_036_854_775_807n);
    const stream = await openStream(fixture, sender, recipient, 9_223_372_036_854_775_807n, category);
    fixture.passDays(5);
    const { due, product } = await fixture.listed(recipient.address);
    expect(product).toBe('PLAN_VESTING_TOKEN');
    await fixture.sendOne(`${stream.txid} --action claim --address ${recipient.address}`);
    expect(await fixture.tokens(recipient, category)).toBe(BigInt(due));

    await fixture.sign(sender, `${stream.txid} --action cancel`);
    fixture.node.mine(6);
    const rest = only((await fixture.listed(sender.address)).actions.filter(({ action }) => action === 'refund'));
    expect((await fixture.build(`${stream.txid} --action refund --broadcast`)).sent).toHaveLength(1);
    expect(await fixture.tokens(sender, category)).toBe(BigInt(rest.amount ?? 0));
    expect((await fixture.tokens(sender, category)) + (await fixture.tokens(recipient, category))).toBe(
      9_223_372_036_854_775_807n,
    );
  });
});
