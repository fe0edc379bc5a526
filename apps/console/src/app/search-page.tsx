import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useServices } from '../api/services.js';
import { timeText } from '../format/time.js';
import { PAGES } from '../records/pages.js';
import { StatusBadge } from '../ui/badge.js';
import { Card } from '../ui/card.js';
import { Empty, Failed, Waiting } from '../ui/states.js';
import { shownStatus } from '../vaults/proposal-choices.js';
import { findRecords } from './find-records.js';
import { usePageTitle } from './page-title.js';
import styles from './search-page.module.css';

const route = getRouteApi('/search');

/** Page with the records found for an address, an id or a transaction hash. */
const SearchPage = () => {
  usePageTitle('Search');
  const { weir } = useServices();
  const { q } = route.useSearch();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['search', q],
    queryFn: ({ signal }) => findRecords(weir, q, signal),
    enabled: q !== '',
  });
  return (
    <>
      <h1>Search</h1>
      <p className={styles['query']}>{q}</p>
      {q === '' && (
        <Empty title="Nothing to search for">
          <p>Search by an address, an id such as #WEIR-BCH-000001, or the hash of a transaction.</p>
        </Empty>
      )}
      {q !== '' && isPending && <Waiting what="Looking it up…" />}
      {error !== null && <Failed error={error} retry={() => void refetch()} />}
      {data?.rows.length === 0 && (
        <Empty title="Nothing found">
          <p>
            Nothing here has this as its id, its contract, one of its transactions, its sender or its recipient. Ids
            look like #WEIR-BCH-000001; addresses and hashes are searched for as a whole. Private vaults, and airdrops
            by those on their lists, are not found.
          </p>
        </Empty>
      )}
      {data !== undefined && data.rows.length > 0 && (
        <Card title={data.more ? 'Found (the first of more)' : 'Found'}>
          <ul className={styles['results']}>
            {data.rows.map(({ kind, id, display_id, status, created_at }) => (
              <li key={id}>
                <Link to={PAGES[kind]} params={{ id }} className={styles['result']}>
                  <span>
                    <strong>{display_id}</strong> <span className={styles['kind']}>{kind}</span>
                  </span>
                  <StatusBadge status={kind === 'proposal' ? shownStatus(status) : status} />
                  <span className={styles['kind']}>{timeText(created_at)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
};

export default SearchPage;
