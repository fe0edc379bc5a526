import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Button } from '../ui/button.js';
import dialog from '../ui/dialog.module.css';
import { useApprovals } from './approvals.js';

/** Asks before the in-page wallet signs, if the user has chosen that. */
export const ApprovalDialog = () => {
  const { first } = useApprovals();
  return (
    <AlertDialog.Root open={first !== undefined} onOpenChange={(isOpen) => !isOpen && first?.answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialog['backdrop']} />
        <AlertDialog.Popup className={dialog['popup']}>
          <AlertDialog.Title className={dialog['title']}>Sign this?</AlertDialog.Title>
          <AlertDialog.Description className={dialog['asked']}>{first?.what}</AlertDialog.Description>
          <div className={dialog['actions']}>
            <Button onClick={() => first?.answer(false)}>Decline</Button>
            <Button look="main" onClick={() => first?.answer(true)}>
              Sign
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
};
