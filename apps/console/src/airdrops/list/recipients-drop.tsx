import type { ListProgress } from '@weir/client';
import { amountWithUnit, type Asset } from '../../format/amount.js';
import { rich } from '../../language/rich.js';
import { numberText, plural, t, tPhrase } from '../../language/text.js';
import { buttonClass, classes } from '../../ui/button.js';
import { Progress } from '../../ui/card.js';
import { useFileDrop } from '../../ui/hooks.js';
import { Waiting } from '../../ui/states.js';
import type { ListReport } from './list-check.js';
import styles from './recipients-drop.module.css';
import type { ChosenList } from './use-list.js';

const recipientsText = (count: number): string =>
  plural(count, { one: '{count} recipient', other: '{count} recipients' });

/** Shows the problems of a list, line by line. */
const Problems = ({ report: { wrong, problems } }: { readonly report: ListReport }) => (
  <div className={styles['wrong']} role="alert">
    <p>
      <strong>{plural(wrong, { one: 'One line is wrong.', other: '{count} lines are wrong.' })}</strong>{' '}
      {t('Correct the file, then choose it again.')}
    </p>
    <ul className={styles['problems']} tabIndex={0} aria-label={t('Problems')}>
      {problems.map(({ line, reason }) => (
        <li key={line}>
          {line > 0 && <span className={styles['line']}>{t('Line {line}', { line: numberText(line) })}</span>}{' '}
          {tPhrase(reason)}
        </li>
      ))}
    </ul>
    {wrong > problems.length && <p>{t('And {count} more.', { count: numberText(wrong - problems.length) })}</p>}
  </div>
);

/** Shows the progress or the result of checking a list. */
const Checked = ({ list, of }: { readonly list: ChosenList; readonly of: Asset }) => {
  const { state } = list;
  if (state === undefined) return null;
  if (state.phase === 'failed')
    return (
      <p className={styles['wrong']} role="alert">
        {tPhrase(state.reason)}
      </p>
    );
  const { report } = state;
  if (state.phase === 'checking')
    return (
      <div>
        <Progress percent={state.percent} what={t('Checking the list')} />
        <p className={styles['hint']}>
          {t('Checking…')} {report !== undefined && recipientsText(report.rows)}
        </p>
      </div>
    );
  if (state.report.wrong > 0) return <Problems report={state.report} />;
  return (
    <p className={styles['right']} role="status">
      {t('{recipients}, {amount} together.', {
        recipients: recipientsText(state.report.rows),
        amount: amountWithUnit(state.report.total, of),
      })}
    </p>
  );
};

interface RecipientsDropProps {
  readonly list: ChosenList;
  readonly of: Asset;
  /** What is missing, after the first submit. */
  readonly error?: string | undefined;
}

/** Drop zone and file picker for a list of recipients, with the result of its check. */
export const RecipientsDrop = ({ list, of, error }: RecipientsDropProps) => {
  const { isOver, zone } = useFileDrop(list.choose);
  return (
    <div className={styles['box']}>
      <div className={classes(styles['zone'], isOver && styles['over'])} {...zone}>
        <p className={styles['file']}>
          {list.file === undefined ? t('Drop the list of recipients here, or') : <strong>{list.file.name}</strong>}
        </p>
        <label className={classes(buttonClass('plain'), styles['choose'])}>
          {list.file === undefined ? t('Choose a CSV file') : t('Choose another file')}
          <input
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={({ target }) => {
              list.choose(target.files?.[0]);
              // Allows the same file to be chosen again after it was corrected.
              target.value = '';
            }}
          />
        </label>
        <p className={styles['hint']}>
          {rich('One line each: {form}.', { form: <code>address,amount</code> })}{' '}
          {(typeof of === 'string' ? of : of.token_type) === 'BCH'
            ? t('Amounts in BCH, such as 0.01.')
            : t('Amounts in whole base units of the token.')}
        </p>
      </div>
      {error !== undefined && (
        <p className={styles['wrong']} role="alert">
          {error}
        </p>
      )}
      <Checked list={list} of={of} />
    </div>
  );
};

/** Shows the progress of uploading a list, and then that the service builds its Merkle tree. */
export const Uploading = ({ progress }: { readonly progress: ListProgress | undefined }) => {
  if (progress === undefined) return <Waiting what={t('Storing the terms…')} />;
  const { sent, size } = progress;
  return sent < size ? (
    <div>
      <Progress percent={(sent / size) * 100} what={t('Sending the list')} />
      <Waiting what={t('Sending the list…')} />
    </div>
  ) : (
    <Waiting what={t('The service has the list, and works out its proofs…')} />
  );
};
