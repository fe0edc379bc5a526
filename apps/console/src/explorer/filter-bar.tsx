import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useDebounced } from '../ui/hooks.js';
import styles from './explorer-page.module.css';
import { type ActivityFilters, withFilter } from './filters.js';

const CHOICES = {
  type: {
    label: 'Product',
    options: { vesting: 'Streams', payments: 'Payments', airdrops: 'Airdrops', treasuries: 'Treasury proposals' },
    none: 'All',
  },
  status: {
    label: 'Status',
    options: { ACTIVE: 'Active', PENDING: 'Not funded', COMPLETED: 'Completed', CANCELLED: 'Cancelled' },
    none: 'All',
  },
  token: { label: 'Asset', options: { BCH: 'BCH', FUNGIBLE_TOKEN: 'Tokens' }, none: 'All' },
  sort: { label: 'Order', options: { oldest: 'Oldest first', largest: 'Largest first (BCH)' }, none: 'Newest first' },
} as const;
const DAYS = [
  ['from', 'From'],
  ['to', 'To'],
] as const;
const TYPING_MS = 300;

/** Filters and order of the explorer. Each is kept in the page's address, so that it can be shared. */
export const FilterBar = ({ filters }: { readonly filters: ActivityFilters }) => {
  const navigate = useNavigate({ from: '/explore' });
  const set = (change: Readonly<Record<string, string | undefined>>): void =>
    void navigate({
      search: (before) => withFilter(before, change as ActivityFilters),
      replace: true,
      resetScroll: false,
    });
  const [words, setWords] = useState(filters.q ?? '');
  const typed = useDebounced(words.trim(), TYPING_MS);
  useEffect(() => {
    if (typed !== (filters.q ?? '')) set({ q: typed === '' ? undefined : typed });
    // What is typed moves the address, not the other way round.
  }, [typed]);
  return (
    <div className={styles['filters']} role="search" aria-label="Filters">
      <label className={styles['filter']}>
        <span className={styles['label']}>Title or description</span>
        <input type="search" maxLength={200} value={words} onChange={({ target }) => setWords(target.value)} />
      </label>
      {Object.entries(CHOICES).map(([name, { label, options, none }]) => (
        <label key={name} className={styles['filter']}>
          <span className={styles['label']}>{label}</span>
          <select
            value={filters[name as keyof typeof CHOICES] ?? ''}
            onChange={({ target: { value } }) => set({ [name]: value === '' ? undefined : value })}
          >
            <option value="">{none}</option>
            {Object.entries(options).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
      ))}
      {DAYS.map(([name, label]) => (
        <label key={name} className={styles['filter']}>
          <span className={styles['label']}>{label}</span>
          <input
            type="date"
            value={filters[name] ?? ''}
            onChange={({ target: { value } }) => set({ [name]: value === '' ? undefined : value })}
          />
        </label>
      ))}
    </div>
  );
};
