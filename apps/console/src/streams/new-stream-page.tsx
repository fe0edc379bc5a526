import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { StreamTerms } from '@weir/client';
import { useServices } from '../api/services.js';
import { useTokenDecimals } from '../forms/asset-fields.js';
import { CreateColumns } from '../forms/create-columns.js';
import { NewPage } from '../forms/new-page.js';
import { shownProblems } from '../forms/shown-problems.js';
import { toldProblems } from '../forms/told-problems.js';
import { useCreate } from '../forms/use-create.js';
import { Card } from '../ui/card.js';
import { PayerCard, usePayer } from '../vaults/payer-card.js';
import { newDraft, readDraft } from './stream-draft.js';
import { StreamForm } from './stream-form.js';
import { StreamPreview, useStreamPreview } from './stream-preview.js';

const route = getRouteApi('/streams/new');

/** Form for the terms, and their preview. */
const Form = ({ now }: { readonly now: number }) => {
  const { weir } = useServices();
  const navigate = useNavigate();
  const [draft, setDraft] = useState(() => newDraft(now));
  const read = readDraft(draft, useTokenDecimals(draft));
  const payer = usePayer(route.useSearch().vault);
  const terms = 'terms' in read && payer.terms !== undefined ? { ...read.terms, ...payer.terms } : undefined;
  const preview = useStreamPreview(terms);
  const { isSubmitted, isCreating, error, submit, reset } = useCreate<StreamTerms>(async (agreed, wallet) => {
    const { id } = await weir.streams.create(agreed, wallet);
    await navigate({ to: '/streams/$id', params: { id } });
  });
  return (
    <CreateColumns
      submit="Create stream"
      onSubmit={(event) => void submit(event, terms)}
      isCreating={isCreating}
      error={error}
      fields={
        <>
          <Card title="Terms">
            <StreamForm
              draft={draft}
              onChange={(changed) => {
                setDraft(changed);
                reset();
              }}
              problems={
                'problems' in read ? shownProblems(read.problems, draft, isSubmitted) : toldProblems(preview.error)
              }
            />
          </Card>
          <PayerCard {...payer} />
        </>
      }
      preview={<StreamPreview preview={preview} isByVault={terms?.vaultId !== undefined} />}
    />
  );
};

const NewStreamPage = () => <NewPage title="New stream">{(now) => <Form now={now} />}</NewPage>;

export default NewStreamPage;
