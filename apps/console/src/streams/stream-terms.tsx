import type { Stream } from '@weir/client';
import { durationText } from '../format/time.js';
import { assetFacts } from '../records/asset-facts.js';
import { chainTimeFact, contractFact, partyFacts } from '../records/term-facts.js';
import { Card, Facts } from '../ui/card.js';
import { Amount, Time } from '../ui/values.js';
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
          ...partyFacts(stream, isMine),
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
          contractFact(stream.contract_address),
          ...(refund === null
            ? []
            : [
                [
                  refund.status === 'pending' ? 'Returns to the sender' : 'Returned to the sender',
                  <Amount key="f" base={refund.amountBase} of={stream} />,
                ] as const,
              ]),
          chainTimeFact(stream.as_of),
        ]}
      />
    </Card>
  );
};
