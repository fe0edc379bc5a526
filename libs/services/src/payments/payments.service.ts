import { bindUseCases } from '../shared/bind-use-cases.js';
import { cancelStream } from '../streams/cancel/cancel-stream.js';
import { claimStream } from '../streams/claim/claim-stream.js';
import { pushStream } from '../streams/claim/push-stream.js';
import { fundingInfo } from '../streams/funding/funding-info.js';
import type { StreamContext } from '../streams/stream-context.js';
import {
  confirmPause,
  confirmPaymentCancel,
  confirmPaymentClaim,
  confirmPaymentFunding,
  confirmResume,
  refundPayment,
} from './confirm-payment.js';
import { createPayment, previewPayment } from './create-payment.js';
import { pausePayment, resumePayment } from './pause-payment.js';
import { getPayment, listPayments } from './payment-view.js';
import { renewPayment } from './renew-payment.js';

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
    renew: renewPayment,
    fundingInfo,
    confirmFunding: confirmPaymentFunding,
    claim: claimStream,
    confirmClaim: confirmPaymentClaim,
    pause: pausePayment,
    confirmPause,
    resume: resumePayment,
    confirmResume,
    cancel: cancelStream,
    confirmCancel: confirmPaymentCancel,
    refund: refundPayment,
    push: pushStream,
  });
};

export type PaymentsService = ReturnType<typeof createPaymentsService>;
