import { viewTime } from '../shared/chain-time.js';
import { sendRefund } from '../streams/cancel/refund-stream.js';
import { claimStream } from '../streams/claim/claim-stream.js';
import { pushStream } from '../streams/claim/push-stream.js';
import { fundingOf } from '../streams/funding/funding-info.js';
import { loadHistory, loadStream } from '../streams/load-stream.js';
import { toEventViews } from '../streams/read/stream-events.js';
import type { StreamContext } from '../streams/stream-context.js';
import { vaultSeenBy } from '../vaults/linked-vault.js';
import { cancelPayment } from './cancel-payment.js';
import {
  confirmPause,
  confirmPaymentCancel,
  confirmPaymentClaim,
  confirmPaymentFunding,
  confirmResume,
} from './confirm-payment.js';
import { createPayment } from './create-payment.js';
import { listPayments } from './list-payments.js';
import { pausePayment } from './pause-payment.js';
import { toExecutionView, toPaymentView } from './payment-view.js';
import type { PaymentsService } from './payments.types.js';
import { previewPayment } from './preview-payment.js';
import { resumePayment } from './resume-payment.js';

/**
 * Builds the use cases of payments over a database and a chain: recurring streams with an interface of their own. Holds
 * no state of its own: any number of replicas may serve.
 */
export const createPaymentsService = (shared: Omit<StreamContext, 'serves'>): PaymentsService => {
  const context: StreamContext = { ...shared, serves: 'payment' };
  return {
    list: (query) => listPayments(context, query),
    async get(id, viewer) {
      const [history, asOf] = await Promise.all([loadHistory(context, id), viewTime(context)]);
      return {
        payment: {
          ...toPaymentView(history.stream, asOf),
          vaultId: await vaultSeenBy(history.stream, viewer, context),
        },
        executions: history.claims.map(toExecutionView),
        events: toEventViews(history),
      };
    },
    preview: (input, caller) => previewPayment(context, input, caller),
    create: (input, caller, origin, kept) => createPayment(context, input, caller, origin, kept),
    async fundingInfo(id) {
      const payment = await loadStream(context, id);
      return { ...(await fundingOf(context, payment)), periods: payment.recurring?.periods ?? 0 };
    },
    confirmFunding: (id, txHash) => confirmPaymentFunding(context, id, txHash),
    async claim(id, recipientAddress, caller, broadcast, feeRate) {
      const claim = await claimStream(context, id, { recipientAddress, caller, broadcast, feeRate });
      const { tokenType, tokenCategory, claimableAmount, periods, asOf } = claim;
      const { wcTransaction, signatureRequired, txHex, txHash } = claim;
      const built = { wcTransaction, signatureRequired, txHex, txHash };
      return { tokenType, tokenCategory, claimableAmount, intervalsClaimable: periods ?? 0, asOf, ...built };
    },
    confirmClaim: (id, txHash, claimed) => confirmPaymentClaim(context, id, txHash, claimed),
    pause: (id, caller, sender) => pausePayment(context, id, { caller, sender }),
    confirmPause: (id, txHash) => confirmPause(context, id, txHash),
    resume: (id, caller, sender) => resumePayment(context, id, { caller, sender }),
    confirmResume: (id, txHash) => confirmResume(context, id, txHash),
    cancel: (id, request, caller) => cancelPayment(context, id, request, caller),
    confirmCancel: (id, txHash) => confirmPaymentCancel(context, id, txHash),
    async refund(id) {
      const { txHash, amount, stream } = await sendRefund(context, id);
      return { txHash, amount, payment: toPaymentView(stream, await viewTime(context)) };
    },
    push: (id, broadcast) => pushStream(context, id, broadcast),
  };
};
