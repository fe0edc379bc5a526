import { isWeirError } from '@weir/client';
import { Failed } from '../ui/states.js';
import styles from './plan-form.module.css';

/** Shows why a list was refused, line by line where its rows are invalid. */
export const PlanFailure = ({ error }: { readonly error: unknown }) => {
  if (!isWeirError(error, 'INVALID_RECIPIENTS')) return <Failed error={error} />;
  const { errors = [], errorCount = errors.length } = error.details;
  if (errors.length === 0) return <Failed error={error} />;
  return (
    <div className={styles['refused']} role="alert">
      <h3>{errorCount === 1 ? 'One row cannot be taken' : `${errorCount.toLocaleString()} rows cannot be taken`}</h3>
      <ul className={styles['faults']} tabIndex={0} aria-label="What is wrong with which row">
        {errors.map(({ line, row, field, reason }, index) => (
          // Keyed by index, since a row may have several problems.
          <li key={index} className={styles['fault']}>
            <span className={styles['where']}>{line == null ? `Row ${row ?? '?'}` : `Line ${line}`}</span>
            <span>{field == null || reason.startsWith(field) ? reason : `${field}: ${reason}`}</span>
          </li>
        ))}
      </ul>
      {errorCount > errors.length && <p>… and {(errorCount - errors.length).toLocaleString()} more.</p>}
    </div>
  );
};
