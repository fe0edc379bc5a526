import { useEffect, useState } from 'react';
import type { Exact, Schemas } from '@weir/client';
import type { EventKind, InboxKind } from '@weir/kinds';
import { useServices } from '../api/services.js';
import { KIND_NAMES, kindOf } from '../kinds/record-kinds.js';
import { type Message, msg, t } from '../language/text.js';
import { useRecordNames } from '../names/plan-names.js';
import { STEP_WORDS } from '../records/history-text.js';
import { RecordRows } from '../records/record-rows.js';
import { kept } from '../storage/kept.js';
import { PagesCard, usePages } from '../ui/pages.js';
import { Time, Title } from '../ui/values.js';
import { askedAddresses } from '../wallet/scope.js';
import type { ConnectedWallet } from '../wallet/wallet-store.js';

type Item = Exact<Schemas['InboxItem']>;

const ROWS = 10;
/** When the inbox was last seen, Unix seconds. */
const SEEN = 'weir:inbox-seen';

const WORDS: Readonly<Record<InboxKind, Message> & Partial<Record<EventKind, Message>>> = {
  ...STEP_WORDS,
  claimed: STEP_WORDS.pushed,
  deposit: STEP_WORDS.deposited,
  paid: STEP_WORDS.spent,
  created: msg('Created'),
  proposed: msg('Proposed'),
  signed: msg('Signed'),
  declined: msg('Declined'),
  approved: msg('Approved by two'),
  rejected: msg('Rejected'),
  reopened: msg('Needs signatures again'),
  stale: msg('Its coins were spent by another transaction: sign it again'),
  executed: msg('Carried out'),
  reverted: msg('Rolled back by the chain'),
};

const rowOf = ({ event, title }: Item, seen: number, nameOf: (id: string) => string | undefined) => {
  const { product, contract, record, kind: step, amountBase, tokenType, tokenCategory, token, createdAt } = event;
  const word = WORDS[step];
  const kind = kindOf({ kind: product, contract });
  return {
    key: event.id,
    kind,
    id: record.id,
    title: word === undefined ? step : t(word),
    detail: (
      <>
        {t(KIND_NAMES[kind])} <Title text={title ?? nameOf(record.id) ?? record.displayId ?? ''} />
      </>
    ),
    amountBase: amountBase ?? undefined,
    of: { token_type: tokenType, token_category: tokenCategory, token },
    isNew: createdAt > seen,
    note: <Time at={createdAt} isPast isDay />,
  };
};

const seenAt = (): number => Number(kept.get(SEEN) ?? 0);

/** Shows what happened to the records of a wallet, the newest first; what came since the last visit is marked. */
export const InboxCard = ({ connected }: { readonly connected: ConnectedWallet }) => {
  const { weir } = useServices();
  const addresses = askedAddresses(connected);
  const [seen] = useState(seenAt);
  const nameOf = useRecordNames();
  const pages = usePages(
    ['portfolio', 'inbox', addresses],
    (cursor, options) => weir.people.inbox(addresses, { limit: ROWS, ...cursor, ...options }),
    ({ items }) => items,
  );
  const latest = pages.rows?.[0]?.event.createdAt;
  useEffect(() => {
    if (latest !== undefined && latest > seenAt()) kept.set(SEEN, String(latest));
  }, [latest]);
  return (
    <PagesCard title={t('Inbox')} pages={pages} waiting={t('Loading events…')}>
      {(rows) =>
        rows.length === 0 && pages.more === false ? (
          <p>{t('Nothing has happened yet.')}</p>
        ) : (
          <RecordRows label={t('Inbox')} rows={rows.map((item) => rowOf(item, seen, nameOf))} />
        )
      }
    </PagesCard>
  );
};
