import { execute } from '../execute/execute.js';
import { and, equal, not } from '../terms/bool.js';
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
      "only beside the sender's coin at input 0, and only a coin that is not a stream: not a mutable NFT whose commitment has a stream's length",
  },
  obligations: () => {
    const coin = input(field('activeIndex'));
    const isStream = and(isMutable(coin), equal(lengthOf(coin.commitment), int(commitmentLength)));
    return execute(artifactOf(name), 'sweep').flatMap((path) =>
      onPath(path, path.conditions, { 'never a stream': and(same(input(0).lock, sender), not(isStream)) }),
    );
  },
});
