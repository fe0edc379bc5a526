import { useNavigate } from '@tanstack/react-router';
import type { ActivityFilters } from './activity.js';
import styles from './filters.module.css';

const CHOICES = {
  type: {
    label: 'Product',
    options: { vesting: 'Streams', payments: 'Payments', airdrops: 'Airdrops', treasuries: 'Vault proposals' },
  },
  status: {
    label: 'Status',
    options: { ACTIVE: 'Active', PENDING: 'Not funded', COMPLETED: 'Completed', CANCELLED: 'Cancelled' },
  },
  token: { label: 'Asset', options: { BCH: 'BCH', FUNGIBLE_TOKEN: 'Tokens' } },
} as const;

/** Filters of the explorer. Each choice is kept in the URL, so that it can be shared. */
export const Filters = ({ filters }: { readonly filters: ActivityFilters }) => {
  const navigate = useNavigate({ from: '/' });
  return (
    <div className={styles['filters']} role="search" aria-label="Filters">
      {Object.entries(CHOICES).map(([name, { label, options }]) => (
        <label key={name} className={styles['filter']}>
          <span className={styles['label']}>{label}</span>
          <select
            value={filters[name as keyof ActivityFilters] ?? ''}
            onChange={({ target: { value } }) =>
              void navigate({
                search: (before) => ({ ...before, [name]: value === '' ? undefined : value }),
                replace: true,
                resetScroll: false,
              })
            }
          >
            <option value="">All</option>
            {Object.entries(options).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
      ))}
    </div>
  );
};
