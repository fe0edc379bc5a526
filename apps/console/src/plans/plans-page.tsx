import { Link, useSearch } from '@tanstack/react-router';
import type { Plan } from '@weir/client';
import { useServices } from '../api/services.js';
import { asTyped, decimalsOf, plainText, unitOf } from '../format/amount.js';
import { csvText } from '../format/csv.js';
import { planNote, ROW_KINDS } from '../kinds/plan-words.js';
import { t } from '../language/text.js';
import { ListBar } from '../records/list-bar.js';
import { ListCard, type ListRow, useWhole } from '../records/list-card.js';
import { filterRows, type ListFilters, listFiltersOf } from '../records/list-filters.js';
import { buttonClass } from '../ui/button.js';
import { ExamplePicture } from '../ui/example-picture.js';
import { usePageTitle, useTask } from '../ui/hooks.js';
import { Row } from '../ui/layout.js';
import { usePages } from '../ui/pages.js';
import { saveFile } from '../ui/save-file.js';
import { Empty, Failed } from '../ui/states.js';
import { NeedsWallet } from '../wallet/needs-wallet.js';
import { useScope, type Scope } from '../wallet/scope.js';
import { type ConnectedWallet, useWallet } from '../wallet/wallet-store.js';

const ROWS = 100;

const rowOf = (plan: Plan): ListRow => ({
  kind: 'plan',
  id: plan.id,
  title: plan.description ?? plan.plan_id,
  status: plan.status,
  amountBase: plan.total_amount_base,
  of: plan,
  note: planNote(plan),
  facets: { status: plan.status, kind: ROW_KINDS[plan.product] },
  words: [plan.plan_id],
  createdAt: plan.created_at,
  group: null,
});

const plansCsv = (plans: readonly Plan[]): string =>
  csvText([
    ['number', 'title', 'kind', 'status', 'people', 'amount', 'asset', 'category', 'created'],
    ...plans.map((plan) => [
      plan.plan_id,
      plan.description ?? '',
      plan.product,
      plan.status,
      asTyped(String(plan.streams)),
      asTyped(plainText(plan.total_amount_base, decimalsOf(plan))),
      unitOf(plan),
      plan.token_category ?? '',
      new Date(plan.created_at * 1_000).toISOString(),
    ]),
  ]);

interface PlansProps extends Pick<Scope, 'treasury'> {
  readonly connected: ConnectedWallet;
  readonly filters: ListFilters;
}

const Plans = ({ connected, treasury, filters }: PlansProps) => {
  const { weir } = useServices();
  const saving = useTask();
  const pages = usePages(
    ['plans', connected.address, treasury?.id],
    (cursor, options) =>
      weir.plans.page(
        { limit: ROWS, ...(treasury !== undefined && { vaultId: treasury.id }), ...cursor },
        connected.wallet,
        options,
      ),
    ({ plans }) => plans.map((plan) => ({ ...rowOf(plan), plan })),
  );
  useWhole(pages);
  if (pages.rows?.length === 0)
    return (
      <Empty title={t('No payroll or grants yet')} picture={<ExamplePicture of="days" />}>
        <p>{t('Pay or vest for many people at once, from a list.')}</p>
      </Empty>
    );
  const save = async (): Promise<void> =>
    saveFile(plansCsv(filterRows(pages.rows ?? [], filters).map(({ plan }) => plan)), 'weir-lists.csv', 'text/csv');
  return (
    <>
      <ListBar
        list="plans"
        filters={filters}
        isBusy={pages.isPending || saving.isRunning}
        onExport={() => void saving.run(save)}
      />
      {saving.error !== undefined && <Failed error={saving.error} />}
      <ListCard
        title={t('All lists')}
        waiting={t('Loading payroll and grants…')}
        pages={pages}
        total={pages.read[0]?.total}
        filters={filters}
      />
    </>
  );
};

/** Page of the plans of the connected wallet, or of the treasury on show. */
const PlansPage = () => {
  usePageTitle(t('Payroll & grants'));
  const connected = useWallet();
  const { treasury } = useScope();
  const filters = listFiltersOf('plans')(useSearch({ strict: false }));
  return (
    <>
      <Row gap="8px 16px" align="center" justify="space-between">
        <h1>{t('Payroll & grants')}</h1>
        <Link
          to="/plans/new"
          search={treasury === undefined ? {} : { vault: treasury.id }}
          className={buttonClass('main')}
        >
          {t('New plan')}
        </Link>
      </Row>
      {connected === undefined ? (
        <NeedsWallet>{t('To see your salaries and grants.')}</NeedsWallet>
      ) : (
        <Plans key={treasury?.id} connected={connected} treasury={treasury} filters={filters} />
      )}
    </>
  );
};

export default PlansPage;
