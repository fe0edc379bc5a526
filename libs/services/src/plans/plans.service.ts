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
  message: string,
  { id }: PlanRecord,
  { txid, confirmations, finality }: ChainTransaction,
  context: PlanContext,
): Promise<PlanConfirmation> => ({
  message,
  txHash: txid,
  confirmations,
  finality,
  ...(await readDetail(id, false, context)),
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
  preview: (input, caller) => previewPlan(input, caller, context),
  create: (input, caller, origin, kept) => createPlan(input, caller, origin, kept, context),
  async assertListable(id, caller) {
    await assertListable(id, caller, context);
  },
  replaceRecipients: (id, list, caller, kept) => replaceRecipients(id, list, caller, kept, context),
  list: (query, caller) => listPlans(query, caller, context),
  async get(id, viewer) {
    const { isSender } = await loadSeen(id, viewer, context);
    return readDetail(id, isSender, context);
  },
  streams: (id, page, viewer) => planStreams(id, page, viewer, context),
  fundingInfo: (id, caller) => fundingInfo(id, caller, context),
  async confirmFunding(id, txHash) {
    const { plan, part, transaction } = await verifyPlanFunding(id, txHash, context);
    return confirmation(`Part ${part} of the plan is funded, and its streams are active`, plan, transaction, context);
  },
  move: (id, kind, request, caller) => buildMoves(id, kind, request, caller, context),
  async confirmMove(id, kind, txHash) {
    const { plan, transaction, streams } = await confirmMoves(id, kind, txHash, context);
    return {
      ...(await confirmation(MESSAGES[kind], plan, transaction, context)),
      streams: streams.map(({ id: streamId, streamId: display, status, withdrawnAmount }) => ({
        id: streamId,
        streamId: display,
        status,
        withdrawnAmount,
      })),
    };
  },
});
