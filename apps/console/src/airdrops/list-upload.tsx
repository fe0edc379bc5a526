import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Campaign, ListProgress, Wallet } from '@weir/client';
import { useServices } from '../api/services.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { Failed } from '../ui/states.js';
import { RecipientsDrop } from './list/recipients-drop.js';
import { Uploading } from './list/uploading.js';
import { useListRules } from './list/use-list-rules.js';
import { useList } from './list/use-list.js';

interface Sending {
  readonly isSending: boolean;
  readonly progress?: ListProgress;
  readonly error?: unknown;
}

/** Uploads the list of a campaign, or replaces it until the campaign is funded. */
export const ListUpload = ({ campaign, wallet }: { readonly campaign: Campaign; readonly wallet: Wallet }) => {
  const { weir } = useServices();
  const client = useQueryClient();
  const list = useList(useListRules(campaign.token_type));
  const [sending, setSending] = useState<Sending>({ isSending: false });
  const { file, state } = list;
  const isRight = state?.phase === 'checked' && state.report.wrong === 0;
  const send = async (): Promise<void> => {
    if (file === undefined) return;
    setSending({ isSending: true });
    try {
      await weir.airdrops
        .at(campaign.id)
        .generateList(file, wallet, { onProgress: (progress) => setSending({ isSending: true, progress }) });
      list.choose(undefined);
      setSending({ isSending: false });
    } catch (error) {
      setSending({ isSending: false, error });
    }
    await client.invalidateQueries({ queryKey: ['record', campaign.id] });
  };
  const isMissing = campaign.merkle_root === null;
  return (
    <Card title={isMissing ? 'Its list' : 'Send another list'}>
      {!isMissing && <p>Until it is funded another list may take the place of the one there is.</p>}
      <RecipientsDrop list={list} of={campaign} />
      {isRight && (
        <Button look={isMissing ? 'main' : 'plain'} disabled={sending.isSending} onClick={() => void send()}>
          Send the list
        </Button>
      )}
      {sending.isSending && <Uploading progress={sending.progress ?? { sent: 0, size: file?.size ?? 1 }} />}
      {sending.error !== undefined && <Failed error={sending.error} />}
    </Card>
  );
};
