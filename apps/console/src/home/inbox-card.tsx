import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { t } from '../language/text.js';
import { groupRows } from '../records/list-filters.js';
import { RecordRows } from '../records/record-rows.js';
import { Stack } from '../ui/layout.js';
import { PagesCard } from '../ui/pages.js';
import type { ConnectedWallet } from '../wallet/wallet-store.js';
import { inboxGroup, markSeen, useInbox } from './inbox-rows.js';

/** Rows on show; all are on a page of their own. */
const SHOWN = 8;
/** Events that are read for these rows: several days of a long payroll. */
const READ = 300;

interface InboxCardProps {
  readonly connected: ConnectedWallet;
  /** What is below it: shown once its rows are there, which would move it. */
  readonly children: ReactNode;
}

/** Shows what happened last to the records of a wallet, plans as one row; what came since the last visit is marked. */
export const InboxCard = ({ connected, children }: InboxCardProps) => {
  const pages = useInbox(connected, READ);
  const { rows = [] } = pages;
  const groups = groupRows(rows, {});
  // Rows that follow from further pages move nothing that is on show.
  const isPending = pages.isPending || (groups.length < SHOWN && rows.length < READ && pages.more !== false);
  const latest = rows[0]?.createdAt;
  useEffect(() => {
    if (latest !== undefined) markSeen(latest);
  }, [latest]);
  return (
    <>
      <PagesCard
        title={t('Inbox')}
        aside={rows.length > 0 && <Link to="/inbox">{t('All events')}</Link>}
        pages={{ ...pages, isPending, rows: isPending ? undefined : rows, more: false }}
        waiting={t('Loading events…')}
      >
        {() =>
          groups.length === 0 ? (
            <p>{t('Nothing has happened yet.')}</p>
          ) : (
            <RecordRows
              label={t('Inbox')}
              rows={groups.slice(0, SHOWN).map((group) => (group.length === 1 ? group[0] : inboxGroup(group)))}
            />
          )
        }
      </PagesCard>
      <div hidden={isPending}>
        <Stack gap={24} pad="24px 0 0">
          {children}
        </Stack>
      </div>
    </>
  );
};
