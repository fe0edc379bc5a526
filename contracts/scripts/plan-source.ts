import type { LinkedArtifact } from '../src/linked-artifact.js';
import { linkSource, type Layout } from './link.js';

/** A plan covenant, and which of its functions its address shows. */
export interface PlanCovenant {
  readonly name: `plan-${'vesting' | 'recurring'}-${'bch' | 'token'}`;
  readonly layout: Layout;
}

/**
 * A stream is paid many times. It ends once, and is stopped seldom: each of these functions is behind a hash of its own. A hash
 * is 32 bytes in every call of the others, so functions whose size matters little share one.
 */
export const GRANT_LAYOUT: Layout = {
  shown: 'pay',
  hidden: [['end', 'refund'], ['cancel'], ['announce'], ['finish'], ['sweep', 'collect']],
};
export const SALARY_LAYOUT: Layout = {
  shown: 'pay',
  hidden: [['end'], ['stop'], ['settle', 'refund'], ['announce'], ['finish'], ['resume', 'sweep', 'collect']],
};

export const PLAN_COVENANTS: readonly PlanCovenant[] = [
  { name: 'plan-vesting-bch', layout: GRANT_LAYOUT },
  { name: 'plan-vesting-token', layout: GRANT_LAYOUT },
  { name: 'plan-recurring-bch', layout: SALARY_LAYOUT },
  { name: 'plan-recurring-token', layout: SALARY_LAYOUT },
];

/** Links the source of a plan covenant. */
export const linkPlan = ({ layout }: Pick<PlanCovenant, 'layout'>, source: string): LinkedArtifact =>
  linkSource(source, layout);
