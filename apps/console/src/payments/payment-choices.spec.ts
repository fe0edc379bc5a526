import { paymentChoices } from './payment-choices.js';

const payment = {
  ...({ status: 'ACTIVE', cancelable: true, pausable: true, claimable_amount_base: 5n, periods_due: 2 } as const),
  ...{ pause: null, refund: null },
};
const sender = { isSender: true, isRecipient: false };
const recipient = { isSender: false, isRecipient: true };

describe('what can be done with a payment', () => {
  it('is funding while it waits for it, by anybody', () =>
    expect(paymentChoices({ ...payment, status: 'PENDING' }, recipient).verbs).toEqual(['fund']));

  it('is claiming for the recipient, pausing and cancelling for the sender', () => {
    expect(paymentChoices(payment, recipient)).toMatchObject({
      verbs: ['claim'],
      meaning: expect.stringContaining('2 periods are due') as string,
    });
    expect(paymentChoices(payment, sender).verbs).toEqual(['pause', 'cancel']);
    expect(paymentChoices({ ...payment, pausable: false, cancelable: false }, sender).verbs).toEqual([]);
  });

  it('is resuming once the notice of a pause is over, and not before', () => {
    const paused = { ...payment, status: 'PAUSED' as const, claimable_amount_base: 0n };
    const under = paymentChoices({ ...paused, pause: { settled: false, availableAtHeight: 90 } }, sender);
    expect(under).toMatchObject({ verbs: ['cancel'], meaning: expect.stringContaining('up to block 90') as string });
    expect(paymentChoices({ ...paused, pause: { settled: true, availableAtHeight: null } }, sender).verbs).toEqual([
      'resume',
      'cancel',
    ]);
  });

  it('is nothing when all was paid', () =>
    expect(paymentChoices({ ...payment, status: 'COMPLETED', claimable_amount_base: 0n }, recipient)).toMatchObject({
      verbs: [],
      needsWallet: false,
    }));
});
