import { Link } from '@tanstack/react-router';
import { useServices } from '../api/services.js';
import { planNote } from '../kinds/plan-words.js';
import { t } from '../language/text.js';
import { RecordRows } from '../records/record-rows.js';
import { buttonClass } from '../ui/button.js';
import { ExamplePicture } from '../ui/example-picture.js';
import { usePageTitle } from '../ui/hooks.js';
import { Row } from '../ui/layout.js';
import { PagesCard, usePages } from '../ui/pages.js';
import { Empty } from '../ui/states.js';
import { NeedsWallet } from '../wallet/needs-wallet.js';
import { useScope, type Scope } from '../wallet/scope.js';
import { type ConnectedWallet, useWallet } from '../wallet/wallet-store.js';

const ROWS = 25;

const Plans = ({ connected, treasury }: { readonly connected: ConnectedWallet } & Pick<Scope, 'treasury'>) => {
  const { weir } = useServices();
  const pages = usePages(
    ['plans', connected.address, treasury?.id],
    (cursor, options) =>
      weir.plans.page(
        { limit: ROWS, ...(treasury !== undefined && { vaultId: treasury.id }), ...cursor },
        connected.wallet,
        options,
      ),
    ({ plans }) => plans,
  );
  if (pages.rows?.length === 0)
    return (
      <Empty title={t('No payroll or grants yet')} picture={<ExamplePicture of="days" />}>
        <p>{t('Pay or vest for many people at once, from a list.')}</p>
      </Empty>
    );
  return (
    <PagesCard title={t('All lists')} pages={pages} waiting={t('Loading payroll and grants…')}>
      {(rows) => (
        <RecordRows
          label={t('Payroll and grants')}
          rows={rows.map((plan) => ({
            kind: 'plan',
            id: plan.id,
            title: plan.description ?? plan.plan_id,
            status: plan.status,
            amountBase: plan.total_amount_base,
            of: plan,
            note: planNote(plan),
          }))}
        />
      )}
    </PagesCard>
  );
};

/** Page of the plans of the connected wallet, or of the treasury on show. */
const PlansPage = () => {
  usePageTitle(t('Payroll & grants'));
  const connected = useWallet();
  const { treasury } = useScope();
  return (
    <>
      <Row gap="8px 16px" align="center" justify="space-between">
        <h1>{t('Payroll & grants')}</h1>
        <Link
          to="/plans/new"
          search={treasury === undefined ? {} : { vault: treasury.id }}
          className={buttonClass('main')}
        >
          {t('New list')}
        </Link>
      </Row>
      {connected === undefined ? (
        <NeedsWallet>{t('To see your salaries and grants.')}</NeedsWallet>
      ) : (
        <Plans key={treasury?.id} connected={connected} treasury={treasury} />
      )}
    </>
  );
};

export default PlansPage;
