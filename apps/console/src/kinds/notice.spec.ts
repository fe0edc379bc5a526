import { isRefundable, noticeEnd } from './notice.js';

describe('the rest of a cancelled record can be returned', () => {
  const refund = { status: 'pending', availableAtHeight: 100 };
  it.each([
    ['by the block before', { status: 'CANCELLED', refund }, 99, true],
    ['later', { status: 'CANCELLED', refund }, 250, true],
    ['not earlier', { status: 'CANCELLED', refund }, 98, false],
    [
      'not while the cancel waits for a block',
      { status: 'CANCELLED', refund: { ...refund, availableAtHeight: null } },
      250,
      false,
    ],
    ['not twice', { status: 'CANCELLED', refund: { ...refund, status: 'sent' } }, 250, false],
    ['not where nothing is left', { status: 'CANCELLED', refund: null }, 250, false],
    ['not where the chain is not known', { status: 'CANCELLED', refund }, undefined, false],
    ['not while it runs', { status: 'ACTIVE', refund }, 250, false],
  ] as const)('%s', (_, record, height, expected) => expect(isRefundable(record, height)).toBe(expected));
});

it.each([
  [null, 80, ''],
  [90, undefined, ', with block 90'],
  [90, 90, ', with block 90'],
  [116, 80, ', in about 6 hours, with block 116'],
])('a notice until block %s, seen at %s, ends%s', (at, height, text) => expect(noticeEnd(at, height)).toBe(text));
