import { binToHex } from '@bitauth/libauth';
import { encodeLockAnnouncement, lockingBytecodeOf } from '@weir/covenants';
import { openAnnounced } from './registry.js';

const schedule = { start: 1_800_000_000n, cliff: 1_800_000_000n, step: 86_400n, steps: 40n };
const sender = lockingBytecodeOf(new Uint8Array(20).fill(7));

describe.each(['BCH', 'FUNGIBLE_TOKEN'] as const)('an announcement of locks in %s', (asset) => {
  const open = (delay: number | undefined) =>
    openAnnounced(binToHex(encodeLockAnnouncement({ asset, sender, schedules: [schedule], delay })), 'mainnet');

  it('opens locks that stay, and those that can move as a product of their own', () => {
    const product = asset === 'BCH' ? 'LOCK_BCH' : 'LOCK_TOKEN';
    expect(open(undefined)).toMatchObject({ family: 'stream', sender, product });
    expect(open(1_008)).toMatchObject({ family: 'stream', sender, product: `MOVABLE_${product}` });
  });
});
