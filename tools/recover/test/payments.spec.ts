import { noteSatoshis } from '@weir/covenants';
import { openPayment } from './support/deploy.js';
import { COIN, possible, useFixture } from './support/fixture.js';

const fixture = useFixture();

/** What a funding pays to the recipient at once, satoshis. */
const NOTE = noteSatoshis({ product: 'RECURRING_BCH' });

describe('a recurring payment', () => {
  it('is found and claimed, all periods that are due', async () => {
    const [sender, recipient] = [fixture.wallet(10n * COIN), fixture.wallet()];
    const firstDue = fixture.node.tip.medianTimePast;
    const payment = await openPayment(fixture, sender, recipient, 1_000_000n);
    fixture.passDays(3);
    expect(await fixture.listed(recipient.address)).toMatchObject({
      product: 'PLAN_RECURRING_BCH',
      roles: ['recipient'],
      status: 'ACTIVE',
      funded: '12000000',
      due: '4000000',
      nextDue: null,
    });
    await fixture.sendOne(`${payment.address} --action claim --address ${recipient.address}`);
    expect(await fixture.balance(recipient)).toBe(4_000_000n + NOTE);
    expect(await fixture.listed(recipient.address)).toMatchObject({
      paid: '4000000',
      due: '0',
      nextDue: firstDue + 4 * 86_400,
    });
  });

  it('that is paused is pushed, settled by anybody, cancelled by its sender and refunded', async () => {
    const [sender, recipient] = [fixture.wallet(10n * COIN), fixture.wallet()];
    const payment = await openPayment(fixture, sender, recipient, 1_000_000n);
    fixture.passDays(1);
    const signed = async (action: string) => {
      await fixture.sign(sender, `${payment.address} --action ${action}`);
      fixture.node.mine(1, { timeStep: 1 });
    };
    const sent = async (action: string) =>
      expect((await fixture.build(`${payment.address} --action ${action} --broadcast`)).sent).toHaveLength(1);
    await signed('pause');
    const { height } = fixture.node.tip;
    expect(await fixture.listed(recipient.address)).toMatchObject({
      status: 'PAUSED',
      paid: '2000000',
      due: '0',
      notice: { after: 'pause', height, overAtHeight: height + 5 },
    });
    fixture.node.advanceTime(2 * 86_400);
    fixture.node.mine(6);
    const noticed = await fixture.listed(recipient.address);
    expect(possible(noticed)).toEqual(['claim', 'push']);
    // No cancel while the notice of a pause runs.
    expect(possible(await fixture.listed(sender.address))).toEqual(['push', 'settle']);
    await sent('push');
    await sent('settle');
    const owed = 2_000_000n + BigInt(noticed.due);
    expect(await fixture.balance(recipient)).toBe(owed + NOTE);

    expect(await fixture.listed(recipient.address)).toMatchObject({
      status: 'PAUSED',
      notice: null,
      due: '0',
      actions: [],
    });
    expect(possible(await fixture.listed(sender.address))).toEqual(['cancel', 'resume']);
    const before = await fixture.balance(sender);
    await signed('cancel');
    fixture.node.mine(6, { timeStep: 1 });
    await sent('refund');
    expect((await fixture.balance(sender)) - before).toBeGreaterThan(12_000_000n - owed);
    expect(await fixture.listed(sender.address)).toMatchObject({ status: 'CANCELLED', ended: true });
  });
});
