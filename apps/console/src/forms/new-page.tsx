import type { ReactNode } from 'react';
import { useInfo } from '../api/info.js';
import { usePageTitle } from '../app/page-title.js';
import { Waiting } from '../ui/states.js';

/**
 * Page that creates a record. It waits for the chain's time, which on a local chain may differ much from the user's clock.
 *
 * @param children called with the chain's time, Unix seconds
 */
export const NewPage = ({
  title,
  children,
}: {
  readonly title: string;
  readonly children: (now: number) => ReactNode;
}) => {
  usePageTitle(title);
  const { data, error } = useInfo();
  const clock = Math.floor(Date.now() / 1_000);
  return (
    <>
      <h1>{title}</h1>
      {data === undefined && error === null ? (
        <Waiting what="Asking for the chain’s time…" />
      ) : (
        children(data?.chain?.asOf ?? clock)
      )}
    </>
  );
};
