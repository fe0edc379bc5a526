import type { Stream } from '@weir/client';
import type { Offer } from '../actions/verb-bar.js';
import { useServices } from '../api/services.js';
import { amountWithUnit } from '../format/amount.js';
import { commonOffer, RecordActions } from '../records/record-actions.js';
import { useReader } from '../records/use-reader.js';
import { splitNow } from './schedule-series.js';
import { choicesOf, type StreamVerb } from './stream-choices.js';

/** Returns the button of a verb and its confirmation. */
const offerOf = (verb: StreamVerb, stream: Stream): Offer<StreamVerb> => {
  const text = (base: bigint): string => amountWithUnit(base, stream);
  if (verb !== 'cancel') return commonOffer(verb, text(stream.claimable_amount_base));
  const { toRecipient, toSender } = splitNow(stream);
  return {
    verb,
    label: 'Cancel the stream',
    question: {
      title: 'Cancel this stream?',
      confirm: 'Cancel it',
      text: (
        <p>
          {text(toRecipient)} go to the recipient at once, about {text(toSender)} return to you after{' '}
          {stream.cancel_notice_blocks} blocks’ notice, less what vests meanwhile. This cannot be undone.
        </p>
      ),
    },
  };
};

/** Shows what the user can do with a stream now, or who can, and when. */
export const StreamActions = ({ stream }: { readonly stream: Stream }) => {
  const { weir } = useServices();
  const choices = choicesOf(stream, useReader(stream));
  const handle = weir.streams.at(stream.id);
  return (
    <RecordActions
      product="stream"
      record={stream}
      subject={{ streamIds: [stream.id] }}
      choices={choices}
      offerOf={(verb) => offerOf(verb, stream)}
      act={(verb, wallet, options) =>
        // Pushes and refunds need no signature.
        verb === 'push' || verb === 'refund' ? handle[verb](options) : handle[verb](wallet, options)
      }
    />
  );
};
