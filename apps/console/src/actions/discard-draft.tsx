import type { Discardable } from '@weir/kinds';
import { useServices } from '../api/services.js';
import { useRefetch } from '../api/use-events.js';
import { t } from '../language/text.js';
import { useTask } from '../ui/hooks.js';
import { TaskState } from '../ui/states.js';
import { useWallet } from '../wallet/wallet-store.js';
import { ConfirmDialog } from './verb-bar.js';

interface DiscardDraftProps {
  readonly kind: Discardable;
  readonly id: string;
  /** Whether it is in a list. */
  readonly small?: boolean;
}

/** Button that discards a record that nobody has funded, after a question. Shown only with a wallet. */
export const DiscardDraft = ({ kind, id, small = false }: DiscardDraftProps) => {
  const { weir } = useServices();
  const connected = useWallet();
  const task = useTask();
  const refetch = [useRefetch('portfolio'), useRefetch('record', id)] as const;
  if (connected === undefined) return null;
  const discard = async (): Promise<void> => {
    await weir.discard({ kind, id }, connected.wallet);
    await Promise.all(refetch.map((read) => read()));
  };
  return (
    <>
      <ConfirmDialog
        small={small}
        label={t('Discard')}
        title={t('Discard this draft?')}
        confirm={t('Discard it')}
        disabled={task.isRunning}
        onConfirm={() => void task.run(discard)}
      >
        <p>{t('Nobody has funded it, so no money moves. It can no longer be funded, and is deleted after a week.')}</p>
        <p>{t('If you signed its funding a moment ago, the funding still counts.')}</p>
      </ConfirmDialog>
      <TaskState task={task} what={t('Discarding the draft…')} />
    </>
  );
};
