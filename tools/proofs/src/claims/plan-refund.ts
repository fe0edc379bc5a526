import { and, equal } from '../terms/bool.js';
import { ZERO } from '../terms/int.js';
import type { Bool } from '../terms/term.js';
import type { ClaimGroup } from './claim.js';
import { onPath } from './on-paths.js';
import { type Asset, hasAge, type Holding, isOwnClock, ownCompanion, refundsAll } from './plan-coin.js';
import type { planCovenant } from './plan-covenant.js';
import { input } from './reading.js';

/** What the claims about a refund are made of. */
interface Refund<Of extends Holding> extends Pick<ReturnType<typeof planCovenant>, 'pathsOf' | 'group'> {
  /** What is refunded, in words: `a stream under notice`. */
  readonly of: string;
  /** Returns the coin that a refund spends. */
  readonly before: () => Of;
  /** What is assumed of the terms and of the coin. */
  readonly given: (before: Of) => readonly Bool[];
  /** What else must be so of the coin. */
  readonly isEnded?: (before: Of) => readonly Bool[];
}

/** The claims about the refund of any kind of plan. */
export const refundClaims = <Of extends Holding>(
  asset: Asset,
  { pathsOf, group, of, before: spent, given, isEnded = () => [] }: Refund<Of>,
): ClaimGroup =>
  group(
    asset,
    'refund',
    {
      'after the notice': `only of ${of}, beside a clock of its category with as many units as its index, which is \`notice\` blocks old at least`,
      'all to the sender':
        'the sender gets the principal and all else but the floor (in token mode 1,000 satoshis less than the floor); NFT and units are burned, no other output has a token',
    },
    () => {
      const before = spent();
      const clock = input(asset === 'BCH' ? 1 : 2);
      return pathsOf(asset, 'refund', ZERO).flatMap((path) =>
        onPath(path, [...given(before), ...path.conditions], {
          ...ownCompanion(before),
          'after the notice': and(
            ...isEnded(before),
            ...[equal(before.state.amount, ZERO), isOwnClock(clock, before), hasAge(clock)],
          ),
          'all to the sender': refundsAll(before, clock),
        }),
      );
    },
  );
