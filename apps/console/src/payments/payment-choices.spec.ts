import { paymentChoices } from './payment-choices.js';

const payment = {
  ...({ status: 'ACTIVE', cancelable: true, pausable: true, claimable_amount_base: 5n, periods_due: 2 } as const),
  payment_count: 1,
  periods_funded: 12,
  pause: null,
  refund: null,
};
const sender = { isSender: true, isRecipient: false };
const recipient = { isSender: false, isRecipient: true };

describe('the choices of a payment', () => {
  it('let anybody fund it while it is not funded', () =>
    expect(paymentChoices({ ...payment, status: 'PENDING' }, recipient).verbs).toEqual(['fund']));

  it('let the recipient claim, and the sender pause and cancel', () => {
    expect(paymentChoices(payment, recipient)).toMatchObject({
      verbs: ['claim'],
      meaning: expect.stringContaining('2 paydays are claimable') as string,
    });
    expect(paymentChoices(payment, sender).verbs).toEqual(['push', 'pause', 'cancel']);
    expect(paymentChoices({ ...payment, pausable: false, cancelable: false }, sender).verbs).toEqual(['push']);
  });

  it('offer no pause where every funded period is due: nothing is left to pause', () =>
    expect(paymentChoices({ ...payment, periods_due: 11 }, sender).verbs).toEqual(['push', 'cancel']));

  it('are proposals where a vault is the sender', () => {
    const member = { isSender: false, isRecipient: false, isSentByScript: true };
    expect(paymentChoices({ ...payment, status: 'PENDING' }, member)).toMatchObject({ proposals: ['fund'] });
    expect(paymentChoices(payment, member)).toMatchObject({ verbs: ['push'], proposals: ['pause', 'cancel'] });
    const settled = { settled: true, availableAtHeight: null };
    expect(paymentChoices({ ...payment, status: 'PAUSED', pause: settled }, member).proposals).toEqual([
      ...['resume', 'cancel'],
    ]);
    expect(paymentChoices(payment, sender).proposals).toEqual([]);
  });

  it('let the sender resume it once the notice of a pause is over, and not before', () => {
    const paused = { ...payment, status: 'PAUSED' as const, claimable_amount_base: 0n };
    const under = paymentChoices({ ...paused, pause: { settled: false, availableAtHeight: 90 } }, sender);
    expect(under).toMatchObject({
      verbs: ['cancel'],
      meaning: expect.stringContaining('with block 90. Payments continue until then') as string,
    });
    expect(paymentChoices({ ...paused, pause: { settled: true, availableAtHeight: null } }, sender).verbs).toEqual([
      'resume',
      'cancel',
    ]);
  });

  it('let anybody return the rest of a cancelled one once its notice is over', () => {
    const refund = {
      amount: 1,
      amountBase: 1n,
      amount_base: 1n,
      amountDecimal: null,
      status: 'pending' as const,
      txHash: null,
      availableAtHeight: 70,
    };
    const cancelled = { ...payment, status: 'CANCELLED' as const, claimable_amount_base: 0n, refund };
    const stranger = { isSender: false, isRecipient: false };
    expect(paymentChoices(cancelled, { ...stranger, height: 68 }).verbs).toEqual([]);
    expect(paymentChoices(cancelled, { ...stranger, height: 69 }).verbs).toEqual(['refund']);
  });

  it('are none when all was paid', () =>
    expect(paymentChoices({ ...payment, status: 'COMPLETED', claimable_amount_base: 0n }, recipient)).toMatchObject({
      verbs: [],
      needsWallet: false,
    }));
});
