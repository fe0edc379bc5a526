import type { ConfirmMoveResponse, MovePlanResponse, PlanFundingResponse } from '@weir/api-contract';
import { encodeWcTransaction, type WcEncoding } from '@weir/covenants';
import type { MoveConfirmation, PlanFundingInfo, PlanMoveInfo } from '@weir/services';
import { presentAmount } from '../shared/present-amount.js';
import { presentInput, presentOutput } from '../shared/present-funding.js';
import { presentPlanConfirmation } from './plan.presenter.js';

/** Presents the next funding to sign, or the preparation the wallet needs first. */
export const presentPlanFunding = (info: PlanFundingInfo, encoding: WcEncoding): PlanFundingResponse => {
  if (info.kind === 'preparation')
    return {
      success: false,
      requiresPreparation: true,
      part: info.part,
      preparationTransaction: encodeWcTransaction(info.preparationTransaction, encoding),
      message: info.message,
    };
  const details = {
    inputs: info.inputs.map(presentInput),
    outputs: info.outputs.map(presentOutput),
    fee: presentAmount(info.fee),
    feeBase: info.fee.toString(),
  };
  return {
    success: true,
    fundingInfo: {
      planId: info.plan.planId,
      part: info.part,
      parts: info.parts,
      streams: info.streams,
      amount: presentAmount(info.amount, info.plan.tokenType),
      amountBase: info.amount.toString(),
      tokenCategory: info.plan.tokenCategory,
      size: info.size,
      ...details,
    },
    ...details,
    wcTransaction: encodeWcTransaction(info.wcTransaction, encoding),
  };
};

/** Presents a cancel, pause or resume to sign. */
export const presentMove = (info: PlanMoveInfo, encoding: WcEncoding): MovePlanResponse => {
  const { tokenType } = info.plan;
  const divided = ({ paid, left }: { readonly paid: bigint; readonly left: bigint }) => ({
    paidAmount: presentAmount(paid, tokenType),
    paidAmountBase: paid.toString(),
    leftAmount: presentAmount(left, tokenType),
    leftAmountBase: left.toString(),
  });
  return {
    success: true,
    streams: info.streams.map(({ id, streamId, state, ...amounts }) => ({
      id,
      stream_id: streamId,
      state,
      ...divided(amounts),
    })),
    leftOut: info.leftOut.map(({ id, code, reason }) => ({ id, code, reason })),
    ...divided(info),
    tokenCategory: info.plan.tokenCategory,
    feeBase: info.fee.toString(),
    size: info.size,
    asOf: info.asOf,
    availableAfterBlocks: info.noticeBlocks,
    wcTransaction: encodeWcTransaction(info.wcTransaction, encoding),
  };
};

/** Presents a confirmed cancel, pause or resume. */
export const presentMoveConfirmation = (confirmed: MoveConfirmation): ConfirmMoveResponse => ({
  ...presentPlanConfirmation(confirmed),
  streams: confirmed.streams.map(({ id, streamId, status, withdrawnAmount }) => ({
    id,
    stream_id: streamId,
    status,
    withdrawn_amount: presentAmount(withdrawnAmount, confirmed.plan.tokenType),
    withdrawn_amount_base: withdrawnAmount.toString(),
  })),
});
