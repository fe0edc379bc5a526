import type { Path } from '../execute/execute.js';
import type { Bool } from '../terms/term.js';
import type { Obligation } from './claim.js';

/** Every claim on a path, and that the path can be taken: else any claim would hold of it. */
export const onPath = (
  path: Path,
  given: readonly Bool[],
  claims: Readonly<Record<string, Bool>>,
): readonly Obligation[] => [
  { name: `path ${path.number}: can be taken`, given, goal: undefined },
  ...Object.entries(claims).map(([name, goal]) => ({ name: `path ${path.number}: ${name}`, given, goal })),
];
