import { choicesOf } from './stream-choices.js';

const stream = {
  ...({ status: 'ACTIVE', cancelable: true, claimable_amount_base: 5n } as const),
  ...{ end_time: 200, as_of: 100, refund: null, cliff_timestamp: null },
};
const sender = { isSender: true, isRecipient: false };
const recipient = { isSender: false, isRecipient: true };
const stranger = { isSender: false, isRecipient: false };

describe('what can be done with a stream', () => {
  it('is funding while it waits for it', () =>
    expect(choicesOf({ ...stream, status: 'PENDING' }, sender)).toMatchObject({ canFund: true, canCancel: false }));

  it('is claiming for the recipient, cancelling for the sender, and looking for others', () => {
    expect(choicesOf(stream, recipient)).toMatchObject({ canClaim: true, canCancel: false });
    expect(choicesOf(stream, sender)).toMatchObject({ canClaim: false, canCancel: true });
    expect(choicesOf(stream, stranger)).toMatchObject({ canClaim: false, canCancel: false });
  });

  it('is waiting where nothing is due, and says for what', () => {
    expect(choicesOf({ ...stream, claimable_amount_base: 0n, cliff_timestamp: 150 }, recipient)).toMatchObject({
      canClaim: false,
      meaning: 'Nothing can be claimed before the cliff.',
    });
    expect(choicesOf({ ...stream, claimable_amount_base: 0n }, recipient).meaning).toMatch(/goes on vesting/);
  });

  it('is no cancelling where that was ruled out, or all has vested', () => {
    expect(choicesOf({ ...stream, cancelable: false }, sender).canCancel).toBe(false);
    expect(choicesOf({ ...stream, end_time: 100 }, sender).canCancel).toBe(false);
  });

  it('tells of a cancelled one when the rest returns', () =>
    expect(
      choicesOf(
        {
          ...{ ...stream, status: 'CANCELLED' as const, claimable_amount_base: 0n },
          refund: {
            amount: 1,
            amountBase: 1n,
            amount_base: 1n,
            amountDecimal: null,
            status: 'pending',
            txHash: null,
            availableAtHeight: 70,
          },
        },
        sender,
      ),
    ).toMatchObject({ canCancel: false, meaning: expect.stringContaining('with block 70') as string }));

  it('is nothing when all was paid', () =>
    expect(choicesOf({ ...stream, status: 'COMPLETED' }, recipient)).toMatchObject({
      canClaim: false,
      needsWallet: false,
    }));
});
