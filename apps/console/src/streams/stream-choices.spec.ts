import { choicesOf } from './stream-choices.js';

const stream = {
  ...({ status: 'ACTIVE', cancelable: true, claimable_amount_base: 5n } as const),
  ...{ end_time: 200, as_of: 100, refund: null, cliff_timestamp: null },
};
const sender = { isSender: true, isRecipient: false };
const recipient = { isSender: false, isRecipient: true };
const stranger = { isSender: false, isRecipient: false };

const refund = {
  ...{ amount: 1, amountBase: 1n, amount_base: 1n, amountDecimal: null, status: 'pending' as const, txHash: null },
  availableAtHeight: 70,
};

describe('what can be done with a stream', () => {
  it('is funding while it waits for it', () =>
    expect(choicesOf({ ...stream, status: 'PENDING' }, sender).verbs).toEqual(['fund']));

  it('is claiming for the recipient, cancelling for the sender, and paying the recipient out for everybody else', () => {
    expect(choicesOf(stream, recipient).verbs).toEqual(['claim']);
    expect(choicesOf(stream, sender).verbs).toEqual(['push', 'cancel']);
    expect(choicesOf(stream, stranger).verbs).toEqual(['push']);
  });

  it('is proposing where a vault is the sender, which signs nothing here', () => {
    const stranger = { isSender: false, isRecipient: false, isSentByScript: true };
    expect(choicesOf({ ...stream, status: 'PENDING' }, stranger)).toMatchObject({ verbs: [], proposals: ['fund'] });
    expect(choicesOf(stream, stranger)).toMatchObject({ verbs: ['push'], proposals: ['cancel'] });
    expect(choicesOf({ ...stream, cancelable: false }, stranger).proposals).toEqual([]);
    expect(choicesOf(stream, sender).proposals).toEqual([]);
  });

  it('is waiting where nothing is due, and says for what', () => {
    expect(choicesOf({ ...stream, claimable_amount_base: 0n, cliff_timestamp: 150 }, recipient)).toMatchObject({
      verbs: [],
      meaning: 'Nothing can be claimed before the cliff.',
    });
    expect(choicesOf({ ...stream, claimable_amount_base: 0n }, recipient).meaning).toMatch(/goes on vesting/);
  });

  it('is no cancelling where that was ruled out, or all has vested', () => {
    expect(choicesOf({ ...stream, cancelable: false }, sender).verbs).toEqual(['push']);
    expect(choicesOf({ ...stream, end_time: 100 }, sender).verbs).toEqual(['push']);
  });

  it('tells of a cancelled one when the rest returns, which anybody may do once its notice is over', () => {
    const cancelled = { ...stream, status: 'CANCELLED' as const, claimable_amount_base: 0n, refund };
    expect(choicesOf(cancelled, { ...sender, height: 60 })).toMatchObject({
      verbs: [],
      meaning: expect.stringContaining('with block 70') as string,
    });
    expect(choicesOf(cancelled, { ...stranger, height: 69 }).verbs).toEqual(['refund']);
    expect(choicesOf({ ...cancelled, claimable_amount_base: 5n }, { ...recipient, height: 60 }).verbs).toEqual([
      'claim',
    ]);
  });

  it('is nothing when all was paid', () =>
    expect(choicesOf({ ...stream, status: 'COMPLETED' }, recipient)).toMatchObject({ verbs: [], needsWallet: false }));
});
