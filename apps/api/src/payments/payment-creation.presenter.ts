import type {
  CreatePaymentBody,
  CreatePaymentResponse,
  PaymentFundingResponse,
  PreviewPaymentResponse,
} from '@weir/api-contract';
import type { WcEncoding } from '@weir/covenants';
import type { CreatePaymentInput, PaymentCreation, PaymentFundingInfo, PaymentPreview } from '@weir/services';
import { presentAmount } from '../shared/present-amount.js';
import {
  presentDeployment,
  presentFundingProposal,
  presentPreviewFunding,
} from '../streams/stream-creation.presenter.js';
import { presentFundingDetails, presentPreparation } from '../streams/stream-funding.presenter.js';
import { presentPayment, presentPaymentTerms } from './payment.presenter.js';

/** Maps a creation to the use case's input: null means absent, and CASHTOKENS is an alias of FUNGIBLE_TOKEN. */
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

/** Presents a new payment and how to fund it. */
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

/** Presents a payment that was not stored: its terms, its costs and every period it pays. */
export const presentPaymentPreview = ({
  payment,
  funding,
  schedule,
  warnings,
}: PaymentPreview): PreviewPaymentResponse => ({
  success: true,
  payment: presentPaymentTerms(payment),
  funding: presentPreviewFunding(funding),
  schedule: schedule.map(({ time, amount }) => ({
    time,
    amount: presentAmount(amount, payment.tokenType),
    amountBase: amount.toString(),
  })),
  warnings: [...warnings],
});

/** Presents the funding to sign, or the preparation the wallet needs first. */
export const presentPaymentFunding = (info: PaymentFundingInfo, encoding: WcEncoding): PaymentFundingResponse => {
  if (info.kind === 'preparation') return presentPreparation(info, encoding);
  const { fundingInfo, ...rest } = presentFundingDetails(info, encoding);
  const { streamId, ...details } = fundingInfo;
  return { ...rest, fundingInfo: { ...details, paymentId: streamId, periods: info.periods } };
};
