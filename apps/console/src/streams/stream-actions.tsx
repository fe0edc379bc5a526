import { useQueryClient } from '@tanstack/react-query';
import { isSameAddress, type Stream } from '@weir/client';
import { ActionState } from '../actions/action-state.js';
import { ConfirmDialog } from '../actions/confirm-dialog.js';
import { useVerb } from '../actions/use-verb.js';
import { useServices } from '../api/services.js';
import { amountText, unitOf } from '../format/amount.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { Time } from '../ui/values.js';
import { WalletButton } from '../wallet/wallet-button.js';
import { useWallet } from '../wallet/wallet-store.js';
import { splitNow } from './schedule-series.js';
import { choicesOf } from './stream-choices.js';

/** What the reader can do with a stream now, or who can, and when. */
export const StreamActions = ({ stream }: { readonly stream: Stream }) => {
  const { weir } = useServices();
  const connected = useWallet();
  const client = useQueryClient();
  const fund = useVerb({ product: 'stream', id: stream.id, verb: 'fund' });
  const claim = useVerb({ product: 'stream', id: stream.id, verb: 'claim' });
  const cancel = useVerb({ product: 'stream', id: stream.id, verb: 'cancel' });
  const verbs = { fund, claim, cancel };
  const isBusy = fund.isRunning || claim.isRunning || cancel.isRunning;
  const is = (address: string): boolean => connected !== undefined && isSameAddress(connected.address, address);
  const choices = choicesOf(stream, { isSender: is(stream.sender), isRecipient: is(stream.recipient) });
  const handle = weir.streams.at(stream.id);
  const run = async (verb: keyof typeof verbs): Promise<void> => {
    if (connected === undefined) return;
    for (const one of Object.values(verbs)) one.reset();
    await verbs[verb].run(connected.wallet, (wallet, options) => handle[verb](wallet, options));
    await client.invalidateQueries({ queryKey: ['record', stream.id] });
  };
  const text = (base: bigint): string => `${amountText(base, stream.token_type)} ${unitOf(stream.token_type)}`;
  const { toRecipient, toSender } = splitNow(stream);
  return (
    <Card title="What now">
      <p>{choices.meaning}</p>
      {choices.nextAt !== undefined && (
        <p>
          Ends <Time at={choices.nextAt} ago />.
        </p>
      )}
      {connected === undefined && choices.needsWallet && <WalletButton />}
      {choices.canFund && (
        <Button look="main" disabled={isBusy} onClick={() => void run('fund')}>
          Fund it
        </Button>
      )}
      {choices.canClaim && (
        <Button look="main" disabled={isBusy} onClick={() => void run('claim')}>
          Claim {text(stream.claimable_amount_base)}
        </Button>
      )}
      {choices.canCancel && (
        <ConfirmDialog
          label="Cancel the stream"
          title="Cancel this stream?"
          confirm="Cancel it"
          disabled={isBusy}
          onConfirm={() => void run('cancel')}
        >
          <p>
            {text(toRecipient)} go to the recipient at once, about {text(toSender)} return to you after{' '}
            {stream.cancel_notice_blocks} blocks’ notice, less what vests meanwhile. This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
      {Object.entries(verbs).map(([name, { state }]) => (
        <ActionState key={name} state={state} />
      ))}
    </Card>
  );
};
