import type { ReactNode } from 'react';
import { Card } from '../ui/card.js';
import { Failed, Waiting } from '../ui/states.js';

interface PreviewCardProps<Data> {
  /** Whether there is enough to ask for one. */
  readonly isAsked: boolean;
  readonly error: Error | null;
  readonly data: Data | undefined;
  readonly children: (data: Data) => ReactNode;
}

/** What terms come to, as they are being written. */
export const PreviewCard = <Data,>({ isAsked, error, data, children }: PreviewCardProps<Data>) => {
  const shown = (): ReactNode => {
    if (!isAsked) return <p>Its schedule and its costs show here as soon as the recipient and the amount are there.</p>;
    if (error !== null) return <Failed error={error} />;
    return data === undefined ? <Waiting what="Computing its schedule and costs…" /> : children(data);
  };
  return <Card title="Preview">{shown()}</Card>;
};
