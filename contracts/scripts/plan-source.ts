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
const VESTING: Layout = {
  shown: 'pay',
  hidden: [['end', 'refund'], ['cancel'], ['announce'], ['finish'], ['sweep', 'collect']],
};
const RECURRING: Layout = {
  shown: 'pay',
  hidden: [['end'], ['stop'], ['settle', 'refund'], ['announce'], ['finish'], ['resume', 'sweep', 'collect']],
};

export const PLAN_COVENANTS: readonly PlanCovenant[] = [
  { name: 'plan-vesting-bch', layout: VESTING },
  { name: 'plan-vesting-token', layout: VESTING },
  { name: 'plan-recurring-bch', layout: RECURRING },
  { name: 'plan-recurring-token', layout: RECURRING },
];

/** Links the source of a plan covenant. */
export const linkPlan = ({ layout }: Pick<PlanCovenant, 'layout'>, source: string): LinkedArtifact =>
  linkSource(source, layout);
