import { Link, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { t } from '../language/text.js';
import { ListBar } from '../records/list-bar.js';
import { ListCard, READ_UNASKED } from '../records/list-card.js';
import { filterRows, type ListFilters, listFiltersOf } from '../records/list-filters.js';
import { buttonClass } from '../ui/button.js';
import { ExamplePicture } from '../ui/example-picture.js';
import { usePageTitle, useTask } from '../ui/hooks.js';
import { saveFile } from '../ui/save-file.js';
import { Empty, Failed } from '../ui/states.js';
import { NeedsWallet } from '../wallet/needs-wallet.js';
import { type ConnectedWallet, useWallet } from '../wallet/wallet-store.js';
import { inboxCsv, inboxGroup, markSeen, useInbox } from './inbox-rows.js';

const Events = ({ connected, filters }: { readonly connected: ConnectedWallet; readonly filters: ListFilters }) => {
  const pages = useInbox(connected, READ_UNASKED);
  const saving = useTask();
  const { rows = [] } = pages;
  const latest = rows[0]?.createdAt;
  useEffect(() => {
    if (latest !== undefined) markSeen(latest);
  }, [latest]);
  if (pages.rows?.length === 0 && pages.more === false)
    return (
      <Empty title={t('No events yet')} picture={<ExamplePicture of="rising" />}>
        <p>{t('What happens to your records is listed here: fundings, payments, signatures.')}</p>
        <Link to="/new" className={buttonClass('main')}>
          {t('Create')}
        </Link>
      </Empty>
    );
  const save = (): Promise<void> => saveFile(inboxCsv(filterRows(rows, filters)), 'weir-inbox.csv', 'text/csv');
  return (
    <>
      <ListBar
        list="inbox"
        filters={filters}
        isBusy={pages.isPending || saving.isRunning}
        onExport={() => void saving.run(save)}
      />
      {saving.error !== undefined && <Failed error={saving.error} />}
      <ListCard
        title={t('Events')}
        waiting={t('Loading events…')}
        pages={pages}
        filters={filters}
        groupRow={inboxGroup}
      />
    </>
  );
};

/** Page of everything that happened to the records of the connected wallet. */
const InboxPage = () => {
  usePageTitle(t('Inbox'));
  const connected = useWallet();
  const filters = listFiltersOf('inbox')(useSearch({ strict: false }));
  return (
    <>
      <h1>{t('Inbox')}</h1>
      {connected === undefined ? (
        <NeedsWallet>{t('To see what happened to your records.')}</NeedsWallet>
      ) : (
        <Events key={connected.address} connected={connected} filters={filters} />
      )}
    </>
  );
};

export default InboxPage;
