import { execute } from '../execute/execute.js';
import { and, atMost, less, not } from '../terms/bool.js';
import { same } from '../terms/bytes.js';
import { field, int, lengthOf } from '../terms/int.js';
import { artifactOf, type NamedArtifact } from './artifacts.js';
import type { ClaimGroup } from './claim.js';
import { onPath } from './on-paths.js';
import { sender } from './plan-coin.js';
import { input, isMutable } from './reading.js';

/** What the sender may sweep from an address of a plan. */
export const sweepOf = (name: NamedArtifact, commitmentLength: number): ClaimGroup => ({
  name: `${name}/sweep`,
  artifacts: [name],
  claims: {
    'never a stream':
      "only beside the sender's coin at input 0, and only a coin that is not a stream: not a mutable NFT whose commitment has a stream's length or more",
    'for a time': 'the locktime is a time: an order that is signed for none is not consent',
  },
  obligations: () => {
    const coin = input(field('activeIndex'));
    const isStream = and(isMutable(coin), atMost(int(commitmentLength), lengthOf(coin.commitment)));
    return execute(artifactOf(name), 'sweep').flatMap((path) =>
      onPath(path, path.conditions, {
        'never a stream': and(same(input(0).lock, sender), not(isStream)),
        'for a time': and(
          atMost(int(500_000_000), field('locktime')),
          less(field('sequence', field('activeIndex')), int(0xffff_ffff)),
        ),
      }),
    );
  },
});
