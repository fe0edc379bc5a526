import type { ErrorTranslation } from '@weir/http';
import { promote } from './promote.js';
import { serviceProblem } from './service-problem.js';

/** How the API answers what its use cases and the chain refuse. */
export const API_ERRORS: ErrorTranslation = { toProblem: serviceProblem, promote };
