import { binToHex, utf8ToBin } from '@bitauth/libauth';
import { type AirdropParameters, encodeAirdropAnnouncement } from '@weir/covenants';
import type { TokenHolding } from '@weir/infra';
import { lockedOf, SupplyCount } from './token-supply.js';

const START = 1_750_000_000n;
const DAY = 86_400n;
const category = 'ab'.repeat(32);

const list: AirdropParameters = {
  kind: 'WHITELIST',
  creator: new Uint8Array(20).fill(1),
  start: START,
  end: 0n,
  cancelable: true,
  sponsored: false,
  lanes: 1,
  nonce: utf8ToBin('campaign-of-test'),
  depth: 4,
  rows: 8,
  total: 1_000_000n,
};

const holdingOf = (parameters: AirdropParameters, heldTokens: bigint): TokenHolding => ({
  id: 1,
  product: 'AIRDROP_WHITELIST_TOKEN',
  announcement: binToHex(encodeAirdropAnnouncement({ parameters, asset: { type: 'FUNGIBLE_TOKEN', category } })),
  plan: null,
  sender: '',
  recipient: null,
  tokenCategory: category,
  totalAmount: 1_000_000n,
  status: 'ACTIVE',
  releasedAmount: 1_000_000n - heldTokens,
  commitment: null,
  heldTokens,
});

const at = (parameters: AirdropParameters, time: bigint, held = 600_000n) => {
  const { locked, unclaimed, revocable, lock } = lockedOf(holdingOf(parameters, held), time);
  return { locked, unclaimed, revocable, until: lock.until };
};

describe('what a campaign locks', () => {
  it('is all of its pool until it starts, and nothing from then on', () => {
    expect(at(list, START - 1n)).toEqual({ locked: 600_000n, unclaimed: 0n, revocable: 600_000n, until: START });
    expect(at(list, START)).toEqual({ locked: 0n, unclaimed: 600_000n, revocable: 0n, until: START });
    expect(at({ ...list, cancelable: false, end: START + DAY }, START - 1n)).toMatchObject({ revocable: 0n });
  });

  it('is what the locks that claims pay would lock, where its list vests', () => {
    const vesting = { start: START - 10n * DAY, cliff: START - 10n * DAY, step: DAY, steps: 40n };
    const vested: AirdropParameters = { ...list, vesting };
    // A quarter of it, once it can be claimed at all.
    expect(at(vested, START - 1n)).toMatchObject({ locked: 600_000n, unclaimed: 0n });
    expect(at(vested, START)).toMatchObject({ locked: 450_000n, unclaimed: 150_000n, until: START + 30n * DAY });
    expect(at(vested, START + 30n * DAY)).toMatchObject({ locked: 0n, unclaimed: 600_000n });
  });

  it('unlocks on the day of its start', () => {
    const count = new SupplyCount(Number(START - 5n * DAY));
    count.add(holdingOf(list, 600_000n));
    const { unlocks, later, products } = count.result();
    expect(unlocks.filter(({ amount }) => amount > 0n)).toEqual([{ day: Number(START / DAY), amount: 600_000n }]);
    expect([later, products]).toMatchObject([
      0n,
      [{ product: 'AIRDROP_WHITELIST_TOKEN', contracts: 1, locked: 600_000n }],
    ]);
  });

  it('counts tokens that somebody added to an output, which its last payment takes', () => {
    expect(at(list, START, 1_000_001n)).toMatchObject({ locked: 0n, unclaimed: 1_000_001n });
  });
});
