export { claimPayment, type PaymentClaimResponse } from './claim-payment.schema.js';
export {
  confirmPaymentCancel,
  confirmPaymentClaim,
  confirmPaymentFunding,
  confirmPaymentPause,
  confirmPaymentResume,
  type PaymentConfirmResponse,
} from './confirm-payment.schema.js';
export { createPayment, CreatePaymentBody, type CreatePaymentResponse } from './create-payment.schema.js';
export { paymentFundingInfo, type PaymentFundingReady, type PaymentFundingResponse } from './fund-payment.schema.js';
export { pushPayment, refundPayment, type PaymentRefundResponse } from './keyless-payment.schema.js';
export { PaymentExecution } from './payment.schema.js';
export { PaymentInterval, PaymentStatus } from './payment-words.schema.js';
export { PaymentResource } from './payment.schema.js';
export { previewPayment, type PreviewPaymentResponse } from './preview-payment.schema.js';
export {
  getPayment,
  listPayments,
  ListPaymentsQuery,
  type GetPaymentResponse,
  type ListPaymentsResponse,
} from './read-payments.schema.js';
export {
  cancelPayment,
  pausePayment,
  resumePayment,
  type CancelPaymentResponse,
  type PausePaymentResponse,
  type ResumePaymentResponse,
} from './stop-payment.schema.js';
