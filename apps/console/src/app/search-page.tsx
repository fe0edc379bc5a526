import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type Found, isWeirError, type Weir } from '@weir/client';
import { useServices } from '../api/services.js';
import { shortAddress } from '../format/identifiers.js';
import { timeText } from '../format/time.js';
import { KIND_NAMES, kindOf, PAGES, type RecordKind } from '../kinds/record-kinds.js';
import { t } from '../language/text.js';
import { type Contact, useContacts } from '../names/contacts.js';
import { named, type RecordLabel, useLabels } from '../names/record-labels.js';
import { StatusBadge } from '../ui/badge.js';
import { Card } from '../ui/card.js';
import { usePageTitle } from '../ui/hooks.js';
import { columns, Stack } from '../ui/layout.js';
import { NotUpdated } from '../ui/not-updated.js';
import { Empty, Failed, Waiting } from '../ui/states.js';
import { Title } from '../ui/values.js';
import { shownStatus } from '../vaults/proposal-choices.js';
import styles from './search-page.module.css';

/** A record that was found. */
interface FoundRow extends Pick<Found['records'][number], 'id' | 'display_id' | 'title' | 'status' | 'created_at'> {
  readonly kind: RecordKind;
}

/** What was found, and whether there is more. */
interface FoundRows {
  readonly rows: readonly FoundRow[];
  readonly more: boolean;
}

/** How many records of each product are shown for a party. */
const LATEST = 25;

const NONE: FoundRows = { rows: [], more: false };

/** Returns the latest records of which an address is the sender, the recipient or the creator. */
const ofParty = async (
  { streams, payments, airdrops }: Weir,
  address: string,
  signal: AbortSignal,
): Promise<FoundRows> => {
  const [sent, paid, given] = await Promise.all([
    streams.page({ address, limit: LATEST }, { signal }),
    payments.page({ address, limit: LATEST }, { signal }),
    airdrops.page({ creator: address, limit: LATEST }, { signal }),
  ]);
  const rows = [
    ...sent.streams.map((one) => ({
      ...one,
      kind: kindOf({ kind: 'stream', contract: one.contract }),
      display_id: one.stream_id,
      title: one.description,
    })),
    ...paid.payments.map((one) => ({
      ...one,
      kind: 'payment' as const,
      display_id: one.payment_id,
      title: one.recipient_name,
    })),
    ...given.airdrops.map((one) => ({ ...one, kind: 'airdrop' as const, display_id: one.campaign_id })),
  ].map(({ kind, id, display_id, title, status, created_at }) => ({ kind, id, display_id, title, status, created_at }));
  return {
    rows: rows.toSorted((one, other) => other.created_at - one.created_at),
    more: [sent, paid, given].some(({ nextCursor }) => nextCursor !== null),
  };
};

/**
 * Finds what a text names: a record by its id, its contract or a transaction; or the records of a party by their address.
 *
 * @returns no rows for a text that can name nothing
 * @throws WeirError
 */
const findRecords = async (weir: Weir, q: string, signal: AbortSignal): Promise<FoundRows> => {
  try {
    const { records, more, searchedAs } = await weir.search(q, { signal });
    return records.length === 0 && searchedAs === 'contract'
      ? await ofParty(weir, q, signal)
      : { rows: records.map((record) => ({ ...record, kind: kindOf(record) })), more };
  } catch (error) {
    if (isWeirError(error, 'INVALID_REQUEST')) return NONE;
    throw error;
  }
};

const route = getRouteApi('/search');

/** How a line of the results is laid out. */
const RESULT = columns({
  widths: 'minmax(0, 1fr) auto auto',
  align: 'center',
  gap: 16,
  pad: '12px 4px',
  below: { 720: { widths: 'minmax(0, 1fr) auto', gap: '2px 12px' } },
  className: styles['result'],
});

/** Shows the user's own labels and contacts that have the words. */
const OwnNames = ({
  labels,
  contacts,
}: {
  readonly labels: readonly RecordLabel[];
  readonly contacts: readonly Contact[];
}) => (
  <Card title={t('Your labels and contacts')}>
    <Stack as="ul">
      {labels.map(({ name, path, number }) => (
        <li key={path}>
          <Link to={path} {...RESULT}>
            <strong>
              <bdi>{name}</bdi>
            </strong>
            <span className={styles['kind']}>{number}</span>
          </Link>
        </li>
      ))}
      {contacts.map(({ name, address }) => (
        <li key={address}>
          <Link to="/search" search={{ q: address }} {...RESULT}>
            <strong>
              <bdi>{name}</bdi>
            </strong>
            <span className={styles['kind']}>{shortAddress(address)}</span>
          </Link>
        </li>
      ))}
    </Stack>
  </Card>
);

/** Page with the records found for an address, an id or a transaction hash. */
const SearchPage = () => {
  usePageTitle(t('Search'));
  const { weir } = useServices();
  const { q } = route.useSearch();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['search', q],
    queryFn: ({ signal }) => findRecords(weir, q, signal),
    enabled: q !== '',
  });
  const labels = named(useLabels(), q);
  const contacts = named(useContacts(), q);
  const hasOwn = labels.length + contacts.length > 0;
  return (
    <>
      <h1>{t('Search')}</h1>
      <p className={styles['query']}>{q}</p>
      {q === '' && (
        <Empty title={t('Nothing to search for')}>
          <p>
            {t('Search by words of a title, an address, an id such as #WEIR-BCH-000001, or the hash of a transaction.')}
          </p>
        </Empty>
      )}
      {hasOwn && <OwnNames labels={labels} contacts={contacts} />}
      {q !== '' && isPending && <Waiting what={t('Searching…')} />}
      {error !== null && data === undefined && <Failed error={error} retry={() => void refetch()} />}
      {data?.rows.length === 0 && !hasOwn && (
        <Empty title={t('Nothing found')}>
          <p>
            {t(
              'No record has this as its title, id, contract, transaction, sender or recipient. Ids look like #WEIR-BCH-000001. Addresses and hashes must be complete. The search does not cover private treasuries and the lists of airdrops.',
            )}
          </p>
        </Empty>
      )}
      {data !== undefined && data.rows.length > 0 && (
        <Card title={data.more ? t('Found (first results)') : t('Found')}>
          <Stack as="ul">
            {data.rows.map(({ kind, id, display_id, title, status, created_at }) => (
              <li key={id}>
                <Link to={PAGES[kind]} params={{ id }} {...RESULT}>
                  <span>
                    <strong>
                      <Title text={title ?? display_id} />
                    </strong>{' '}
                    <span className={styles['kind']}>
                      {t(KIND_NAMES[kind])} {title !== null && <Title text={display_id} />}
                    </span>
                  </span>
                  <StatusBadge status={kind === 'proposal' ? shownStatus(status) : status} />
                  <span className={styles['kind']}>{timeText(created_at)}</span>
                </Link>
              </li>
            ))}
          </Stack>
        </Card>
      )}
      <NotUpdated data={data} error={error} retry={() => void refetch()} />
    </>
  );
};

export default SearchPage;
