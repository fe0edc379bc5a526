import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Plan } from '@weir/client';
import { useServices } from '../api/services.js';
import { shortAddress } from '../format/identifiers.js';
import { ROW_KINDS } from '../kinds/plan-words.js';
import { PAGES } from '../kinds/record-kinds.js';
import { rich } from '../language/rich.js';
import { numberText, t } from '../language/text.js';
import { nameAmong, useContacts } from '../names/contacts.js';
import { StatusBadge } from '../ui/badge.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { useTask } from '../ui/hooks.js';
import { usePages } from '../ui/pages.js';
import { saveFile } from '../ui/save-file.js';
import { Failed, Waiting } from '../ui/states.js';
import { Time, Title } from '../ui/values.js';
import { owns } from '../wallet/wallet-store.js';
import { planChoicesOf } from './plan-choices.js';
import { planCsv } from './plan-csv.js';
import { PlanSelection } from './plan-selection.js';
import styles from './plan-streams.module.css';
import { askAsSender, readPlanRows, usePlanReader } from './read-plan.js';
import { RowAmount } from './row-amount.js';

const ROWS = 50;

/** Lists the streams or payments of a plan, page by page. */
export const PlanStreams = ({ id, plan }: { readonly id: string; readonly plan: Plan }) => {
  const { weir } = useServices();
  const reader = usePlanReader();
  const { connected, requiresSignIn } = reader;
  const pages = usePages(
    ['record', id, 'streams', connected?.address, requiresSignIn],
    (cursor, { signal }) =>
      askAsSender(plan.sender, reader, (options) =>
        weir.plans.at(id).streamsPage({ limit: ROWS, ...cursor }, connected?.wallet, { ...options, signal }),
      ),
    ({ streams }) => streams,
  );
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const isSender = owns(connected, plan.sender);
  const canMove = connected !== undefined && planChoicesOf(plan, { isSender }).canMove;
  const { rows = [] } = pages;
  const isOffered = (status: string): boolean => canMove && (status === 'ACTIVE' || status === 'PAUSED');
  const offered = rows.filter(({ status }) => isOffered(status));
  const selected = offered.filter((row) => chosen.has(row.id));
  const choose = (ids: readonly string[], isChosen: boolean): void =>
    setChosen((before) => {
      const next = new Set(before);
      for (const one of ids)
        if (isChosen) next.add(one);
        else next.delete(one);
      return next;
    });
  const contacts = useContacts();
  const nameOf = ({ label, recipient }: { readonly label: string | null; readonly recipient: string }) =>
    label ?? nameAmong(contacts, recipient);
  const kind = ROW_KINDS[plan.product];
  const saving = useTask();
  const save = async (): Promise<void> =>
    saveFile(planCsv(plan, await readPlanRows(weir, plan, reader)), 'weir-recipients.csv', 'text/csv');
  return (
    <Card
      title={t('Recipients')}
      aside={
        rows.length > 0 && (
          <Button look="quiet" small disabled={saving.isRunning} onClick={() => void saving.run(save)}>
            <Download size={16} aria-hidden="true" /> {t('Save as CSV')}
          </Button>
        )
      }
    >
      {saving.error !== undefined && <Failed error={saving.error} />}
      {pages.error !== null && <Failed error={pages.error} retry={pages.retry} />}
      {pages.isPending && <Waiting what={t('Loading the recipients…')} />}
      {offered.length > 0 && (
        <label className={styles['all']}>
          {rich('{input} Select all {count} that are shown', {
            input: (
              <input
                type="checkbox"
                checked={selected.length === offered.length}
                onChange={({ target }) =>
                  choose(
                    offered.map((row) => row.id),
                    target.checked,
                  )
                }
              />
            ),
            count: numberText(offered.length),
          })}
        </label>
      )}
      {canMove && <PlanSelection plan={plan} selected={selected} onDone={() => setChosen(new Set())} />}
      <ol>
        {rows.map((one) => (
          <li key={one.id} className={styles['row']}>
            <span className={styles['name']}>
              {isOffered(one.status) && (
                <input
                  type="checkbox"
                  aria-label={t('Select {one}', { one: nameOf(one) ?? one.stream_id ?? one.recipient })}
                  checked={chosen.has(one.id)}
                  onChange={({ target }) => choose([one.id], target.checked)}
                />
              )}
              {one.stream_id === null ? (
                <Title text={nameOf(one) ?? shortAddress(one.recipient)} />
              ) : (
                <Link to={PAGES[kind]} params={{ id: one.id }}>
                  <Title text={nameOf(one) ?? one.stream_id} />
                </Link>
              )}
            </span>
            <span className={styles['who']}>{shortAddress(one.recipient)}</span>
            <span className={styles['amount']}>
              <RowAmount row={one} of={plan} />
              {plan.product === 'lock' && one.end !== null && (
                <span className={styles['until']}>
                  {rich('until {day}', { day: <Time key="u" at={one.end} isDay /> })}
                </span>
              )}
            </span>
            <StatusBadge status={one.status} />
          </li>
        ))}
      </ol>
      {pages.more}
    </Card>
  );
};
