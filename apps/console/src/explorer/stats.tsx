import type { Exact, Schemas } from '@weir/client';
import { Figures } from '../ui/figures.js';
import { Amount } from '../ui/values.js';

const count = (value: number): string => value.toLocaleString();

/** Shows totals over the records that match. */
export const Stats = ({ stats }: { readonly stats: Exact<Schemas['ActivityStats']> | undefined }) => (
  <Figures
    label="Figures"
    figures={[
      ['Volume', stats && <Amount base={stats.totalVolumeBase} of="BCH" />],
      ['Active', stats && count(stats.activeCount)],
      ['Completed', stats && count(stats.completedCount)],
      ['Records', stats && count(stats.totalCount)],
    ]}
  />
);
