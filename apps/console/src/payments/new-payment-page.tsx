import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { PaymentTerms } from '@weir/client';
import { useServices } from '../api/services.js';
import { useTokenDecimals } from '../forms/asset-fields.js';
import { CreateColumns } from '../forms/create-columns.js';
import { NewPage } from '../forms/new-page.js';
import { shownProblems } from '../forms/shown-problems.js';
import { toldProblems } from '../forms/told-problems.js';
import { useCreate } from '../forms/use-create.js';
import { Card } from '../ui/card.js';
import { PayerCard, usePayer } from '../vaults/payer-card.js';
import { newPaymentDraft, readPaymentDraft } from './payment-draft.js';
import { PaymentForm } from './payment-form.js';
import { PaymentPreview, usePaymentPreview } from './payment-preview.js';

const route = getRouteApi('/payments/new');

/** Form for the terms, and their preview. */
const Form = ({ now }: { readonly now: number }) => {
  const { weir } = useServices();
  const navigate = useNavigate();
  const [draft, setDraft] = useState(() => newPaymentDraft(now));
  const read = readPaymentDraft(draft, useTokenDecimals(draft));
  const payer = usePayer(route.useSearch().vault);
  const terms = 'terms' in read && payer.terms !== undefined ? { ...read.terms, ...payer.terms } : undefined;
  const preview = usePaymentPreview(terms);
  const { isSubmitted, isCreating, error, submit, reset } = useCreate<PaymentTerms>(async (agreed, wallet) => {
    const { id } = await weir.payments.create(agreed, wallet);
    await navigate({ to: '/payments/$id', params: { id } });
  });
  return (
    <CreateColumns
      submit="Create payment"
      onSubmit={(event) => void submit(event, terms)}
      isCreating={isCreating}
      error={error}
      fields={
        <>
          <Card title="Terms">
            <PaymentForm
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
      preview={<PaymentPreview preview={preview} isByVault={terms?.vaultId !== undefined} />}
    />
  );
};

const NewPaymentPage = () => <NewPage title="New payment">{(now) => <Form now={now} />}</NewPage>;

export default NewPaymentPage;
