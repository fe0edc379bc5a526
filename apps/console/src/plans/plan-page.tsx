import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Plan } from '@weir/client';
import { useServices } from '../api/services.js';
import { usePageTitle } from '../app/page-title.js';
import { Loaded } from '../records/loaded.js';
import { RecordPage } from '../records/record-page.js';
import { sameRecord } from '../records/same-record.js';
import { Card, Facts } from '../ui/card.js';
import { Figures } from '../ui/figures.js';
import { Address, Amount, Time } from '../ui/values.js';
import { vaultFacts } from '../vaults/vault-facts.js';
import { useRole } from '../wallet/use-role.js';
import { PlanActions } from './plan-actions.js';
import { PlanStreams } from './plan-streams.js';
import { readPlan } from './read-plan.js';
import { usePlanReader } from './use-plan-reader.js';

const route = getRouteApi('/plans/$id');

const View = ({ plan }: { readonly plan: Plan }) => {
  const { id } = plan;
  const isMine = useRole();
  usePageTitle(plan.plan_id);
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
                ...vaultFacts(plan.vault_id),
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

/** Page of a plan: many streams or payments of one sender. */
const PlanPage = () => {
  const { id } = route.useParams();
  const { weir } = useServices();
  const reader = usePlanReader();
  const { connected, requiresSignIn } = reader;
  const query = useQuery({
    queryKey: ['record', id, 'plan', connected?.address, requiresSignIn],
    queryFn: ({ signal }) => readPlan(weir, id, reader, signal),
    placeholderData: sameRecord(id),
  });
  return (
    <Loaded query={query} kind="plan" isForMembers={requiresSignIn}>
      {({ plan }) => <View plan={plan} />}
    </Loaded>
  );
};

export default PlanPage;
