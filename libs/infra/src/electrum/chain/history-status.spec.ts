import { historyStatus } from './history.js';

const STATUS = '61c9fd6359c93a11ca951c070cd02f48a11c3e467d992e2298eeab403da40c53';

describe('historyStatus', () => {
  it('is the hash of txids and heights in order, as in the protocol', () => {
    const [a, b] = ['aa'.repeat(32), 'bb'.repeat(32)];
    // printf 'aa…aa:100:bb…bb:-1:' | sha256sum
    expect(
      historyStatus([
        { txid: a, height: 100 },
        { txid: b, height: -1 },
      ]),
    ).toBe(STATUS);
    expect(
      historyStatus([
        { txid: b, height: -1 },
        { txid: a, height: 100 },
      ]),
    ).not.toBe(STATUS);
  });

  it('is null for a script without history', () => {
    expect(historyStatus([])).toBeNull();
  });
});
