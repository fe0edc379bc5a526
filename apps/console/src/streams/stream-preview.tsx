import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { StreamTerms } from '@weir/client';
import { useServices } from '../api/services.js';
import { Card, Facts } from '../ui/card.js';
import { Failed, Waiting } from '../ui/states.js';
import { useSettled } from '../ui/use-settled.js';
import { Amount } from '../ui/values.js';
import { useWallet } from '../wallet/wallet-store.js';

const PreviewChart = lazy(() => import('./preview-chart.js'));

/** So long somebody has stopped typing, milliseconds. */
const SETTLED_MS = 300;

/** What terms come to, as they are being written: their schedule and their costs. Nothing is stored. */
export const StreamPreview = ({ terms }: { readonly terms: StreamTerms | undefined }) => {
  const { weir } = useServices();
  const connected = useWallet();
  const asked = useSettled(terms, SETTLED_MS);
  const { data, error } = useQuery({
    queryKey: ['preview', asked, connected?.address],
    // Who only looks needs no wallet: the recipient stands for the sender, which changes neither schedule nor costs.
    queryFn: () =>
      connected === undefined
        ? weir.streams.preview({ ...asked, sender: asked?.recipient } as StreamTerms)
        : weir.streams.preview(asked as StreamTerms, connected.wallet),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  if (asked === undefined)
    return (
      <Card title="Preview">
        <p>Its schedule and its costs show here as soon as the recipient and the amount are there.</p>
      </Card>
    );
  if (error !== null)
    return (
      <Card title="Preview">
        <Failed error={error} />
      </Card>
    );
  if (data === undefined)
    return (
      <Card title="Preview">
        <Waiting what="Computing its schedule and costs…" />
      </Card>
    );
  const { funding, stream, warnings } = data;
  return (
    <Card title="Preview">
      <Suspense fallback={<Waiting what="Drawing the schedule…" />}>
        <PreviewChart stream={stream} schedule={data.schedule} />
      </Suspense>
      <Facts
        facts={[
          ['Streamed', <Amount key="a" base={stream.total_amount_base} of={stream.token_type} />],
          [
            'Reserve for fees',
            <span key="r">
              <Amount base={funding.reserveBase} of="BCH" /> (pays claims; what is left returns to you)
            </span>,
          ],
          ['Network fee, about', <Amount key="f" base={funding.networkFeeEstimateBase} of="BCH" />],
          [
            'You pay, about',
            <strong key="t">
              <Amount base={funding.amountBase + funding.networkFeeEstimateBase} of="BCH" />
            </strong>,
          ],
        ]}
      />
      {warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
    </Card>
  );
};
