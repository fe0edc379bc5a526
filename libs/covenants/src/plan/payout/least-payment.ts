import { P2SH32_DUST } from '../../chain/dust.js';
import type { PlanRules } from '../plan-contract.js';
import { isBchPlan } from '../plan-product.js';

/** Smallest payment, and smallest remainder: any recipient may be a P2SH32, whose dust is 576; of a token one unit is enough. */
export const leastPayment = ({ terms }: PlanRules): bigint => (isBchPlan(terms.product) ? P2SH32_DUST : 1n);
