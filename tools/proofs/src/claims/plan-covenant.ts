import { execute, type ExecuteOptions, type Path } from '../execute/execute.js';
import type { Int } from '../terms/term.js';
import { artifactOf, type NamedArtifact } from './artifacts.js';
import type { ClaimGroup } from './claim.js';
import { lengthOfForm, type Asset, type Layout } from './plan-coin.js';

const COMPANION = {
  'its own companion':
    'the coin behind the state is the output behind it in its own transaction, so the companion that it was made with',
};

/**
 * What the claims of one kind of plan share, for both of its covenants: their names, the paths of a function, and a group
 * of claims about one.
 *
 * @param options what is assumed of arguments and loops
 */
export const planCovenant = <Name extends NamedArtifact>(
  nameOf: (asset: Asset) => Name,
  layouts: Readonly<Record<Asset, Pick<Layout, 'length'>>>,
  options: Pick<ExecuteOptions, 'loop' | 'forms'> = {},
) => ({
  nameOf,
  pathsOf: (asset: Asset, name: string, activeIndex: Int, isPending = false): readonly Path[] =>
    execute(artifactOf(nameOf(asset)), name, {
      ...options,
      activeIndex,
      commitmentLength: lengthOfForm(layouts[asset], isPending),
    }),
  group: (
    asset: Asset,
    of: string,
    claims: ClaimGroup['claims'],
    obligations: ClaimGroup['obligations'],
  ): ClaimGroup => ({
    name: `${nameOf(asset)}/${of}`,
    artifacts: [nameOf(asset)],
    claims: { ...claims, ...(asset === 'TOKEN' && COMPANION) },
    obligations,
  }),
});
