import { MAX_AMOUNT } from '@weir/vesting';
import { MAX_SATOSHIS } from '../chain/supply.js';
import { findVestingProblem, type VestingParameters } from './vesting-parameters.js';

const of = (total: bigint): VestingParameters => ({
  sender: new Uint8Array(20).fill(1),
  recipient: new Uint8Array(20).fill(2),
  schedule: { total, start: 1_700_000_000n, end: 1_800_000_000n, cliff: 0n, step: 0n },
  noticeBlocks: 36,
  nonce: new Uint8Array(16).fill(3),
});
const token = { type: 'FUNGIBLE_TOKEN', category: 'ab'.repeat(32) } as const;

it('bounds satoshis by dust and supply', () => {
  expect(
    [545n, 546n, MAX_SATOSHIS, MAX_SATOSHIS + 1n, 0n, MAX_AMOUNT + 1n].map((total) => findVestingProblem(of(total))),
  ).toEqual([
    'AMOUNT_BELOW_DUST',
    undefined,
    undefined,
    'AMOUNT_ABOVE_SUPPLY',
    'TOTAL_OUT_OF_RANGE',
    'TOTAL_OUT_OF_RANGE',
  ]);
});

it('bounds tokens by what can exist of them', () => {
  expect([0n, 1n, 545n, MAX_AMOUNT, MAX_AMOUNT + 1n].map((total) => findVestingProblem(of(total), token))).toEqual([
    'TOTAL_OUT_OF_RANGE',
    undefined,
    undefined,
    undefined,
    'TOTAL_OUT_OF_RANGE',
  ]);
});

it.each(['', 'ab', 'AB'.repeat(32), `${'ab'.repeat(32)}\n`, 'zz'.repeat(32)])('takes no category %j', (category) => {
  expect(findVestingProblem(of(1_000n), { ...token, category })).toBe('MALFORMED');
});
