import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { useServices } from '../api/services.js';
import { useTokenDecimals } from '../forms/asset-fields.js';
import { NewPage } from '../forms/new-page.js';
import layout from '../records/layout.module.css';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { Waiting } from '../ui/states.js';
import { PayerCard, usePayer } from '../vaults/payer-card.js';
import { WalletButton } from '../wallet/wallet-button.js';
import { useWallet } from '../wallet/wallet-store.js';
import { newPlanDraft, readPlanDraft, type PlanDraft, type PlanProblems } from './plan-draft.js';
import { PlanFailure } from './plan-failure.js';
import { PlanForm } from './plan-form.js';
import { PlanPreview } from './plan-preview.js';

const route = getRouteApi('/plans/new');
const NO_PROBLEMS: PlanProblems = { head: {}, rows: [] };

const Form = ({ now }: { readonly now: number }) => {
  const { weir } = useServices();
  const connected = useWallet();
  const navigate = useNavigate();
  const [{ draft, version }, setDraft] = useState(() => ({ draft: newPlanDraft(now), version: 0 }));
  const [isSubmitted, setSubmitted] = useState(false);
  const [state, setState] = useState<{ readonly error?: unknown; readonly isCreating: boolean }>({ isCreating: false });
  const tokenDecimals = useTokenDecimals(draft);
  const payer = usePayer(route.useSearch().vault);
  const read = readPlanDraft(draft, { vaultId: payer.terms?.vaultId, tokenDecimals });
  const terms = 'terms' in read && payer.terms !== undefined ? read.terms : undefined;
  const change = (changes: Partial<PlanDraft>): void => {
    setDraft((before) => ({ draft: { ...before.draft, ...changes }, version: before.version + 1 }));
    setState({ isCreating: false });
  };
  const create = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setSubmitted(true);
    if (terms === undefined || connected === undefined || state.isCreating) return;
    setState({ isCreating: true });
    try {
      const { id } = await weir.plans.create(terms, connected.wallet);
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
          problems={isSubmitted && 'problems' in read ? read.problems : NO_PROBLEMS}
        />
        <PayerCard {...payer} />
      </div>
      <div className={layout['column']}>
        <PlanPreview terms={terms} version={version} />
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

/** Page that creates a plan: many streams or salaries, funded with one or a few signatures. */
const NewPlanPage = () => <NewPage title="New plan">{(now) => <Form now={now} />}</NewPage>;

export default NewPlanPage;
