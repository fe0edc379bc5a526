import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { ActivityLine, Plan, PlanStream } from '@weir/client';
import { useServices } from '../api/services.js';
import { shortAddress } from '../format/identifiers.js';
import { timeText } from '../format/time.js';
import { planTitle, ROW_KINDS } from '../kinds/plan-words.js';
import { PAGES } from '../kinds/record-kinds.js';
import { plural, t } from '../language/text.js';
import { nameAmong, useContacts } from '../names/contacts.js';
import { Choice } from '../records/list-bar.js';
import { priceOf, usePrice } from '../records/use-price.js';
import { Worth } from '../records/worth.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { usePageTitle, useTask } from '../ui/hooks.js';
import { Row } from '../ui/layout.js';
import { NotUpdated } from '../ui/not-updated.js';
import { firstRowOf, RowsPager } from '../ui/rows-pager.js';
import { saveFile } from '../ui/save-file.js';
import { Empty, Failed, Waiting } from '../ui/states.js';
import { Amount, Time, Title, TxHash } from '../ui/values.js';
import { useIsReconnecting } from '../wallet/wallet-store.js';
import { type PaydayReport, paydayReports, reportsCsv } from './payday-report.js';
import { paceOfRow } from './plan-rows.js';
import styles from './plan-streams.module.css';
import { type PlanReader, readPlan, readPlanPayments, readPlanRows, usePlanReader } from './read-plan.js';

/** Most people that are in the document at once. */
const SHOWN = 50;
/** Height of a report while it loads, pixels. */
const HEIGHT = 320;

/** Reads a plan, its people, and what its sender's ledger has of it. */
const useReport = (id: string, reader: PlanReader) => {
  const { weir } = useServices();
  const { connected, requiresSignIn } = reader;
  return useQuery({
    queryKey: ['record', id, 'report', connected?.address, requiresSignIn],
    enabled: !useIsReconnecting(),
    queryFn: async ({ signal }) => {
      const { plan } = await readPlan(weir, id, reader, signal);
      const rows = await readPlanRows(weir, plan, reader, signal);
      const lines = (await readPlanPayments(weir, plan, signal)) ?? [];
      return { plan, rows, lines };
    },
  });
};

interface PaydayProps {
  readonly plan: Plan;
  readonly report: PaydayReport;
}

/** The people of one payday, and what it comes to. */
const Payday = ({ plan, report: { entries, paid, open } }: PaydayProps) => {
  const [page, setPage] = useState(0);
  const first = firstRowOf(page, SHOWN, entries.length);
  return (
    <>
      <table className={styles['people']}>
        <thead>
          <tr>
            <th scope="col">{t('Person')}</th>
            <th scope="col">{t('Amount')}</th>
            <th scope="col">{t('Paid')}</th>
            <th scope="col">{t('Transaction')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.slice(first, first + SHOWN).map(({ id, recipient, name, amount, paidAt, txHash }, index) => (
            <tr key={`${id} ${txHash ?? ''} ${index}`}>
              <th scope="row">
                <span className={styles['who']}>
                  <Link to={PAGES[ROW_KINDS[plan.product]]} params={{ id }}>
                    <Title text={name ?? shortAddress(recipient)} />
                  </Link>
                  {name !== undefined && <small>{shortAddress(recipient)}</small>}
                </span>
              </th>
              <td data-label={t('Amount')}>
                <Amount base={amount} of={plan} />
                <Worth base={amount} of={plan} />
              </td>
              <td data-label={t('Paid')}>{paidAt === null ? t('claimable now') : <Time at={paidAt} isPast />}</td>
              <td data-label={t('Transaction')}>{txHash === null ? '–' : <TxHash hash={txHash} />}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              {plural(entries.length, { one: 'Sum of {count} person', other: 'Sum of {count} people' })}
            </th>
            <td data-label={t('Amount')}>
              <Amount base={paid + open} of={plan} />
              <Worth base={paid + open} of={plan} />
            </td>
            <td data-label={t('Paid')}>
              <Amount base={paid} of={plan} />
            </td>
            <td />
          </tr>
        </tfoot>
      </table>
      <RowsPager first={first} size={SHOWN} count={entries.length} onPage={setPage} />
    </>
  );
};

interface ReportsProps {
  readonly plan: Plan;
  readonly rows: readonly PlanStream[];
  readonly lines: readonly ActivityLine[];
}

const Reports = ({ plan, rows, lines }: ReportsProps) => {
  const contacts = useContacts();
  const price = usePrice();
  const saving = useTask();
  const [chosen, setChosen] = useState(0);
  const byId = new Map(rows.map(({ id, label }) => [id, label]));
  const reports = paydayReports(lines, rows, {
    nameOf: ({ id, recipient }) => byId.get(id) ?? nameAmong(contacts, recipient),
    paceOf: (row) => paceOfRow(plan, row),
  });
  const report = reports[chosen] ?? reports[0];
  if (report === undefined)
    return (
      <Empty title={t('No payday yet')}>
        <p>{t('A report appears here on the first payday.')}</p>
      </Empty>
    );
  const save = (some: readonly PaydayReport[]): Promise<void> =>
    saveFile(
      reportsCsv(some, plan, (base) =>
        price === undefined || plan.token_category !== null
          ? undefined
          : { value: priceOf(base, price).toFixed(2), currency: price.currency },
      ),
      'weir-paydays.csv',
      'text/csv',
    );
  return (
    <Card
      title={t('Payday')}
      aside={<span role="status">{plural(reports.length, { one: '{count} payday', other: '{count} paydays' })}</span>}
    >
      <Row gap="8px 16px" align="end" justify="space-between">
        <Choice
          label={t('Payday')}
          value={String(chosen)}
          options={reports.map(({ at }, index) => [String(index), timeText(at)] as const)}
          onChange={(index) => setChosen(Number(index))}
        />
        <Row gap={8}>
          <Button small disabled={saving.isRunning} onClick={() => void saving.run(() => save([report]))}>
            <Download size={16} aria-hidden="true" /> {t('This payday as CSV')}
          </Button>
          <Button small disabled={saving.isRunning} onClick={() => void saving.run(() => save(reports))}>
            <Download size={16} aria-hidden="true" /> {t('All paydays as CSV')}
          </Button>
        </Row>
      </Row>
      {saving.error !== undefined && <Failed error={saving.error} />}
      <Payday key={report.at} plan={plan} report={report} />
      {price !== undefined && plan.token_category === null && (
        <p>{t('Values are at the price of now, for display alone.')}</p>
      )}
    </Card>
  );
};

const route = getRouteApi('/plans/$id/report');

/** Page of what each payday of a plan paid, to whom, and by which transaction. */
const PaydayReportPage = () => {
  const { id } = route.useParams();
  const { data, error, refetch } = useReport(id, usePlanReader());
  const title = t('Report per payday');
  usePageTitle(title);
  return (
    <>
      <div>
        <h1>{title}</h1>
        <p>
          <Link to="/plans/$id" params={{ id }}>
            <Title text={data === undefined ? t('Plan') : (data.plan.description ?? planTitle(data.plan))} />
          </Link>
        </p>
      </div>
      {error !== null && data === undefined && <Failed error={error} retry={() => void refetch()} height={HEIGHT} />}
      {data === undefined ? (
        error === null && (
          <Card title={t('Payday')}>
            <Waiting what={t('Reading the payments…')} height={HEIGHT} />
          </Card>
        )
      ) : (
        <Reports {...data} />
      )}
      <NotUpdated data={data} error={error} retry={() => void refetch()} />
    </>
  );
};

export default PaydayReportPage;
