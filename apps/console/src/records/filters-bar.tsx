import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { numberText, t } from '../language/text.js';
import { Button, classes } from '../ui/button.js';
import { Cell, Columns, hiddenBelow, joinedFrom, Row, shownBelow, Stack } from '../ui/layout.js';
import { SavedViews } from './saved-views-bar.js';
import type { SavedView, ViewedList } from './saved-views.js';

/** Width of the window below which the filters no longer fit in a row, pixels. */
const FOLDED_BELOW = 900;

/** What the button does not count: the text stays in view, and an order leaves all rows. */
const NOT_COUNTED = ['q', 'sort', 'group'];

interface FiltersBarProps {
  readonly list: ViewedList;
  /** Those on show. */
  readonly filters: SavedView['filters'];
  /** The field for a text, always in view. */
  readonly search: ReactNode;
  /** Widths of the columns in wide windows, as in CSS; by default as many as there is room for. */
  readonly widths?: string;
  /** The same in windows below 1,360 px. */
  readonly narrowWidths?: string;
  /** All other fields. */
  readonly children: ReactNode;
  /** What is done with the rows that match. */
  readonly tools: ReactNode;
}

/**
 * The filters of a list, its saved views and its tools. In narrow windows one button opens and closes the fields, and says how many
 * are in use; the field for a text stays in view.
 */
export const FiltersBar = ({
  list,
  filters,
  search,
  widths,
  narrowWidths = widths,
  children,
  tools,
}: FiltersBarProps) => {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const used = Object.entries(filters).filter(
    ([name, value]) => value !== undefined && !NOT_COUNTED.includes(name),
  ).length;
  const folded = isOpen ? undefined : hiddenBelow(FOLDED_BELOW);
  return (
    <Stack gap={12} role="search" aria-label={t('Filters')}>
      <Columns
        gap={12}
        least={150}
        align="stretch"
        {...(widths !== undefined && { widths })}
        below={{
          ...(narrowWidths !== undefined && { 1360: { widths: narrowWidths } }),
          [FOLDED_BELOW]: { widths: 'minmax(0, 1fr) auto', align: 'end' },
        }}
      >
        {search}
        <Cell className={shownBelow(FOLDED_BELOW)}>
          <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
            <SlidersHorizontal size={16} aria-hidden="true" />
            {used === 0 ? t('Filters') : t('Filters ({count})', { count: numberText(used) })}
          </Button>
        </Cell>
        <Columns
          id={id}
          gap={12}
          align="stretch"
          column="1 / -1"
          widths="repeat(3, minmax(0, 1fr))"
          below={{ 720: { widths: 'repeat(2, minmax(0, 1fr))' } }}
          className={classes(joinedFrom(FOLDED_BELOW), folded)}
        >
          {children}
        </Columns>
      </Columns>
      <Row gap="8px 16px" align="end" justify="space-between">
        <SavedViews list={list} filters={filters} folded={folded} />
        {tools}
      </Row>
    </Stack>
  );
};
