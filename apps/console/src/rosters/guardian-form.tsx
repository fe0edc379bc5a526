import { useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { useAddressPrefix, useServices } from '../api/services.js';
import { noticeText } from '../format/time.js';
import { showFirstProblem, shownProblems } from '../forms/problems.js';
import { RecipientField } from '../forms/recipient-field.js';
import { type Message, t, tOptions } from '../language/text.js';
import { Button } from '../ui/button.js';
import { segmentField, selectField } from '../ui/field.js';
import { LEAVING, useTask } from '../ui/hooks.js';
import { Columns, Stack } from '../ui/layout.js';
import { TaskState } from '../ui/states.js';
import type { VaultDetail } from '../vaults/proposal-choices.js';
import { REVIEWS, SILENCES } from '../vaults/vault-draft.js';
import type { ConnectedWallet } from '../wallet/wallet-store.js';
import { guardianDraftOf, readGuardianDraft } from './guardian-draft.js';
import type { Roster } from './roster-words.js';

interface GuardianFormProps {
  readonly vault: VaultDetail;
  readonly roster: Roster;
  readonly connected: ConnectedWallet;
}

/** Returns delays to choose from, the present one among them. */
const withPresent = (blocks: number, offered: readonly (readonly [blocks: string, text: Message])[]) =>
  offered.some(([one]) => one === String(blocks))
    ? tOptions(offered)
    : [[String(blocks), noticeText(blocks)] as const, ...tOptions(offered)];

/** Form by which members propose another guardian, or other delays. */
export const GuardianForm = ({ vault, roster, connected }: GuardianFormProps) => {
  const { id, signers } = vault;
  const { weir } = useServices();
  const navigate = useNavigate();
  const prefix = useAddressPrefix();
  const task = useTask();
  const [isSubmitted, setSubmitted] = useState(false);
  const [draft, setDraft] = useState(() => guardianDraftOf(roster));
  const read = readGuardianDraft(draft, roster, signers, prefix);
  const problems = 'problems' in read ? shownProblems(read.problems, draft, isSubmitted) : {};
  const form = { draft, onChange: setDraft, problems };
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setSubmitted(true);
    if ('problems' in read) {
      showFirstProblem(event.currentTarget);
      return;
    }
    const { exchange } = read;
    if (exchange === undefined) return;
    await task.run(async () => {
      const made = await weir.vaults.at(id).proposeExchange(exchange, connected.wallet);
      await navigate({ to: '/proposals/$id', params: { id: made.id } });
      return LEAVING;
    });
  };
  return (
    <details>
      <summary>{t('Change the guardian or the delays')}</summary>
      <Stack as="form" gap={16} pad="12px 0 0" onSubmit={(event: SubmitEvent) => void submit(event)} noValidate>
        {segmentField(form, 'who', t('Guardian'), [
          ['same', t('as it is')],
          ['other', t('another guardian')],
          ['nobody', t('nobody')],
        ])}
        {draft.who === 'other' && (
          <RecipientField
            label={t('Address of the guardian')}
            value={draft.guardian}
            onChange={(guardian) => setDraft({ ...draft, guardian })}
            error={problems.guardian}
            required
          />
        )}
        {draft.who !== 'nobody' && (
          <Columns gap={16}>
            {selectField(form, 'quiet', t('Silence before a recovery'), withPresent(roster.quietBlocks, SILENCES))}
            {selectField(form, 'review', t('Time to stop it'), withPresent(roster.reviewBlocks, REVIEWS))}
          </Columns>
        )}
        <p>{t('Two signers sign it, as they sign a payment. No money moves.')}</p>
        <div>
          <Button type="submit" disabled={task.isRunning || ('exchange' in read && read.exchange === undefined)}>
            {t('Propose the change')}
          </Button>
        </div>
        <TaskState task={task} what={t('Building it from the treasury’s coins…')} />
      </Stack>
    </details>
  );
};
