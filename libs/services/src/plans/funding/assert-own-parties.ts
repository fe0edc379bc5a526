import { findOwnParties, type PlanPart } from '@weir/covenants';
import { ServiceError } from '../../shared/service-error.js';

/** Checks that no party of a part is an address of the plan itself. @throws ServiceError INVALID_RECIPIENTS */
export const assertOwnParties = (part: PlanPart): void => {
  const [fault] = findOwnParties(part);
  if (fault === undefined) return;
  const reason = 'the recipient is an address of the plan itself: what it is paid nobody could spend';
  throw new ServiceError('INVALID_RECIPIENTS', reason, {
    errorCount: 1,
    errors: [
      {
        row: fault.row === undefined ? null : fault.row + 1,
        line: null,
        field: 'recipient',
        code: fault.problem,
        reason,
      },
    ],
  });
};
