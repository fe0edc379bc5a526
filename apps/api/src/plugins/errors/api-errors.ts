import type { ErrorTranslation } from '@weir/http';
import { promote } from './promote.js';
import { serviceProblem } from './service-problem.js';

/** How the API answers errors of its use cases and of the chain. */
export const API_ERRORS: ErrorTranslation = { toProblem: serviceProblem, promote };
