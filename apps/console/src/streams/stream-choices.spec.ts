import { choicesOf } from './stream-choices.js';

const stream = {
  ...({ status: 'ACTIVE', cancelable: true, claimable_amount_base: 5n } as const),
  end_time: 200,
  as_of: 100,
  refund: null,
  cliff_timestamp: null,
};
const sender = { isSender: true, isRecipient: false };
const recipient = { isSender: false, isRecipient: true };
const stranger = { isSender: false, isRecipient: false };

const refund = {
  amount: 1,
  amountBase: 1n,
  amount_base: 1n,
  amountDecimal: null,
  status: 'pending' as const,
  txHash: null,
  availableAtHeight: 70,
};

describe('the choices of a stream', () => {
  it('let it be funded while it is not funded', () =>
    expect(choicesOf({ ...stream, status: 'PENDING' }, sender).verbs).toEqual(['fund']));

  it('let the recipient claim, the sender cancel, and everybody else push to the recipient', () => {
    expect(choicesOf(stream, recipient).verbs).toEqual(['claim']);
    expect(choicesOf(stream, sender).verbs).toEqual(['push', 'cancel']);
    expect(choicesOf(stream, stranger).verbs).toEqual(['push']);
  });

  it('are proposals where a vault is the sender, which signs nothing here', () => {
    const stranger = { isSender: false, isRecipient: false, isSentByScript: true };
    expect(choicesOf({ ...stream, status: 'PENDING' }, stranger)).toMatchObject({ verbs: [], proposals: ['fund'] });
    expect(choicesOf(stream, stranger)).toMatchObject({ verbs: ['push'], proposals: ['cancel'] });
    expect(choicesOf({ ...stream, cancelable: false }, stranger).proposals).toEqual([]);
    expect(choicesOf(stream, sender).proposals).toEqual([]);
  });

  it('say what to wait for where nothing is due', () => {
    expect(choicesOf({ ...stream, claimable_amount_base: 0n, cliff_timestamp: 150 }, recipient)).toMatchObject({
      verbs: [],
      meaning: 'Nothing can be claimed before the cliff.',
    });
    expect(choicesOf({ ...stream, claimable_amount_base: 0n }, recipient).meaning).toMatch(/More vests with time/);
  });

  it('have no cancel where the terms rule it out, or all has vested', () => {
    expect(choicesOf({ ...stream, cancelable: false }, sender).verbs).toEqual(['push']);
    expect(choicesOf({ ...stream, end_time: 100 }, sender).verbs).toEqual(['push']);
  });

  it('say when the rest of a cancelled one returns, and let anybody return it once its notice is over', () => {
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

  it('are none when all was paid', () =>
    expect(choicesOf({ ...stream, status: 'COMPLETED' }, recipient)).toMatchObject({ verbs: [], needsWallet: false }));
});
