import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { MAX_SEARCH_LENGTH } from '@weir/kinds';
import { lengthProblem } from '../forms/length-problem.js';
import { type Message, msg, t } from '../language/text.js';
import { FiltersBar } from '../records/filters-bar.js';
import { DayInput } from '../ui/day-input.js';
import { Filter } from '../ui/filter.js';
import { useDebounced } from '../ui/hooks.js';
import { type ActivityFilters, withFilter } from './filters.js';

/** A filter: its name, the texts of its values, and that of none. */
interface Choice {
  readonly label: Message;
  readonly options: Readonly<Record<string, Message>>;
  readonly none: Message;
}

const CHOICES: Readonly<Record<'type' | 'status' | 'token' | 'sort', Choice>> = {
  type: {
    label: msg('Product'),
    options: {
      vesting: msg('Streams and locks'),
      payments: msg('Payments'),
      'currency-payments': msg('Payments in a currency'),
      airdrops: msg('Airdrops'),
      treasuries: msg('Treasury proposals'),
      purses: msg('Purses'),
    },
    none: msg('All'),
  },
  status: {
    label: msg('Status'),
    options: {
      ACTIVE: msg('Active'),
      PENDING: msg('Not funded'),
      COMPLETED: msg('Completed'),
      CANCELLED: msg('Cancelled'),
    },
    none: msg('All'),
  },
  token: { label: msg('Asset'), options: { BCH: msg('BCH'), FUNGIBLE_TOKEN: msg('Tokens') }, none: msg('All') },
  sort: {
    label: msg('Order'),
    options: { oldest: msg('Oldest first'), largest: msg('Largest first (BCH)') },
    none: msg('Newest first'),
  },
};
const DAYS = [
  ['from', msg('From day')],
  ['to', msg('To day')],
] as const;
const TYPING_MS = 300;

interface FilterBarProps {
  readonly filters: ActivityFilters;
  /** What is done with the records that match. */
  readonly children: ReactNode;
}

/** Filters and order of the explorer. Each is kept in the page's address, so that it can be shared. */
export const FilterBar = ({ filters, children }: FilterBarProps) => {
  const navigate = useNavigate({ from: '/explore' });
  const router = useRouter();
  const set = (change: Readonly<Record<string, string | undefined>>): void =>
    void navigate({
      search: (before) => withFilter(before, change as ActivityFilters),
      replace: true,
      resetScroll: false,
    });
  const [words, setWords] = useState(filters.q ?? '');
  const typed = useDebounced(words.trim(), TYPING_MS);
  const tooLong = lengthProblem(typed, MAX_SEARCH_LENGTH);
  const isTooLong = tooLong !== undefined;
  useEffect(() => {
    // A reader who has followed a row meanwhile is not brought back.
    const isHere = router.latestLocation.pathname === '/explore';
    if (isHere && !isTooLong && typed !== (filters.q ?? '')) set({ q: typed === '' ? undefined : typed });
    // What is typed moves the address, not the other way round.
  }, [typed]);
  return (
    // Seven fields: one row on a desk, or two of four columns.
    <FiltersBar
      list="explore"
      filters={{ ...filters }}
      widths="minmax(0, 1.5fr) repeat(4, minmax(0, 1fr)) repeat(2, 140px)"
      narrowWidths="repeat(4, minmax(0, 1fr))"
      search={
        <Filter label={t('Title or description')} below={{ 1360: { column: 'span 2' }, 900: { column: 'auto' } }}>
          <input
            type="search"
            value={words}
            aria-invalid={isTooLong}
            aria-describedby={isTooLong ? 'words-problem' : undefined}
            onChange={({ target }) => setWords(target.value)}
          />
          {isTooLong && (
            <span id="words-problem" role="alert">
              {tooLong}
            </span>
          )}
        </Filter>
      }
      tools={children}
    >
      {Object.entries(CHOICES).map(([name, { label, options, none }]) => (
        <Filter key={name} label={t(label)}>
          <select
            value={filters[name as keyof typeof CHOICES] ?? ''}
            onChange={({ target: { value } }) => set({ [name]: value === '' ? undefined : value })}
          >
            <option value="">{t(none)}</option>
            {Object.entries(options).map(([value, text]) => (
              <option key={value} value={value}>
                {t(text)}
              </option>
            ))}
          </select>
        </Filter>
      ))}
      {DAYS.map(([name, label]) => (
        <Filter key={name} label={t(label)}>
          <DayInput value={filters[name]} onChange={(day) => set({ [name]: day })} />
        </Filter>
      ))}
    </FiltersBar>
  );
};
