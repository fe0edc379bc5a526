import type { ReactNode } from 'react';
import { useInfo } from '../api/info.js';
import { usePageTitle } from '../app/page-title.js';
import { Waiting } from '../ui/states.js';

/**
 * A page where something is made. It begins with the chain's time, which a local chain's may be far from the reader's clock.
 *
 * @param children gets the chain's now, Unix seconds
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
