import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useServices } from '../api/services.js';
import { usePageTitle } from '../app/page-title.js';
import { RecordPage } from '../records/record-page.js';
import { Card, Facts } from '../ui/card.js';
import { Figures } from '../ui/figures.js';
import { Failed, Waiting } from '../ui/states.js';
import { Address, Amount, Time } from '../ui/values.js';
import { useRole } from '../wallet/use-role.js';
import { useWallet } from '../wallet/wallet-store.js';
import { PlanActions } from './plan-actions.js';
import { PlanStreams } from './plan-streams.js';

const route = getRouteApi('/plans/$id');

/** One plan: many streams or payments of one sender. */
const PlanPage = () => {
  const { id } = route.useParams();
  const { weir } = useServices();
  const connected = useWallet();
  const isMine = useRole();
  const { data, error, refetch } = useQuery({
    queryKey: ['record', id, 'plan', connected?.address],
    queryFn: ({ signal }) =>
      weir.ask((sent) => weir.api.GET('/api/plans/{id}', { ...sent, params: { path: { id } } }), {
        signal,
        wallet: connected?.wallet,
      }),
  });
  usePageTitle(data?.plan.plan_id ?? 'Plan');
  if (error !== null && data === undefined) return <Failed error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Waiting what="Reading the plan…" />;
  const { plan } = data;
  return (
    <RecordPage
      id={id}
      kind={plan.product === 'vesting' ? 'Plan of streams' : 'Plan of payments'}
      title={plan.description ?? plan.plan_id}
      status={plan.status}
      figures={
        <Figures
          label="How it stands"
          figures={[
            ['Total', <Amount key="total" base={plan.total_amount_base} of={plan} />],
            ['Recipients', plan.streams.toLocaleString()],
            ['Parts funded', `${plan.parts_funded} of ${plan.parts}`],
          ]}
        />
      }
      side={
        <>
          <PlanActions plan={plan} />
          <Card title="Terms">
            <Facts
              facts={[
                ['Id', plan.plan_id],
                ...(plan.vault_id === null
                  ? []
                  : [
                      [
                        'Vault',
                        <Link key="v" to="/vaults/$id" params={{ id: plan.vault_id }}>
                          Its page
                        </Link>,
                      ] as const,
                    ]),
                ['Sender', <Address key="s" address={plan.sender} mine={isMine(plan.sender)} />],
                ['Can be cancelled', plan.cancelable ? `With ${plan.cancel_notice_blocks} blocks’ notice` : 'No'],
                ['Can be paused', plan.pausable ? 'By the sender' : 'No'],
                ['Created', <Time key="c" at={plan.created_at} />],
              ]}
            />
          </Card>
        </>
      }
    >
      <PlanStreams id={id} plan={plan} />
    </RecordPage>
  );
};

export default PlanPage;
