import { lazy, Suspense } from 'react';
import type { StreamTerms } from '@weir/client';
import { useServices } from '../api/services.js';
import { Costs } from '../forms/costs.js';
import { PreviewCard } from '../forms/preview-card.js';
import { usePreview } from '../forms/use-preview.js';
import { Waiting } from '../ui/states.js';

const PreviewChart = lazy(() => import('./preview-chart.js'));

/** Previews the schedule and the costs while terms are typed. Nothing is stored. */
export const StreamPreview = ({ terms }: { readonly terms: StreamTerms | undefined }) => {
  const { weir } = useServices();
  const preview = usePreview('stream', terms, (asked, wallet) => weir.streams.preview(asked, wallet));
  return (
    <PreviewCard {...preview}>
      {({ funding, stream, schedule, warnings }) => (
        <>
          <Suspense fallback={<Waiting what="Drawing the schedule…" />}>
            <PreviewChart stream={stream} schedule={schedule} />
          </Suspense>
          <Costs
            what="Streamed"
            total={stream.total_amount_base}
            of={stream}
            funding={funding}
            isByVault={terms?.vaultId !== undefined}
          />
          {warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </>
      )}
    </PreviewCard>
  );
};
