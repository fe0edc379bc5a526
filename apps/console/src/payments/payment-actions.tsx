import type { PaymentDetail } from '@weir/client';
import type { Offer } from '../actions/verb-bar.js';
import { useServices } from '../api/services.js';
import { amountWithUnit } from '../format/amount.js';
import { commonOffer, RecordActions, type RecordVerb } from '../records/record-actions.js';
import { useReader } from '../records/use-reader.js';
import { paymentChoices } from './payment-choices.js';

type Payment = PaymentDetail['payment'];

/** Returns the button of a verb and its confirmation. */
const offerOf = (verb: RecordVerb, payment: Payment): Offer<RecordVerb> => {
  switch (verb) {
    case 'resume':
      return { verb, label: 'Resume it' };
    case 'pause':
      return {
        verb,
        label: 'Pause the payment',
        question: {
          title: 'Pause this payment?',
          confirm: 'Pause it',
          text: (
            <p>
              What is due is paid at once. After {payment.cancel_notice_blocks} blocks’ notice nothing falls due until
              you resume it.
            </p>
          ),
        },
      };
    case 'cancel':
      return {
        verb,
        label: 'Cancel the payment',
        question: {
          title: 'Cancel this payment?',
          confirm: 'Cancel it',
          text: (
            <p>
              What is due goes to the recipient at once; the rest returns to you after {payment.cancel_notice_blocks}{' '}
              blocks’ notice, less what falls due meanwhile. This cannot be undone.
            </p>
          ),
        },
      };
    default:
      return commonOffer(verb, amountWithUnit(payment.claimable_amount_base, payment));
  }
};

/** Shows what the user can do with a payment now. */
export const PaymentActions = ({ payment }: { readonly payment: Payment }) => {
  const { weir } = useServices();
  const choices = paymentChoices(payment, useReader(payment));
  const handle = weir.payments.at(payment.id);
  return (
    <RecordActions
      product="payment"
      record={payment}
      subject={{ paymentIds: [payment.id] }}
      choices={choices}
      offerOf={(verb) => offerOf(verb, payment)}
      act={(verb, wallet, options) =>
        // Pushes and refunds need no signature.
        verb === 'push' || verb === 'refund' ? handle[verb](options) : handle[verb](wallet, options)
      }
    />
  );
};
