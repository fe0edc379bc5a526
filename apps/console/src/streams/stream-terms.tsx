import type { Stream } from '@weir/client';
import { shortAddress } from '../format/short.js';
import { durationText } from '../format/time.js';
import { assetFacts } from '../records/asset-facts.js';
import { Card, Facts } from '../ui/card.js';
import { Address, Amount, Copyable, Time } from '../ui/values.js';
import { vaultFacts } from '../vaults/vault-facts.js';
import { useRole } from '../wallet/use-role.js';

const TYPES = { LINEAR: 'Linear', STEP: 'In steps', RECURRING: 'In equal payments' } as const;

/** Shows the terms of a stream, as the contract enforces them. */
export const StreamTerms = ({ stream }: { readonly stream: Stream }) => {
  const isMine = useRole();
  const { cliff_timestamp, interval_seconds, refund, description } = stream;
  return (
    <Card title="Terms">
      <Facts
        facts={[
          ...(description === null || description === '' ? [] : [['Description', description] as const]),
          ['Sender', <Address key="s" address={stream.sender} mine={isMine(stream.sender)} />],
          ...vaultFacts(stream.vault_id),
          ['Recipient', <Address key="r" address={stream.recipient} mine={isMine(stream.recipient)} />],
          ['Vests', TYPES[stream.stream_type]],
          ['Starts', <Time key="a" at={stream.start_time} />],
          ...(cliff_timestamp === null ? [] : [['Cliff', <Time key="c" at={cliff_timestamp} />] as const]),
          ['Ends', <Time key="e" at={stream.end_time} />],
          ...(interval_seconds === null ? [] : [['Every', durationText(interval_seconds)] as const]),
          [
            'Can be cancelled',
            stream.cancelable
              ? `By the sender, with ${stream.cancel_notice_blocks} blocks’ notice`
              : 'No: it pays until its end',
          ],
          ...assetFacts(stream),
          [
            'Contract',
            <Copyable
              key="k"
              text={stream.contract_address}
              shown={shortAddress(stream.contract_address)}
              what="contract address"
            />,
          ],
          ...(refund === null
            ? []
            : [
                [
                  refund.status === 'pending' ? 'Returns to the sender' : 'Returned to the sender',
                  <Amount key="f" base={refund.amountBase} of={stream} />,
                ] as const,
              ]),
          ['Chain’s time', <Time key="n" at={stream.as_of} />],
        ]}
      />
    </Card>
  );
};
