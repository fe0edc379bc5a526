import type { ErrorCode } from '@weir/api-contract/words';
import type { PlanDraftProblem } from '@weir/covenants';
import { ServiceError } from '../../shared/service-error.js';

/** The covenants' problems with a row, in words for its author. */
const WORDS: Partial<Record<PlanDraftProblem, { readonly code: ErrorCode; field: string; why: string }>> = {
  AMOUNT_OUT_OF_RANGE: {
    code: 'INVALID_AMOUNT',
    field: 'amount',
    why: 'is too small to be paid out, or beyond all there is',
  },
  SCHEDULE_UNSOUND: {
    code: 'INVALID_TIME',
    field: 'end',
    why: 'and start make no schedule: the end must follow the start and the cliff, within what a locktime reaches',
  },
  CLIFF_OUT_OF_RANGE: { code: 'INVALID_TIME', field: 'cliff', why: 'is too long after the start' },
  STEP_OUT_OF_RANGE: { code: 'INVALID_TIME', field: 'step', why: 'must be from 1 to 4,294,967,295 seconds' },
  PARTY_IS_OF_THE_PLAN: {
    code: 'INVALID_ADDRESS',
    field: 'recipient',
    why: 'is an address of the plan itself: what it is paid nobody could spend',
  },
};

/** Makes the refusal of a row that parses but makes no valid stream. */
export const draftFault = (problem: PlanDraftProblem): ServiceError => {
  const { code, field, why } = WORDS[problem] ?? {
    code: 'INVALID_REQUEST' as const,
    field: 'streams',
    why: `break a rule of the covenants (${problem})`,
  };
  return new ServiceError(code, `${field} ${why}`, { field, problem });
};
