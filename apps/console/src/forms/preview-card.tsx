import type { ReactNode } from 'react';
import { Card } from '../ui/card.js';
import { Failed, Waiting } from '../ui/states.js';
import { toldProblems } from './told-problems.js';

interface PreviewCardProps<Data> {
  /** Whether the terms are complete enough to request a preview. */
  readonly isAsked: boolean;
  readonly error: Error | null;
  readonly data: Data | undefined;
  readonly children: (data: Data) => ReactNode;
}

/** Shows the preview of terms while they are typed. */
export const PreviewCard = <Data,>({ isAsked, error, data, children }: PreviewCardProps<Data>) => {
  const shown = (): ReactNode => {
    if (!isAsked) return <p>Its schedule and its costs show here as soon as the terms are complete.</p>;
    // What is told at a field is not told twice as loudly.
    const [told] = Object.values(toldProblems(error));
    if (told !== undefined) return <p role="status">{told}.</p>;
    if (error !== null) return <Failed error={error} />;
    return data === undefined ? <Waiting what="Computing its schedule and costs…" /> : children(data);
  };
  return <Card title="Preview">{shown()}</Card>;
};
