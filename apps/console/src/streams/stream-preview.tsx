import { lazy, Suspense } from 'react';
import type { StreamTerms } from '@weir/client';
import { useServices } from '../api/services.js';
import { Costs } from '../forms/costs.js';
import { PreviewCard } from '../forms/preview-card.js';
import { usePreview } from '../forms/use-preview.js';
import { ChartWaiting } from '../ui/chart-waiting.js';

const PreviewChart = lazy(() => import('./preview-chart.js'));

/** Loads the preview of terms while they are typed. Nothing is stored. */
export const useStreamPreview = (terms: StreamTerms | undefined) => {
  const { weir } = useServices();
  return usePreview('stream', terms, (asked, wallet) => weir.streams.preview(asked, wallet));
};

interface StreamPreviewProps {
  readonly preview: ReturnType<typeof useStreamPreview>;
  /** Whether a vault pays rather than the user. */
  readonly isByVault: boolean;
}

/** Shows the schedule and the costs of a stream that is being drafted. */
export const StreamPreview = ({ preview, isByVault }: StreamPreviewProps) => {
  return (
    <PreviewCard {...preview}>
      {({ funding, stream, schedule, warnings }) => (
        <>
          <Suspense fallback={<ChartWaiting what="Drawing the schedule…" />}>
            <PreviewChart stream={stream} schedule={schedule} />
          </Suspense>
          <Costs what="Streamed" total={stream.total_amount_base} of={stream} funding={funding} isByVault={isByVault} />
          {warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </>
      )}
    </PreviewCard>
  );
};
