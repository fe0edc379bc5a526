import type { CreatePaymentBody, CreatePaymentResponse, PaymentFundingResponse } from '@weir/api-contract';
import type { WcEncoding } from '@weir/covenants';
import type { CreatePaymentInput, PaymentCreation, PaymentFundingInfo } from '@weir/services';
import { presentDeployment, presentFundingProposal } from '../streams/stream-creation.presenter.js';
import { presentFundingDetails, presentPreparation } from '../streams/stream-funding.presenter.js';
import { presentPayment } from './payment.presenter.js';

/** A creation as the use cases take it: null means absent, and CASHTOKENS is another word. */
export const toCreatePaymentInput = (body: CreatePaymentBody): CreatePaymentInput => ({
  sender: body.sender ?? undefined,
  recipient: body.recipient,
  recipientName: body.recipientName ?? undefined,
  tokenType: body.tokenType === 'CASHTOKENS' ? 'FUNGIBLE_TOKEN' : (body.tokenType ?? undefined),
  tokenCategory: body.tokenCategory?.toLowerCase(),
  amountPerPeriod: body.amountPerPeriod,
  interval: body.interval,
  startDate: body.startDate ?? undefined,
  endDate: body.endDate ?? undefined,
  cancelable: body.cancelable ?? undefined,
  pausable: body.pausable ?? undefined,
  cancelNoticeBlocks: body.cancelNoticeBlocks ?? undefined,
  vaultId: body.vaultId ?? undefined,
});

/** A new payment and how to fund it. */
export const presentPaymentCreation = ({
  payment,
  deployment,
  warnings,
  proposal,
}: PaymentCreation): CreatePaymentResponse => {
  const { streamId, ...rest } = presentDeployment(deployment);
  const told = { ...rest, paymentId: streamId };
  return {
    success: true,
    payment: presentPayment(payment),
    deployment: told,
    warnings: [...warnings],
    ...presentFundingProposal(proposal),
  };
};

/** The funding to sign, or the preparation before it. */
export const presentPaymentFunding = (info: PaymentFundingInfo, encoding: WcEncoding): PaymentFundingResponse => {
  if (info.kind === 'preparation') return presentPreparation(info, encoding);
  const { fundingInfo, ...rest } = presentFundingDetails(info, encoding);
  const { streamId, ...details } = fundingInfo;
  return { ...rest, fundingInfo: { ...details, paymentId: streamId, periods: info.periods } };
};
