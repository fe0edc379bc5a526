import { fromLocalInput, toLocalInput } from '../format/time.js';
import { newLockDraft, readLockDraft, type LockDraft } from './lock-draft.js';

const NOW = 1_800_000_000 - (1_800_000_000 % 60);
const DAY = 86_400;
const draft = (changes: Partial<LockDraft> = {}): LockDraft => ({
  ...newLockDraft(NOW),
  recipient: ' bchtest:qq47 ',
  amount: '1.5',
  ...changes,
});

describe('a draft of a lock', () => {
  it('unlocks at once, a year from now, by default', () =>
    expect(readLockDraft(draft())).toEqual({
      terms: { recipient: 'bchtest:qq47', totalAmount: '1.5', unlockTime: NOW + 365 * DAY },
    }));

  it('of a team begins now, with a cliff, and goes on by the second', () => {
    const read = readLockDraft(draft({ length: 'grant', description: ' Founders ' }));
    expect(read).toMatchObject({ terms: { streamType: 'LINEAR', startTime: NOW, description: 'Founders' } });
    expect(read).not.toHaveProperty('terms.intervalSeconds');
    expect('terms' in read && (read.terms.cliffTimestamp ?? 0) > NOW + 360 * DAY).toBe(true);
  });

  it('of steps ends with a whole one, and one of tokens has a category', () => {
    const end = toLocalInput(NOW + 100 * DAY);
    expect(
      readLockDraft(
        draft({ length: 'dates', end, pace: 'days', asset: 'FUNGIBLE_TOKEN', category: 'AB'.repeat(32), amount: '2' }),
      ),
    ).toEqual({
      terms: {
        recipient: 'bchtest:qq47',
        totalAmount: '2',
        tokenType: 'FUNGIBLE_TOKEN',
        tokenCategory: 'ab'.repeat(32),
        streamType: 'STEP',
        intervalSeconds: 30 * DAY,
        startTime: NOW,
        endTime: NOW + 120 * DAY,
        cliffTimestamp: null,
      },
    });
    expect(fromLocalInput(end)).toBe(NOW + 100 * DAY);
  });

  it('lets the recipient move it to another wallet where that was chosen', () => {
    expect(readLockDraft(draft())).not.toHaveProperty('terms.transferable');
    expect(readLockDraft(draft({ movable: 'yes' }))).toMatchObject({ terms: { transferable: true } });
  });

  it('says what is missing', () =>
    expect(readLockDraft(draft({ recipient: '', amount: '', end: '' }))).toEqual({
      problems: { recipient: 'Enter the recipient', amount: 'Enter an amount', end: 'Choose until when' },
    }));
});
