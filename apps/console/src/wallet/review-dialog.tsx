import { AlertDialog } from '@base-ui/react/alert-dialog';
import { t } from '../language/text.js';
import { Button } from '../ui/button.js';
import dialog from '../ui/dialog.module.css';
import styles from './review-dialog.module.css';
import { useReview } from './reviews.js';

/** Shows what a transaction does, as its own bytes tell, before the wallet is asked to sign it. */
export const ReviewDialog = () => {
  const open = useReview();
  return (
    <AlertDialog.Root open={open !== undefined} onOpenChange={(isOpen) => !isOpen && open?.answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialog['backdrop']} />
        <AlertDialog.Popup className={dialog['popup']}>
          <AlertDialog.Title className={dialog['title']}>{t('Check before you sign')}</AlertDialog.Title>
          <AlertDialog.Description render={<div className={styles['sentences']} />}>
            {open?.review.sentences.map((sentence, index) => (
              <p key={index}>{sentence}</p>
            ))}
          </AlertDialog.Description>
          <dl className={styles['rows']}>
            {open?.review.rows.map(({ label, value, adds, isTotal = false }, index) => (
              <div key={index} className={adds && styles[isTotal ? 'total' : 'sum']}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <div className={dialog['actions']}>
            <Button onClick={() => open?.answer(false)}>{t('Do not sign')}</Button>
            <Button look="main" onClick={() => open?.answer(true)}>
              {t('Continue to the wallet')}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
};
