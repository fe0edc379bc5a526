import type { ReactNode } from 'react';
import { Failed, Waiting } from '../ui/states.js';

interface LoadedProps<Data> {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: Error | null;
    readonly refetch: () => Promise<unknown>;
  };
  /** What is waited for. */
  readonly what: string;
  readonly children: (data: Data) => ReactNode;
}

/** What was read, once it is there; what failed stands in its place, but never in place of what was read before. */
export const Loaded = <Data,>({ query: { data, error, refetch }, what, children }: LoadedProps<Data>) => {
  if (data !== undefined) return children(data);
  if (error !== null) return <Failed error={error} retry={() => void refetch()} />;
  return <Waiting what={what} />;
};
