import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { useInfo } from '../api/info.js';
import { useServices } from '../api/services.js';
import { usePageTitle } from '../app/page-title.js';
import { useTokenDecimals } from '../forms/asset-fields.js';
import layout from '../records/layout.module.css';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { Waiting } from '../ui/states.js';
import { WalletButton } from '../wallet/wallet-button.js';
import { useWallet } from '../wallet/wallet-store.js';
import { newPlanDraft, readPlanDraft, type PlanDraft, type PlanProblems } from './plan-draft.js';
import { PlanFailure } from './plan-failure.js';
import { PlanForm } from './plan-form.js';
import { PlanPreview } from './plan-preview.js';

const route = getRouteApi('/plans/new');
const NO_PROBLEMS: PlanProblems = { head: {}, rows: [] };

const Form = ({ now, vaultId }: { readonly now: number; readonly vaultId: string | undefined }) => {
  const { weir } = useServices();
  const connected = useWallet();
  const navigate = useNavigate();
  const [{ draft, version }, setDraft] = useState(() => ({ draft: newPlanDraft(now), version: 0 }));
  const [isTried, setTried] = useState(false);
  const [state, setState] = useState<{ readonly error?: unknown; readonly isCreating: boolean }>({ isCreating: false });
  const tokenDecimals = useTokenDecimals(draft);
  const read = readPlanDraft(draft, { vaultId, tokenDecimals });
  const change = (changes: Partial<PlanDraft>): void => {
    setDraft((before) => ({ draft: { ...before.draft, ...changes }, version: before.version + 1 }));
    setState({ isCreating: false });
  };
  const create = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if ('problems' in read || connected === undefined || state.isCreating) return;
    setState({ isCreating: true });
    try {
      const { id } = await weir.plans.create(read.terms, connected.wallet);
      await navigate({ to: '/plans/$id', params: { id } });
    } catch (error) {
      setState({ error, isCreating: false });
    }
  };
  return (
    <form className={layout['columns']} onSubmit={(event) => void create(event)} noValidate>
      <div className={layout['column']}>
        <PlanForm
          draft={draft}
          onChange={change}
          problems={isTried && 'problems' in read ? read.problems : NO_PROBLEMS}
        />
      </div>
      <div className={layout['column']}>
        <PlanPreview terms={'terms' in read ? read.terms : undefined} version={version} />
        {state.error !== undefined && <PlanFailure error={state.error} />}
        {connected === undefined ? (
          <Card title="Who pays?">
            <p>Connect the wallet that will fund it. Creating costs nothing; funding is the next step.</p>
            <WalletButton />
          </Card>
        ) : (
          <Button type="submit" look="main" disabled={state.isCreating}>
            Create plan
          </Button>
        )}
        {state.isCreating && <Waiting what="Checking every row, and storing the list…" />}
      </div>
    </form>
  );
};

/** Making a plan: many streams, or salaries, opened by a signature or a few. */
const NewPlanPage = () => {
  usePageTitle('New plan');
  const { vault } = route.useSearch();
  const { data, error } = useInfo();
  return (
    <>
      <h1>New plan</h1>
      {vault !== undefined && (
        <p>
          Funded by{' '}
          <Link to="/vaults/$id" params={{ id: vault }}>
            a vault
          </Link>
          , which is its sender: two of its signers sign the funding.
        </p>
      )}
      {data === undefined && error === null ? (
        <Waiting what="Asking for the chain’s time…" />
      ) : (
        <Form now={data?.chain?.asOf ?? Math.floor(Date.now() / 1_000)} vaultId={vault} />
      )}
    </>
  );
};

export default NewPlanPage;
