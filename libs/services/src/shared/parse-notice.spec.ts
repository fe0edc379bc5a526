import type { Network } from '@weir/covenants';
import { parseNotice } from './parse-notice.js';

describe("the blocks of a new deployment's notice", () => {
  it.each<[Network, number, number]>([
    ['mainnet', 36, 12],
    ['chipnet', 36, 12],
    ['devnet', 6, 6],
  ])('on %s are %d by default and %d at least', (network, usual, least) => {
    expect(parseNotice(undefined, network)).toBe(usual);
    expect(parseNotice(least, network)).toBe(least);
    expect(() => parseNotice(least - 1, network)).toThrow(`cancelNoticeBlocks must be from ${least} to`);
    expect(() => parseNotice(least + 0.5, network)).toThrow('cancelNoticeBlocks must be from');
  });
});
