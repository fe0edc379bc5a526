import { WeirError } from '@weir/client';
import { failureOf } from './failure-text.js';

describe('a failure', () => {
  it('tells what is needed and what is there', () =>
    expect(
      failureOf(
        new WeirError('INSUFFICIENT_FUNDS', 'Too little', {
          requestId: 'r1',
          details: { neededBase: 150_000_000n, availableBase: 2_000n },
        }),
      ),
    ).toEqual({
      title: 'Not enough coins',
      meaning: 'It takes 1.50 BCH, and the wallet has 0.00002 BCH that can be spent.',
      next: 'Pay into the wallet, or choose a smaller amount.',
      reference: 'r1',
    }));

  it('names the block a notice ends with', () =>
    expect(failureOf(new WeirError('NOTICE_NOT_OVER', 'Later', { details: { availableAtHeight: 812 } })).meaning).toBe(
      'It ends with block 812.',
    ));

  it('says of each what to do next', () => {
    for (const code of [
      'WALLET_REFUSED',
      'WALLET_FAILED',
      'STATE_MOVED',
      'TX_NOT_FOUND',
      'CHAIN_UNAVAILABLE',
      'INTERNAL',
    ] as const) {
      const { title, meaning, next } = failureOf(new WeirError(code, 'The message'));
      for (const text of [title, meaning, next]) expect(text).toMatch(/\w+ \w+/);
    }
  });

  it('of a step that came after another one’s is told so, whatever the node calls it', () => {
    const titleFor = (reason: string): string =>
      failureOf(new WeirError('BROADCAST_REJECTED', 'No', { details: { reason } })).title;
    expect(titleFor('txn-mempool-conflict (code 18)')).toBe('Somebody else was faster');
    expect(titleFor('bad-txns-inputs-missingorspent')).toBe('Somebody else was faster');
    expect(titleFor('dust')).toBe('The network refused the transaction');
  });

  it('of a wallet says what the wallet says', () =>
    expect(
      failureOf(new WeirError('WALLET_FAILED', 'The message', { cause: new Error('its battery is low') })).meaning,
    ).toMatch(/^It says: its battery is low\. Nothing was sent/));

  it('that nobody foresaw is told, too', () =>
    expect(failureOf(new TypeError('x is undefined')).meaning).toBe('x is undefined.'));
});
