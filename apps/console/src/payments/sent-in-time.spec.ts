import { TooLateToChange } from '../failures/too-late-to-change.js';
import { sentInTime } from './sent-in-time.js';

const SEND_BY = 1_800_000_000;
const PAYDAY = SEND_BY + 50_000;
const changes = [
  { sendBy: SEND_BY + 900, firstNew: PAYDAY + 900 },
  { sendBy: SEND_BY, firstNew: PAYDAY },
];
const review = { sentence: '' } as never;
const sending = { step: 'sending', pending: null } as const;

describe('sentInTime', () => {
  it('passes a review and a cancel that are in time on', async () => {
    const steps: string[] = [];
    const options = sentInTime(
      { onReview: () => Promise.resolve(true), onProgress: ({ step }) => steps.push(step) },
      { changes, asOf: SEND_BY - 100, readTime: () => Promise.resolve(SEND_BY - 90) },
    );
    expect(await options.onReview?.(review)).toBe(true);
    options.onProgress?.({ step: 'signing', attempt: 1 });
    options.onProgress?.(sending);
    expect(steps).toEqual(['signing', 'sending']);
  });

  it('refuses a review that was agreed to too late, so that the wallet is not asked', async () => {
    const options = sentInTime(
      { onReview: () => Promise.resolve(true) },
      { changes, asOf: SEND_BY - 100, readTime: () => Promise.resolve(SEND_BY + 1) },
    );
    await expect(Promise.resolve(options.onReview?.(review))).rejects.toEqual(new TooLateToChange(PAYDAY));
  });

  it('does not send a cancel that was signed too late, and stores nothing of it', () => {
    const steps: string[] = [];
    const options = sentInTime(
      { onProgress: ({ step }) => steps.push(step) },
      { changes, asOf: SEND_BY + 1, readTime: () => Promise.resolve(SEND_BY + 1) },
    );
    options.onProgress?.({ step: 'signing', attempt: 1 });
    expect(() => options.onProgress?.(sending)).toThrow(TooLateToChange);
    expect(steps).toEqual(['signing']);
  });

  it('leaves a declined review as it is', async () => {
    const options = sentInTime(
      { onReview: () => Promise.resolve(false) },
      { changes, asOf: SEND_BY + 1, readTime: () => Promise.reject(new Error('Not read')) },
    );
    expect(await options.onReview?.(review)).toBe(false);
  });
});
