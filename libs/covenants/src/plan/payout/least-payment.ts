import { P2SH32_DUST } from '../../chain/dust.js';
import type { PlanPace } from '../plan-contract.js';
import { isBchPlan } from '../plan-product.js';

/**
 * Returns the smallest payment, and the smallest remainder: 576 satoshis in BCH, the dust of a P2SH32, which any
 * recipient may be; one unit of a token.
 */
export const leastPayment = ({ terms }: PlanPace): bigint => (isBchPlan(terms.product) ? P2SH32_DUST : 1n);
