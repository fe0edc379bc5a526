import type { ChainTransaction, PlanRecord } from '@weir/infra';
import { assertListable, createPlan, previewPlan, replaceRecipients } from './create/create-plan.js';
import { verifyPlanFunding } from './funding/confirm-funding.js';
import { fundingInfo } from './funding/funding-info.js';
import { loadSeen } from './load-plan.js';
import type { PlanContext } from './plan-context.js';
import type { PlanConfirmation, PlansService } from './plans.types.js';
import { listPlans, planStreams, readDetail } from './read/read-plans.js';
import { buildMoves } from './stop/build-moves.js';
import { confirmMoves } from './stop/confirm-moves.js';

/** The answer of every confirm of a plan: the public view, since confirms ask for no caller. */
const confirmation = async (
  context: PlanContext,
  message: string,
  { id }: PlanRecord,
  { txid, confirmations, finality }: ChainTransaction,
): Promise<PlanConfirmation> => ({
  message,
  txHash: txid,
  confirmations,
  finality,
  ...(await readDetail(context, id, false)),
});

const MESSAGES = {
  cancel: 'The streams are cancelled; the rest returns to the sender after the notice',
  pause: 'The payments are paused; the period that runs is still paid',
  resume: 'The payments are resumed',
} as const;

/**
 * Builds the use cases of plans over a database and a chain. Holds no state of its own: any number of replicas may
 * serve.
 */
export const createPlansService = (context: PlanContext): PlansService => ({
  preview: (input, caller) => previewPlan(context, input, caller),
  create: (input, caller, origin, kept) => createPlan(context, input, caller, origin, kept),
  async assertListable(id, caller) {
    await assertListable(context, id, caller);
  },
  replaceRecipients: (id, list, caller, kept) => replaceRecipients(context, id, list, caller, kept),
  list: (query, caller) => listPlans(context, query, caller),
  async get(id, viewer) {
    const { isSender } = await loadSeen(context, id, viewer);
    return readDetail(context, id, isSender);
  },
  streams: (id, page, viewer) => planStreams(context, id, page, viewer),
  fundingInfo: (id, caller) => fundingInfo(context, id, caller),
  async confirmFunding(id, txHash) {
    const { plan, part, transaction } = await verifyPlanFunding(context, id, txHash);
    return confirmation(context, `Part ${part} of the plan is funded, and its streams are active`, plan, transaction);
  },
  move: (id, kind, request, caller) => buildMoves(context, id, kind, request, caller),
  async confirmMove(id, kind, txHash) {
    const { plan, transaction, streams } = await confirmMoves(context, id, kind, txHash);
    return {
      ...(await confirmation(context, MESSAGES[kind], plan, transaction)),
      streams: streams.map(({ id: streamId, streamId: display, status, withdrawnAmount }) => ({
        id: streamId,
        streamId: display,
        status,
        withdrawnAmount,
      })),
    };
  },
});
