import { lockChoices } from './lock-choices.js';

const lock = {
  ...({ status: 'ACTIVE', cancelable: false, claimable_amount_base: 0n } as const),
  start_time: 1_000_000_000,
  end_time: 1_000_008_000,
  as_of: 1_000_000_100,
  interval_seconds: 1_000,
  cliff_timestamp: null,
  refund: null,
};
const recipient = { isSender: false, isRecipient: true };
const sender = { isSender: true, isRecipient: false };
const stranger = { isSender: false, isRecipient: false };

describe('the choices of a lock', () => {
  it('let nobody cancel it, with any amount due', () => {
    for (const reader of [recipient, sender, stranger])
      for (const due of [0n, 5n])
        for (const status of ['PENDING', 'ACTIVE', 'COMPLETED'] as const)
          expect(lockChoices({ ...lock, status, claimable_amount_base: due }, reader).verbs).not.toContain('cancel');
  });

  it('let its recipient claim what is due, and everybody else pay it to them', () => {
    const due = { ...lock, claimable_amount_base: 5n };
    expect(lockChoices(due, recipient).verbs).toEqual(['claim']);
    expect(lockChoices(due, sender).verbs).toEqual(['push']);
    expect(lockChoices(due, stranger).verbs).toEqual(['push']);
  });

  it.each([
    ['the first step', {}, 1_000_001_000],
    ['the cliff', { cliff_timestamp: 1_000_004_000 }, 1_000_004_000],
    ['its end, where all comes at once', { start_time: 1_000_007_999, interval_seconds: null }, 1_000_008_000],
  ] as const)('say that nothing is paid before %s', (_, terms, at) => {
    const { meaning } = lockChoices({ ...lock, ...terms }, recipient);
    const minute = new Date(at * 1_000).getMinutes().toString().padStart(2, '0');
    expect(meaning).toMatch(/^Nothing can be paid out before /);
    expect(meaning).toContain(`:${minute}`);
  });

  it('warn the sender before it is funded', () => {
    const pending = { ...lock, status: 'PENDING' } as const;
    expect(lockChoices(pending, sender).meaning).toContain('nobody can take it back, not even you');
    expect(lockChoices(pending, sender).verbs).toEqual(['fund']);
    expect(lockChoices(pending, { ...stranger, isSentByScript: true }).proposals).toEqual(['fund']);
  });
});
