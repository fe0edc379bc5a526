import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Stream } from '@weir/client';
import { feeOptions, HigherFee } from '../actions/higher-fee.js';
import { useVerb } from '../actions/use-verb.js';
import { VerbBar, type Offer } from '../actions/verb-bar.js';
import { useServices } from '../api/services.js';
import { amountWithUnit } from '../format/amount.js';
import { useReader } from '../records/use-reader.js';
import { Card } from '../ui/card.js';
import { Time } from '../ui/values.js';
import { SentByVault } from '../vaults/propose-bar.js';
import { WalletButton } from '../wallet/wallet-button.js';
import { useWallet } from '../wallet/wallet-store.js';
import { splitNow } from './schedule-series.js';
import { choicesOf, type StreamVerb } from './stream-choices.js';

/** Returns the button of a verb and its confirmation. */
const offerOf = (verb: StreamVerb, stream: Stream): Offer<StreamVerb> => {
  const text = (base: bigint): string => amountWithUnit(base, stream);
  const due = text(stream.claimable_amount_base);
  switch (verb) {
    case 'fund':
      return { verb, label: 'Fund it' };
    case 'claim':
      return { verb, label: `Claim ${due}` };
    case 'push':
      return { verb, label: `Pay ${due} to the recipient`, look: 'plain' };
    case 'refund':
      return { verb, label: 'Return the rest to the sender' };
    case 'cancel': {
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
    }
  }
};

/** Shows what the user can do with a stream now, or who can, and when. */
export const StreamActions = ({ stream }: { readonly stream: Stream }) => {
  const { weir } = useServices();
  const connected = useWallet();
  const [isHigherFee, setIsHigherFee] = useState(false);
  const client = useQueryClient();
  const { id } = stream;
  const of = { product: 'stream', id } as const;
  const verbs = {
    fund: useVerb({ ...of, verb: 'fund' }),
    claim: useVerb({ ...of, verb: 'claim' }),
    push: useVerb({ ...of, verb: 'push' }),
    cancel: useVerb({ ...of, verb: 'cancel' }),
    refund: useVerb({ ...of, verb: 'refund' }),
  };
  const choices = choicesOf(stream, useReader(stream));
  const handle = weir.streams.at(id);
  const run = async (verb: StreamVerb): Promise<void> => {
    await verbs[verb].run(connected?.wallet, (wallet, options) => {
      // Pushes and refunds need no signature.
      if (verb === 'push' || verb === 'refund') return handle[verb](options);
      return verb === 'claim'
        ? handle.claim(wallet, { ...options, ...feeOptions(isHigherFee) })
        : handle[verb](wallet, options);
    });
    await client.invalidateQueries({ queryKey: ['record', id] });
  };
  const mayNeedFee = choices.verbs.includes('claim') && stream.status === 'CANCELLED';
  const offered = choices.verbs.filter((verb) => verb !== 'fund' || connected !== undefined);
  return (
    <Card title="What now">
      <p>{choices.meaning}</p>
      {choices.nextAt !== undefined && (
        <p>
          Ends <Time at={choices.nextAt} ago />.
        </p>
      )}
      {connected === undefined && choices.needsWallet && <WalletButton />}
      <SentByVault id={id} vaultId={stream.vault_id} subject={{ streamIds: [id] }} moves={choices.proposals} />
      {mayNeedFee && <HigherFee isHigher={isHigherFee} onChange={setIsHigherFee} />}
      <VerbBar verbs={verbs} offers={offered.map((verb) => offerOf(verb, stream))} onRun={(verb) => void run(verb)} />
    </Card>
  );
};
