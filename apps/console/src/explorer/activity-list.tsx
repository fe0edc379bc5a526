import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.js';
import { Empty, Failed, Waiting } from '../ui/states.js';
import styles from './activity-list.module.css';
import { ActivityRowView, ROW_HEIGHT } from './activity-row.js';
import { PAGE_ROWS } from './page-window.js';
import type { useActivity } from './use-activity.js';

interface ActivityListProps {
  readonly activity: ReturnType<typeof useActivity>;
  readonly isFiltered: boolean;
  /** Called with the range of rows near the viewport. */
  readonly onRange: (first: number, last: number) => void;
}

const NARROW = '(max-width: 719px)';

/** Returns the row height, one of two, so that a million rows can be laid out without measuring. */
const useRowHeight = (): number => {
  const [isNarrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  useLayoutEffect(() => {
    const query = matchMedia(NARROW);
    const read = () => setNarrow(query.matches);
    query.addEventListener('change', read);
    return () => query.removeEventListener('change', read);
  }, []);
  return isNarrow ? ROW_HEIGHT.narrow : ROW_HEIGHT.wide;
};

/** Lists all records that match, virtualised: only rows near the viewport are in the document. */
export const ActivityList = ({ activity, isFiltered, onRange }: ActivityListProps) => {
  const { count, rowAt, isEmpty, isFirstLoad, error, retry } = activity;
  const height = useRowHeight();
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), [isFirstLoad]);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: 12,
    scrollMargin: top,
    onChange: ({ range }) => {
      if (range !== null) onRange(range.startIndex, range.endIndex + PAGE_ROWS / 2);
    },
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height]);

  if (isFirstLoad && error === null) return <Waiting what="Reading the latest records…" />;
  if (error !== null && count <= PAGE_ROWS && rowAt(0) === undefined) return <Failed error={error} retry={retry} />;
  if (isEmpty)
    return isFiltered ? (
      <Empty title="Nothing matches these filters">
        <p>Choose “All” in one of them to see more.</p>
      </Empty>
    ) : (
      <Empty title="Nothing here yet">
        <p>
          The first stream, payment, airdrop or proposal shows up here by itself. <Link to="/new">Create one</Link>
        </p>
      </Empty>
    );
  return (
    <div ref={list} role="list" aria-label="Records" aria-busy={activity.isRefiltering}>
      <div className={styles['rows']} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => (
          <div
            key={index}
            role="listitem"
            className={styles['slot']}
            style={{ height, transform: `translateY(${start - top}px)` }}
          >
            <ActivityRowView row={rowAt(index)} />
          </div>
        ))}
      </div>
      {error !== null && (
        <div className={styles['more']}>
          <Failed error={error} />
          <Button onClick={retry}>Read on</Button>
        </div>
      )}
    </div>
  );
};
