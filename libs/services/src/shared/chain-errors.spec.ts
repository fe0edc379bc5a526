import { ChainLaggingError, ChainUnavailableError, HistoryHiddenError } from '@weir/infra';
import { refusalOf } from './chain-errors.js';

describe('a chain that cannot be read', () => {
  it.each([
    [
      'answers with a lower tip',
      new ChainLaggingError('wss://internal.example lags'),
      /^All Electrum servers are behind a block seen before/,
    ],
    ['hides a history', new HistoryHiddenError('ab'.repeat(32)), /^The Electrum servers hide a transaction history/],
    [
      'does not answer',
      new ChainUnavailableError('wss://internal.example is down'),
      /^No Electrum server gives a usable answer/,
    ],
  ])('that %s is said to, and no server is named', (_, error, message) => {
    const refusal = refusalOf(error);
    expect(refusal).toMatchObject({ code: 'CHAIN_UNAVAILABLE', message: expect.stringMatching(message) as unknown });
    expect(refusal?.message).not.toContain('internal.example');
  });
});
