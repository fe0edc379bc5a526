import type { Failure } from '../failures/loading-failure.js';
import { t } from '../language/text.js';
import { Button } from './button.js';
import styles from './states.module.css';

export interface FailureProps {
  readonly error: unknown;
  readonly retry?: (() => void) | undefined;
  /** Whether it is the whole page. */
  readonly isPage?: boolean | undefined;
}

interface FailureBlockProps extends Omit<FailureProps, 'error'> {
  readonly failure: Failure;
}

/** Shows a failure: what went wrong, what it means, and what to do next. */
export const FailureBlock = ({
  failure: { title, meaning, detail, next, reference },
  retry,
  isPage = false,
}: FailureBlockProps) => (
  <div className={styles['failed']} role="alert">
    {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
    <p className={styles['text']}>{meaning}</p>
    {detail !== undefined && (
      <p className={styles['text']} lang="en" dir="ltr">
        {detail}
      </p>
    )}
    <p className={styles['text']}>{next}</p>
    {retry !== undefined && (
      <Button small onClick={retry}>
        {t('Try again')}
      </Button>
    )}
    {reference !== undefined && <p className={styles['reference']}>{t('Request {reference}', { reference })}</p>}
  </div>
);
