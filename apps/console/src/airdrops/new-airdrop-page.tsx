import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { CampaignTerms, ListProgress } from '@weir/client';
import { useServices } from '../api/services.js';
import { usePageTitle } from '../app/page-title.js';
import type { Asset } from '../format/amount.js';
import { useTokenDecimals } from '../forms/asset-fields.js';
import { CreateColumns } from '../forms/create-columns.js';
import { shownProblems } from '../forms/shown-problems.js';
import { useCreate } from '../forms/use-create.js';
import { isCategory } from '../tokens/category.js';
import { useToken } from '../tokens/use-token.js';
import { Card } from '../ui/card.js';
import { PayerCard, usePayer } from '../vaults/payer-card.js';
import { NEW_AIRDROP, readAirdropDraft, type AirdropDraft } from './airdrop-draft.js';
import { AirdropForm } from './airdrop-form.js';
import { AirdropPreview } from './airdrop-preview.js';
import { Uploading } from './list/uploading.js';
import { useListRules } from './list/use-list-rules.js';
import { useList } from './list/use-list.js';

const route = getRouteApi('/airdrops/new');

/** Returns the asset of a draft's amounts, with its token's metadata once known. */
const useAsset = ({ asset, category }: AirdropDraft): Asset => {
  const told = useToken(asset === 'BCH' ? '' : category);
  if (asset === 'BCH' || !isCategory(category)) return asset;
  return { token_type: asset, token_category: category.trim().toLowerCase(), token: told?.token ?? null };
};

/** Page that creates an airdrop. A list of recipients is checked in the browser and uploaded with the terms. */
const NewAirdropPage = () => {
  usePageTitle('New airdrop');
  const { weir } = useServices();
  const navigate = useNavigate();
  const [draft, setDraft] = useState(NEW_AIRDROP);
  const [progress, setProgress] = useState<ListProgress>();
  const list = useList(useListRules(draft.asset));
  const of = useAsset(draft);
  const read = readAirdropDraft(draft, list.state, useTokenDecimals(draft));
  const payer = usePayer(route.useSearch().vault);
  const terms = 'terms' in read && payer.terms !== undefined ? { ...read.terms, ...payer.terms } : undefined;
  // After a failed upload the list is sent to the campaign already created, as long as the terms are the same.
  const stored = useRef<{ readonly terms: string; readonly id: string }>(undefined);
  const { isSubmitted, isCreating, error, submit, reset } = useCreate<CampaignTerms>(async (agreed, wallet) => {
    setProgress(undefined);
    const text = JSON.stringify([agreed, await wallet.getAddresses()]);
    const id = stored.current?.terms === text ? stored.current.id : (await weir.airdrops.create(agreed, wallet)).id;
    stored.current = { terms: text, id };
    if (agreed.requireKyc === true && list.file !== undefined)
      await weir.airdrops.at(id).generateList(list.file, wallet, { onProgress: setProgress });
    await navigate({ to: '/airdrops/$id', params: { id } });
  });
  return (
    <>
      <h1>New airdrop</h1>
      <CreateColumns
        submit="Create airdrop"
        onSubmit={(event) => void submit(event, terms)}
        isCreating={isCreating}
        doing={<Uploading progress={progress} />}
        error={error}
        fields={
          <>
            <Card title="Terms">
              <AirdropForm
                draft={draft}
                onChange={(changed) => {
                  setDraft(changed);
                  reset();
                }}
                list={list}
                of={of}
                problems={'problems' in read ? shownProblems(read.problems, draft, isSubmitted) : {}}
              />
            </Card>
            <PayerCard {...payer} />
          </>
        }
        preview={
          <AirdropPreview draft={draft} list={list.state} of={of} isByVault={payer.terms?.vaultId !== undefined} />
        }
      />
    </>
  );
};

export default NewAirdropPage;
