import { newDraft, readDraft, type StreamDraft } from './stream-draft.js';

const NOW = 1_800_000_000 - (1_800_000_000 % 60);
const DAY = 86_400;
const draft = (changes: Partial<StreamDraft> = {}): StreamDraft => ({
  ...newDraft(NOW),
  recipient: ' bchtest:qq47 ',
  amount: '1.5',
  ...changes,
});

describe('a draft of a stream', () => {
  it('lasts a year from now by default', () =>
    expect(readDraft(draft())).toEqual({
      terms: {
        recipient: 'bchtest:qq47',
        totalAmount: '1.5',
        streamType: 'LINEAR',
        startTime: NOW,
        endTime: NOW + 365 * DAY,
        cliffTimestamp: null,
        cancelable: true,
      },
    }));

  it('of steps has an interval, and one of tokens a category', () =>
    expect(
      readDraft(
        draft({ pace: 'days', intervalDays: '7', asset: 'FUNGIBLE_TOKEN', category: 'AB'.repeat(32), amount: '900' }),
      ),
    ).toMatchObject({
      terms: {
        intervalSeconds: 7 * DAY,
        tokenType: 'FUNGIBLE_TOKEN',
        tokenCategory: 'ab'.repeat(32),
        totalAmount: '900',
      },
    }));

  it.each([
    [{ recipient: '' }, 'recipient'],
    [{ amount: '' }, 'amount'],
    [{ amount: '1,500' }, 'amount'],
    [{ pace: 'days', intervalDays: '1,500' }, 'intervalDays'],
    [{ amount: '0.123456789' }, 'amount'],
    [{ amount: '21000001' }, 'amount'],
    [{ amount: '9223372036854775808', asset: 'FUNGIBLE_TOKEN', category: 'ab'.repeat(32) }, 'amount'],
    [{ amount: '1.5', asset: 'FUNGIBLE_TOKEN', category: 'ab'.repeat(32) }, 'amount'],
    [{ asset: 'FUNGIBLE_TOKEN', category: 'abc', amount: '1' }, 'category'],
    [{ length: 'dates', end: '2001-01-01T00:00' }, 'end'],
    [{ start: '' }, 'start'],
    [{ pace: 'days', intervalDays: '0' }, 'intervalDays'],
  ] as const)('%j is reported at its field', (changes, field) => {
    const read = readDraft(draft(changes));
    expect('problems' in read ? Object.keys(read.problems) : []).toEqual([field]);
  });
});
