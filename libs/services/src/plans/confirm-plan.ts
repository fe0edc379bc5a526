import type { ChainTransaction, PlanRecord } from '@weir/infra';
import { confirmationOf } from '../shared/chain-errors.js';
import { verifyPlanFunding } from './funding/confirm-funding.js';
import type { PlanContext } from './plan-context.js';
import type { PlanMoveKind } from './plans.types.js';
import { readDetail } from './read/read-plans.js';
import { confirmMoves } from './stop/confirm-moves.js';

/** The answer of every confirm of a plan: the public view, since confirms ask for no caller. */
const confirmation = async (
  context: PlanContext,
  message: string,
  { id }: PlanRecord,
  transaction: ChainTransaction,
) => ({
  ...confirmationOf(message, transaction),
  ...(await readDetail(context, id, false)),
});

/** Records the funding of a part of a plan. @throws ServiceError as {@link verifyPlanFunding} */
export const confirmPlanFunding = async (context: PlanContext, id: string, txHash: string) => {
  const { plan, part, transaction } = await verifyPlanFunding(context, id, txHash);
  return confirmation(context, `Part ${part} of the plan is funded, and its streams are active`, plan, transaction);
};

const MESSAGES: Readonly<Record<PlanMoveKind, string>> = {
  cancel: 'The streams are cancelled; the rest returns to the sender after the notice',
  pause: 'The payments are paused; the period that runs is still paid',
  resume: 'The payments are resumed',
};

/** Records a cancel, pause or resume of streams of a plan. @throws ServiceError as {@link confirmMoves} */
export const confirmMove = async (context: PlanContext, id: string, kind: PlanMoveKind, txHash: string) => {
  const { plan, transaction, streams } = await confirmMoves(context, id, kind, txHash);
  return { ...(await confirmation(context, MESSAGES[kind], plan, transaction)), streams };
};
