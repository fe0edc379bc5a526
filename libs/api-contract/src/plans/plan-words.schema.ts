import Type, { type Static } from 'typebox';
import { idParams } from '../shared/requests.schema.js';

/** Path parameters of a single plan. */
export const PlanParams = idParams('plan');

/** Product of a plan. */
export const PlanKind = Type.Enum(['vesting', 'recurring'], {
  description: '`vesting`: grants, which become streams. `recurring`: salaries, which become payments.',
});
export type PlanKind = Static<typeof PlanKind>;

/** Status of a plan, or of a part of one. */
export const PlanStatus = Type.Enum(['PENDING', 'ACTIVE'], {
  description: '`PENDING` until a funding is confirmed; a plan is `ACTIVE` once any of its parts is.',
});
export type PlanStatus = Static<typeof PlanStatus>;

/** Status of a stream of a plan. */
export const PlanStreamStatus = Type.Enum(['PENDING', 'ACTIVE', 'PAUSED', 'COMPLETED', 'CANCELLED'], {
  description: 'As of streams and payments; `PENDING` until the part it belongs to is funded.',
});

/** Most streams of a plan, and most rows of a request. */
export const MAX_PLAN_ROWS = 10_000;
