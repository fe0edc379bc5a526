import { bindUseCases } from '../shared/bind-use-cases.js';
import { pushStream } from '../streams/claim/push-stream.js';
import type { StreamContext } from '../streams/stream-context.js';
import { cancelPayment, refundPayment } from './cancel-payment.js';
import { claimPayment } from './claim-payment.js';
import {
  confirmPause,
  confirmPaymentCancel,
  confirmPaymentClaim,
  confirmPaymentFunding,
  confirmResume,
} from './confirm-payment.js';
import { createPayment } from './create-payment.js';
import { pausePayment } from './pause-payment.js';
import { previewPayment } from './preview-payment.js';
import { getPayment, listPayments, paymentFundingInfo } from './read-payments.js';
import { resumePayment } from './resume-payment.js';

/**
 * Builds the use cases of payments over a database and a chain: recurring streams with an interface of their own. Holds no state of
 * its own: any number of replicas may serve. `caller` is the authenticated (or, in header mode, claimed) cash address; where it may
 * be absent, the address in the request is the caller.
 */
export const createPaymentsService = (shared: Omit<StreamContext, 'serves'>) => {
  const context: StreamContext = { ...shared, serves: 'payment' };
  return bindUseCases(context, {
    list: listPayments,
    get: getPayment,
    preview: previewPayment,
    create: createPayment,
    fundingInfo: paymentFundingInfo,
    confirmFunding: confirmPaymentFunding,
    claim: claimPayment,
    confirmClaim: confirmPaymentClaim,
    pause: pausePayment,
    confirmPause,
    resume: resumePayment,
    confirmResume,
    cancel: cancelPayment,
    confirmCancel: confirmPaymentCancel,
    refund: refundPayment,
    push: pushStream,
  });
};

export type PaymentsService = ReturnType<typeof createPaymentsService>;
