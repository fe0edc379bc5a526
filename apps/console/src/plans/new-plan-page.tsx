import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { PlanTerms } from '@weir/client';
import { useServices } from '../api/services.js';
import { useTokenDecimals } from '../forms/asset-fields.js';
import { CreateColumns } from '../forms/create-columns.js';
import { NewPage } from '../forms/new-page.js';
import { useCreate } from '../forms/use-create.js';
import { Waiting } from '../ui/states.js';
import { PayerCard, usePayer } from '../vaults/payer-card.js';
import { newPlanDraft, readPlanDraft, shownPlanProblems, type PlanDraft, type PlanProblems } from './plan-draft.js';
import { PlanFailure } from './plan-failure.js';
import { PlanForm } from './plan-form.js';
import { PlanPreview } from './plan-preview.js';

const route = getRouteApi('/plans/new');
const NO_PROBLEMS: PlanProblems = { head: {}, rows: [] };

const Form = ({ now }: { readonly now: number }) => {
  const { weir } = useServices();
  const navigate = useNavigate();
  const [{ draft, version }, setDraft] = useState(() => ({ draft: newPlanDraft(now), version: 0 }));
  const tokenDecimals = useTokenDecimals(draft);
  const payer = usePayer(route.useSearch().vault);
  const read = readPlanDraft(draft, { vaultId: payer.terms?.vaultId, tokenDecimals });
  const terms = 'terms' in read && payer.terms !== undefined ? read.terms : undefined;
  const { isSubmitted, isCreating, error, submit, reset } = useCreate<PlanTerms>(async (agreed, wallet) => {
    const { id } = await weir.plans.create(agreed, wallet);
    await navigate({ to: '/plans/$id', params: { id } });
  });
  const change = (changes: Partial<PlanDraft>): void => {
    setDraft((before) => ({ draft: { ...before.draft, ...changes }, version: before.version + 1 }));
    reset();
  };
  return (
    <CreateColumns
      submit="Create plan"
      onSubmit={(event) => void submit(event, terms)}
      isCreating={isCreating}
      doing={<Waiting what="Checking every row, and storing the list…" />}
      error={error}
      failure={(refusal) => <PlanFailure error={refusal} />}
      fields={
        <>
          <PlanForm
            draft={draft}
            onChange={change}
            problems={'problems' in read ? shownPlanProblems(read.problems, draft, isSubmitted) : NO_PROBLEMS}
          />
          <PayerCard {...payer} />
        </>
      }
      preview={<PlanPreview terms={terms} version={version} />}
    />
  );
};

/** Page that creates a plan: many streams or salaries, funded with one or a few signatures. */
const NewPlanPage = () => <NewPage title="New plan">{(now) => <Form now={now} />}</NewPage>;

export default NewPlanPage;
