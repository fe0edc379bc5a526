import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { Button, buttonClass } from '../ui/button.js';
import dialog from '../ui/dialog.module.css';

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
        <AlertDialog.Description render={<div />}>{children}</AlertDialog.Description>
        <div className={dialog['actions']}>
          <AlertDialog.Close className={buttonClass('plain')}>Keep it</AlertDialog.Close>
          <AlertDialog.Close className={buttonClass('danger')} onClick={onConfirm}>
            {confirm}
          </AlertDialog.Close>
        </div>
      </AlertDialog.Popup>
    </AlertDialog.Portal>
  </AlertDialog.Root>
);
