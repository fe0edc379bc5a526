import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { numberText, t } from '../language/text.js';
import { type Pages, PagesCard } from '../ui/pages.js';
import { firstRowOf, RowsPager } from '../ui/rows-pager.js';
import { type FilteredRow, filterRows, groupRows, isNarrowed, type ListFilters } from './list-filters.js';
import { type RecordRow, RecordRows } from './record-rows.js';

/** Most records of a list that are read without being asked for: a filter looks at these. */
export const READ_UNASKED = 1_000;
/** Rows in the document at once. */
const SHOWN = 25;

/** A row of a list that can be filtered. */
export interface ListRow extends RecordRow, FilteredRow {}

/** Reads further pages by itself, up to as many records as filters look at. */
export const useWhole = ({ rows, readMore }: Pick<Pages<unknown>, 'rows' | 'readMore'>, most = READ_UNASKED): void => {
  const count = rows?.length ?? 0;
  // Of a page without rows the next one is read, too.
  const isReady = readMore !== undefined;
  const read = useEffectEvent(() => readMore?.());
  useEffect(() => {
    if (isReady && count < most) read();
  }, [count, isReady, most]);
};

interface FilteredCardProps<Row extends FilteredRow> {
  readonly title: string;
  readonly waiting: string;
  readonly pages: Pages<Row>;
  /** Number of records that there are; undefined where it is not known before all were read. */
  readonly total?: number | undefined;
  readonly filters: ListFilters;
  /** Shows a page of the list, the rows of each group together. */
  readonly children: (groups: readonly (readonly [Row, ...Row[]])[]) => ReactNode;
}

/** A list with as many rows as the filters leave, a page at a time, and how many these are of how many. */
export const FilteredCard = <Row extends FilteredRow>({
  title,
  waiting,
  pages,
  total: counted,
  filters,
  children,
}: FilteredCardProps<Row>) => {
  const [page, setPage] = useState(0);
  const asked = JSON.stringify(filters);
  useEffect(() => setPage(0), [asked]);
  const { rows = [] } = pages;
  const matching = useMemo(() => filterRows(rows, filters), [rows, filters]);
  const groups = useMemo(() => groupRows(matching, filters), [matching, filters]);
  const total = counted ?? rows.length;
  const first = firstRowOf(page, SHOWN, groups.length);
  const count = isNarrowed(filters)
    ? t('{matching} of {total}', { matching: numberText(matching.length), total: numberText(total) })
    : t('{total} in all', { total: numberText(total) });
  const isCut = rows.length >= READ_UNASKED && (counted === undefined ? pages.more !== false : rows.length < total);
  return (
    <PagesCard
      title={title}
      aside={rows.length > 0 && <span role="status">{count}</span>}
      pages={{ ...pages, more: rows.length < READ_UNASKED ? false : pages.more }}
      waiting={waiting}
    >
      {() => (
        <>
          {isCut && (
            <p>
              {counted === undefined
                ? t('Filters and order apply to the newest {loaded}.', { loaded: numberText(rows.length) })
                : t('Filters and order apply to the newest {loaded} of {total}.', {
                    loaded: numberText(rows.length),
                    total: numberText(total),
                  })}
            </p>
          )}
          {groups.length === 0 && <p>{t('Nothing matches these filters.')}</p>}
          {children(groups.slice(first, first + SHOWN))}
          <RowsPager first={first} size={SHOWN} count={groups.length} onPage={setPage} />
        </>
      )}
    </PagesCard>
  );
};

interface ListCardProps<Row extends ListRow> extends Omit<FilteredCardProps<Row>, 'children'> {
  /** Shows the rows of a group as one. */
  readonly groupRow?: (rows: readonly [Row, ...Row[]]) => RecordRow;
}

/** A {@link FilteredCard} of records. */
export const ListCard = <Row extends ListRow>({ groupRow = ([first]) => first, ...card }: ListCardProps<Row>) => (
  <FilteredCard {...card}>
    {(groups) => (
      <RecordRows label={card.title} rows={groups.map((group) => (group.length === 1 ? group[0] : groupRow(group)))} />
    )}
  </FilteredCard>
);
