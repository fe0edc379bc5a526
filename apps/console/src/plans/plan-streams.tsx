import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { Plan, PlanStream } from '@weir/client';
import { MAX_PAGE_ROWS } from '@weir/kinds';
import { useServices } from '../api/services.js';
import { shortAddress } from '../format/identifiers.js';
import { ROW_KINDS } from '../kinds/plan-words.js';
import { PAGES } from '../kinds/record-kinds.js';
import { withTexts } from '../language/load.js';
import { rich } from '../language/rich.js';
import { numberText, plural, t } from '../language/text.js';
import { nameAmong, useContacts } from '../names/contacts.js';
import { Worth } from '../records/worth.js';
import { StatusBadge } from '../ui/badge.js';
import { Button, buttonClass } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { ChartWaiting } from '../ui/chart-waiting.js';
import { Field, TextInput } from '../ui/field.js';
import { useTask } from '../ui/hooks.js';
import { Row } from '../ui/layout.js';
import { NotUpdated } from '../ui/not-updated.js';
import { usePages } from '../ui/pages.js';
import { firstRowOf, RowsPager } from '../ui/rows-pager.js';
import { saveFile } from '../ui/save-file.js';
import { Failed, Waiting } from '../ui/states.js';
import { Amount, Time, Title } from '../ui/values.js';
import { owns } from '../wallet/wallet-store.js';
import { planChoicesOf } from './plan-choices.js';
import { planCsv } from './plan-csv.js';
import { foundIn, haveOneSchedule, sumOf, vestedOf } from './plan-rows.js';
import { PlanSelection } from './plan-selection.js';
import styles from './plan-streams.module.css';
import { askAsSender, readPlanRows, usePlanReader } from './read-plan.js';

/** Up to so many people are read at once; of a longer list the next ones as they are asked for. */
export const READ_AT_ONCE = 2_000;
/** Most rows that are in the document at once. */
const SHOWN = 50;

const PlanChart = lazy(withTexts(() => import('./plan-chart.js')));

/** Reads the rows of a plan: all of them, or of a very long list those asked for. */
export const usePlanRows = (plan: Plan, isSearched: boolean) => {
  const { id, sender, streams } = plan;
  const { weir } = useServices();
  const reader = usePlanReader();
  const { connected, requiresSignIn } = reader;
  const pages = usePages(
    ['record', id, 'streams', connected?.address, requiresSignIn],
    (cursor, { signal }) =>
      askAsSender(sender, reader, (options) =>
        weir.plans.at(id).streamsPage({ limit: MAX_PAGE_ROWS, ...cursor }, connected?.wallet, { ...options, signal }),
      ),
    (page) => page.streams,
  );
  const { readMore } = pages;
  const isReadWhole = isSearched || streams <= READ_AT_ONCE;
  useEffect(() => {
    if (isReadWhole) readMore?.();
  }, [isReadWhole, readMore]);
  return pages;
};

/** Whether a stream of a status pays on, so that its recipient may move it. */
const isMovable = (status: string): boolean => status === 'ACTIVE' || status === 'PAUSED';

interface PersonRowProps {
  readonly row: PlanStream;
  readonly plan: Plan;
  readonly name: string | undefined;
  /** Undefined where it cannot be selected. */
  readonly selection: { readonly isChosen: boolean; readonly onChoose: (isChosen: boolean) => void } | undefined;
}

/** What a row has vested or, of a salary, when it pays next. */
const Progressed = ({ row, plan }: Pick<PersonRowProps, 'row' | 'plan'>) => {
  if (plan.product !== 'recurring') return <Amount base={vestedOf(row)} of={plan} />;
  if (row.claimable_amount_base > 0n) return <>{t('claimable now')}</>;
  return row.next_payment_date === null ? <>–</> : <Time at={row.next_payment_date} isDay />;
};

/** A person of a plan, and what they get. On a phone it is a block, a line a fact. */
const PersonRow = ({ row, plan, name, selection }: PersonRowProps) => {
  const each = row.amount_per_period_base;
  const vested = vestedWord(plan);
  return (
    <tr>
      <th scope="row">
        <Row as="span" isLine gap={10} align="center">
          {selection !== undefined && (
            <input
              type="checkbox"
              aria-label={t('Select {one}', { one: name ?? row.stream_id ?? row.recipient })}
              checked={selection.isChosen}
              onChange={({ target }) => selection.onChoose(target.checked)}
            />
          )}
          <span className={styles['who']}>
            {row.stream_id === null ? (
              <Title text={name ?? shortAddress(row.recipient)} />
            ) : (
              <Link to={PAGES[ROW_KINDS[plan.product]]} params={{ id: row.id }}>
                <Title text={name ?? row.stream_id} />
              </Link>
            )}
            <small>{shortAddress(row.recipient)}</small>
          </span>
        </Row>
      </th>
      <td data-label={t('Total')}>
        <Amount base={row.amount_base} of={plan} />
        <Worth base={row.amount_base} of={plan} isInList />
        {each !== null && row.periods !== null && (
          <small>
            <Amount base={each} of={plan} unit={false} /> × {numberText(row.periods)}
          </small>
        )}
      </td>
      <td data-label={vested}>
        <span>
          <Progressed row={row} plan={plan} />
        </span>
        {plan.product === 'lock' && row.end !== null && (
          <small>{rich('until {day}', { day: <Time key="u" at={row.end} isDay /> })}</small>
        )}
      </td>
      <td data-label={t('Paid')}>
        <Amount base={row.withdrawn_amount_base} of={plan} />
      </td>
      <td data-label={t('Status')}>
        <StatusBadge status={row.status} />
      </td>
    </tr>
  );
};

/** What the third column of a plan is called. */
const vestedWord = ({ product }: Pick<Plan, 'product'>): string => {
  if (product === 'recurring') return t('Next payday');
  return product === 'lock' ? t('Unlocked') : t('Vested');
};

interface PeopleProps {
  readonly plan: Plan;
  readonly rows: readonly PlanStream[];
  readonly children: (row: PlanStream) => ReactNode;
}

/** The table of a plan's people, some at a time, and what all of them come to. */
const People = ({ plan, rows, children }: PeopleProps) => {
  const [page, setPage] = useState(0);
  const first = firstRowOf(page, SHOWN, rows.length);
  const sum = sumOf(rows);
  return (
    <>
      <table className={styles['people']}>
        <thead>
          <tr>
            <th scope="col">{t('Person')}</th>
            <th scope="col">{t('Total')}</th>
            <th scope="col">{vestedWord(plan)}</th>
            <th scope="col">{t('Paid')}</th>
            <th scope="col">{t('Status')}</th>
          </tr>
        </thead>
        <tbody>{rows.slice(first, first + SHOWN).map(children)}</tbody>
        <tfoot>
          <tr>
            <th scope="row">{plural(rows.length, { one: 'Sum of {count} person', other: 'Sum of {count} people' })}</th>
            <td data-label={t('Total')}>
              <Amount base={sum.total} of={plan} />
              <Worth base={sum.total} of={plan} isInList />
            </td>
            <td data-label={vestedWord(plan)}>
              {plan.product !== 'recurring' && (
                <>
                  <Amount base={sum.vested} of={plan} />
                  <Worth base={sum.vested} of={plan} isInList />
                </>
              )}
            </td>
            <td data-label={t('Paid')}>
              <Amount base={sum.paid} of={plan} />
              <Worth base={sum.paid} of={plan} isInList />
            </td>
            <td />
          </tr>
        </tfoot>
      </table>
      <RowsPager first={first} size={SHOWN} count={rows.length} onPage={setPage} />
    </>
  );
};

/** Heights of the table without its people, and of each of them, pixels. */
const TABLE_HEIGHT = 110;
const PERSON_HEIGHT = 57;

/** From so many people on there is a search. */
const SEARCHED = 6;

/** Lists the people of a plan with what each gets, has vested and was paid; above them how all of it vests. */
export const PlanStreams = ({ plan }: { readonly plan: Plan }) => {
  const { weir } = useServices();
  const reader = usePlanReader();
  const { connected } = reader;
  const [text, setText] = useState('');
  const pages = usePlanRows(plan, text !== '');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const isSender = owns(connected, plan.sender);
  const canMove = connected !== undefined && planChoicesOf(plan, { isSender }).canMove;
  const { rows = [] } = pages;
  const contacts = useContacts();
  const nameOf = ({ label, recipient }: { readonly label: string | null; readonly recipient: string }) =>
    label ?? nameAmong(contacts, recipient);
  const found = foundIn(rows, text, nameOf);
  const isOffered = (status: string): boolean => canMove && isMovable(status);
  const offered = found.filter(({ status }) => isOffered(status));
  const selected = rows.filter((row) => isOffered(row.status) && chosen.has(row.id));
  const choose = (ids: readonly string[], isChosen: boolean): void =>
    setChosen((before) => {
      const next = new Set(before);
      for (const one of ids)
        if (isChosen) next.add(one);
        else next.delete(one);
      return next;
    });
  const own = plan.transferable
    ? rows.filter(({ recipient, status }) => owns(connected, recipient) && isMovable(status))
    : [];
  const saving = useTask();
  const save = async (): Promise<void> =>
    saveFile(planCsv(plan, await readPlanRows(weir, plan, reader)), 'weir-recipients.csv', 'text/csv');
  // Whether a chart comes above is not known yet. Everything below is as far down as it will be.
  if (pages.isPending)
    return (
      <Card title={t('People')}>
        <Waiting
          what={t('Loading the recipients…')}
          height={TABLE_HEIGHT + PERSON_HEIGHT * Math.min(plan.streams, SHOWN)}
        />
      </Card>
    );
  const [row] = rows;
  const isWhole = pages.readMore === undefined && rows.length === plan.streams;
  const hasChart = plan.product !== 'recurring' && plan.status === 'ACTIVE' && row?.stream_id != null;
  return (
    <>
      {hasChart && haveOneSchedule(rows) && (
        <Card title={t('Schedule')}>
          <Suspense fallback={<ChartWaiting what={t('Drawing the schedule…')} />}>
            {isWhole ? (
              <PlanChart plan={plan} row={row} sum={sumOf(rows)} />
            ) : (
              <ChartWaiting what={t('Loading the schedule…')} />
            )}
          </Suspense>
        </Card>
      )}
      <Card
        title={t('People')}
        aside={
          rows.length > 0 && (
            <Button look="quiet" small disabled={saving.isRunning} onClick={() => void saving.run(save)}>
              <Download size={16} aria-hidden="true" /> {t('Save as CSV')}
            </Button>
          )
        }
      >
        {saving.error !== undefined && <Failed error={saving.error} />}
        {pages.error !== null && pages.rows === undefined && <Failed error={pages.error} retry={pages.retry} />}
        {plan.streams >= SEARCHED && rows.length > 0 && (
          <Field label={t('Search by name, address or number')}>
            <TextInput value={text} onChange={setText} />
          </Field>
        )}
        {own.length > 0 && (
          <div>
            <Link to="/move" search={{ ids: own.map(({ id }) => id).join() }} className={buttonClass('plain', true)}>
              {t('Move yours to another wallet')}
            </Link>
          </div>
        )}
        {offered.length > 0 && (
          <label className={styles['all']}>
            {rich('{input} Select all {count}', {
              input: (
                <input
                  type="checkbox"
                  checked={offered.every((one) => chosen.has(one.id))}
                  onChange={({ target }) =>
                    choose(
                      offered.map((one) => one.id),
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
        {rows.length > 0 && (
          <People plan={plan} rows={found}>
            {(one) => (
              <PersonRow
                key={one.id}
                row={one}
                plan={plan}
                name={nameOf(one)}
                selection={
                  isOffered(one.status)
                    ? { isChosen: chosen.has(one.id), onChoose: (isChosen) => choose([one.id], isChosen) }
                    : undefined
                }
              />
            )}
          </People>
        )}
        {plan.streams > READ_AT_ONCE && pages.more}
        <NotUpdated data={pages.rows} error={pages.error} retry={pages.retry} />
      </Card>
    </>
  );
};
