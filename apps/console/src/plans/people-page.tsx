import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Plan, PlanStream } from '@weir/client';
import { useServices } from '../api/services.js';
import { isScriptAddress } from '../format/identifiers.js';
import { t } from '../language/text.js';
import { usePageTitle } from '../ui/hooks.js';
import { Empty, Failed, Waiting } from '../ui/states.js';
import { ProveButton, WalletButton } from '../wallet/wallet-button.js';
import type { ConnectedWallet } from '../wallet/wallet-store.js';
import { type PlanReader, readPlan, readPlanRows, usePlanReader } from './read-plan.js';

/** A plan with all of its rows, for its sender. */
export interface PeopleProps {
  readonly plan: Plan;
  readonly rows: readonly PlanStream[];
  readonly connected: ConnectedWallet;
}

/** Reads a plan with all of its rows when the page is opened, for a form about its people: what is typed must stay. */
const usePeople = (id: string, reader: PlanReader) => {
  const { weir } = useServices();
  const { connected, requiresSignIn } = reader;
  return useQuery({
    queryKey: ['record', id, 'people', connected?.address, requiresSignIn],
    enabled: connected !== undefined,
    staleTime: Infinity,
    // A treasury's members may have carried out a proposal meanwhile.
    refetchOnMount: 'always',
    queryFn: async ({ signal }) => {
      const { plan } = await readPlan(weir, id, reader, signal);
      return { plan, rows: await readPlanRows(weir, plan, reader, signal) };
    },
  });
};

/** Recipients of a plan, once all of them are loaded. */
const LoadedPeople = ({
  id,
  reader,
  connected,
  children,
}: Pick<PeoplePageProps, 'id' | 'children'> & {
  readonly reader: PlanReader;
  readonly connected: ConnectedWallet;
}) => {
  const { data, error, refetch } = usePeople(id, reader);
  return (
    <>
      {error !== null && data === undefined && <Failed error={error} retry={() => void refetch()} />}
      {data !== undefined &&
        (isScriptAddress(data.plan.sender) && data.plan.vault_id === null ? (
          <ProveButton id={id} label={t('Show details that only the sender sees')} />
        ) : (
          children({ ...data, connected })
        ))}
      {data === undefined && error === null && <Waiting what={t('Loading all recipients…')} />}
    </>
  );
};

interface PeoplePageProps {
  readonly title: string;
  /** The plan's. */
  readonly id: string;
  /** Returns the form about its people. */
  readonly children: (people: PeopleProps) => ReactNode;
}

/** Page with a form about all people of a plan, for the wallet that pays them. */
export const PeoplePage = ({ title, id, children }: PeoplePageProps) => {
  usePageTitle(title);
  const reader = usePlanReader();
  const { connected } = reader;
  return (
    <>
      <h1>{title}</h1>
      {connected === undefined ? (
        <Empty title={t('Connect the wallet that pays')}>
          <WalletButton />
        </Empty>
      ) : (
        <LoadedPeople id={id} reader={reader} connected={connected}>
          {children}
        </LoadedPeople>
      )}
    </>
  );
};
