import {
  buildRecurringPause,
  createRecurringContract,
  findRecurringDeployment,
  splitRecurring,
  type RecurringParameters,
} from '@weir/covenants';
import type { Wallet } from '@weir/wallet';
import { only, possible, type BuiltAnswer, type List, type Listed } from './support/answers.js';
import { openPayment, type Deployed } from './support/deploy.js';
import { COIN, startFixture, type Fixture } from './support/fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const listed = async (address: string): Promise<Listed> => only((await fixture.ask<List>('list', address)).contracts);
const build = async (...args: string[]): Promise<BuiltAnswer['transactions'][number]> =>
  only((await fixture.ask<BuiltAnswer>('build', ...args)).transactions);

/** What a sender's other software would do. */
const pause = async (sender: Wallet, { parameters, txid }: Deployed<RecurringParameters>): Promise<bigint> => {
  const contract = createRecurringContract(parameters, 'devnet');
  const found = findRecurringDeployment(contract, txid, (await fixture.chain.transaction(txid)).transaction);
  const split =
    found.ok && splitRecurring(contract, found.coin.state, BigInt(fixture.node.tip.medianTimePast - 1), 'PAUSING');
  if (!found.ok || !split) throw new Error('It can be paused');
  await fixture.send(sender, buildRecurringPause(contract, found.coin, split, await fixture.funds(sender)));
  fixture.node.mine(1, { timeStep: 1 });
  return split.paid;
};

describe('a recurring payment', () => {
  it('is found and claimed, all periods that are due', async () => {
    const [sender, recipient] = [fixture.wallet(10n * COIN), fixture.wallet()];
    const payment = await openPayment(fixture, sender, recipient, 1_000_000n);
    fixture.passDays(3);
    expect(await listed(recipient.address)).toMatchObject({
      product: 'RECURRING_BCH',
      roles: ['recipient'],
      status: 'ACTIVE',
      funded: '12000000',
      due: '4000000',
      nextDue: null,
    });
    await recipient.signTransaction(
      (await build(payment.address, '--action', 'claim', '--address', recipient.address)).wcTransaction,
    );
    expect(await fixture.balance(recipient)).toBe(4_001_000n);
    expect(await listed(recipient.address)).toMatchObject({
      paid: '4000000',
      due: '0',
      nextDue: Number(payment.parameters.plan.firstDue) + 4 * 86_400,
    });
  });

  it('of a token pays what it owes, and goes back when it is cancelled', async () => {
    const [sender, recipient] = [fixture.wallet(10n * COIN), fixture.wallet()];
    const category = fixture.mint(sender, 1_200n);
    const payment = await openPayment(fixture, sender, recipient, 100n, category);
    fixture.passDays(2);
    await recipient.signTransaction(
      (await build(payment.address, '--action', 'claim', '--address', recipient.address)).wcTransaction,
    );
    expect(await fixture.tokens(recipient, category)).toBe(300n);
    await sender.signTransaction(
      (await build(payment.address, '--action', 'cancel', '--address', sender.address)).wcTransaction,
    );
    fixture.node.mine(6, { timeStep: 1 });
    expect(only((await listed(sender.address)).actions)).toEqual({ action: 'refund', signed: false, amount: '900' });
    expect(
      (await fixture.ask<BuiltAnswer>('build', payment.address, '--action', 'refund', '--broadcast')).sent,
    ).toHaveLength(1);
    expect(await fixture.tokens(sender, category)).toBe(900n);
  });

  it('that is paused is pushed, settled by anybody, and cancelled at once by its sender', async () => {
    const [sender, recipient] = [fixture.wallet(10n * COIN), fixture.wallet()];
    const payment = await openPayment(fixture, sender, recipient, 1_000_000n);
    fixture.passDays(1);
    const paid = await pause(sender, payment);
    const { height } = fixture.node.tip;
    expect(await listed(recipient.address)).toMatchObject({
      status: 'PAUSED',
      paid: paid.toString(),
      due: '0',
      notice: { after: 'pause', height, overAtHeight: height + 5 },
    });
    fixture.node.advanceTime(2 * 86_400);
    fixture.node.mine(6);
    const noticed = await listed(recipient.address);
    expect(possible(noticed)).toEqual(['claim', 'push']);
    expect(possible(await listed(sender.address))).toEqual(['push', 'cancel', 'settle']);
    for (const action of ['push', 'settle'])
      expect(
        (await fixture.ask<BuiltAnswer>('build', payment.address, '--action', action, '--broadcast')).sent,
      ).toHaveLength(1);
    const owed = paid + BigInt(noticed.due);
    expect(await fixture.balance(recipient)).toBe(owed + 1_000n);

    expect(await listed(recipient.address)).toMatchObject({
      status: 'PAUSED',
      notice: null,
      due: '0',
      nextDue: null,
      actions: [],
    });
    const before = await fixture.balance(sender);
    const cancel = await build(payment.address, '--action', 'cancel', '--address', sender.address);
    await sender.signTransaction(cancel.wcTransaction);
    expect((await fixture.balance(sender)) - before).toBeGreaterThan(12_000_000n - owed);
    expect(await listed(sender.address)).toMatchObject({ status: 'CANCELLED', ended: true });
  });
});
