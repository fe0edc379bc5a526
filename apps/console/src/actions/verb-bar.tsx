import { AlertDialog } from '@base-ui/react/alert-dialog';
import { lazy, type ReactNode, Suspense } from 'react';
import type { Progress } from '@weir/client';
import { withTexts } from '../language/load.js';
import { msg, t } from '../language/text.js';
import { Button, buttonClass } from '../ui/button.js';
import dialog from '../ui/dialog.module.css';
import { Row, Stack } from '../ui/layout.js';
import { Failed, Waiting } from '../ui/states.js';
import styles from './action-state.module.css';
import type { VerbState } from './use-verb.js';

/** Loaded with the first action that is done. */
const ReceiptCard = lazy(withTexts(() => import('./receipt-card.js')));

const REBUILDING = {
  STATE_MOVED: msg('Another transaction moved the contract. Rebuilding yours…'),
  BROADCAST_REJECTED: msg('A coin was spent. Rebuilding your transaction…'),
  TX_REPLACED: msg('Another transaction replaced it. Rebuilding yours…'),
  PROPOSAL_STALE: msg('The treasury’s coins moved. Rebuilding it…'),
} as const;

/** Says what a step is waiting for. */
const progressText = (progress: Progress): string => {
  switch (progress.step) {
    case 'building':
      return progress.attempt > 1 ? t('Rebuilding the transaction…') : t('Building the transaction…');
    case 'preparing':
      return t('Waiting for your wallet to sign a first transaction, which makes the coin the next one needs…');
    case 'signing':
      return t('Waiting for your wallet to sign. Look at the request there, and approve it.');
    case 'sending':
      return t('Sending it to the network…');
    case 'confirming':
      return t('Sent. Waiting for the service to verify it on the chain…');
    case 'waiting':
      return progress.reason === 'TX_NOT_FOUND'
        ? t('Sent. Waiting for the network to show it…')
        : t('The network has it. Waiting for a block to confirm it…');
    case 'rebuilding':
      return t(REBUILDING[progress.reason]);
    case 'done':
      return t('Done.');
  }
};

/** Returns whether a step waits for a person or the network, which take their time. */
const isForOthers = (progress: Progress | undefined): boolean =>
  progress?.step === 'signing' || progress?.step === 'preparing' || progress?.step === 'waiting';

/** Shows the state of an action in words. */
export const ActionState = ({ state }: { readonly state: VerbState }) => {
  if (state.phase === 'idle') return null;
  if (state.phase === 'failed') return <Failed error={state.error} />;
  if (state.phase === 'running')
    return (
      <Waiting
        what={state.progress === undefined ? t('Asking the service…') : progressText(state.progress)}
        on={isForOthers(state.progress) ? 'person' : 'task'}
      />
    );
  return (
    <div className={styles['done']} role="status">
      <strong>{t('Done.')}</strong>
      <Suspense>
        <ReceiptCard receipt={state.receipt} />
      </Suspense>
    </div>
  );
};

interface ConfirmDialogProps {
  /** Label of the button that opens the dialog. */
  readonly label: string;
  readonly title: string;
  /** Label of the confirming button. */
  readonly confirm: string;
  readonly disabled: boolean;
  readonly small?: boolean;
  readonly onConfirm: () => void;
  /** What will happen. */
  readonly children: ReactNode;
}

/** Asks for confirmation of something that cannot be undone, saying what it will do. */
export const ConfirmDialog = ({
  label,
  title,
  confirm,
  disabled,
  small = false,
  onConfirm,
  children,
}: ConfirmDialogProps) => (
  <AlertDialog.Root>
    <AlertDialog.Trigger render={<Button look="danger" small={small} disabled={disabled} />}>
      {label}
    </AlertDialog.Trigger>
    <AlertDialog.Portal>
      <AlertDialog.Backdrop className={dialog['backdrop']} />
      <AlertDialog.Popup className={dialog['popup']}>
        <AlertDialog.Title className={dialog['title']}>{title}</AlertDialog.Title>
        <AlertDialog.Description render={<Stack gap={10} />}>{children}</AlertDialog.Description>
        <Row gap={8} justify="end">
          <AlertDialog.Close className={buttonClass('plain')}>{t('Keep it')}</AlertDialog.Close>
          <AlertDialog.Close className={buttonClass('danger')} onClick={onConfirm}>
            {confirm}
          </AlertDialog.Close>
        </Row>
      </AlertDialog.Popup>
    </AlertDialog.Portal>
  </AlertDialog.Root>
);

/** An available action, with a confirmation where it cannot be undone. */
export interface Offer<Verb extends string> {
  readonly verb: Verb;
  readonly label: string;
  readonly look?: 'main' | 'plain';
  /** The confirmation to ask for first. */
  readonly question?: { readonly title: string; readonly confirm: string; readonly text: ReactNode };
}

interface VerbBarProps<Verb extends string> {
  readonly state: VerbState;
  readonly offers: readonly Offer<Verb>[];
  readonly onRun: (verb: Verb) => void;
  /** Further buttons, beside them. */
  readonly children?: ReactNode;
}

/** Shows a button for each available action, of which the first is the primary one, and the state of the one begun. One runs at a time. */
export const VerbBar = <Verb extends string>({ state, offers, onRun, children }: VerbBarProps<Verb>) => {
  const isBusy = state.phase === 'running';
  return (
    <>
      {/* Beside each other: a wallet that comes late, and can do more, moves nothing down. */}
      {offers.length > 0 && (
        <Row gap={12}>
          {offers.map(({ verb, label, look, question }, index) =>
            question === undefined ? (
              <Button
                key={verb}
                look={look ?? (index === 0 ? 'main' : 'plain')}
                disabled={isBusy}
                onClick={() => onRun(verb)}
              >
                {label}
              </Button>
            ) : (
              <ConfirmDialog
                key={verb}
                label={label}
                title={question.title}
                confirm={question.confirm}
                disabled={isBusy}
                onConfirm={() => onRun(verb)}
              >
                {question.text}
              </ConfirmDialog>
            ),
          )}
          {children}
        </Row>
      )}
      <ActionState state={state} />
    </>
  );
};
