import type { Failure } from '../failures/loading-failure.js';
import { t } from '../language/text.js';
import { Button, classes } from './button.js';
import styles from './states.module.css';

export interface FailureProps {
  readonly error: unknown;
  readonly retry?: (() => void) | undefined;
  /** Whether it is the whole page. */
  readonly isPage?: boolean | undefined;
  /** Height of what did not come, pixels, so that nothing below it moves. */
  readonly height?: number | undefined;
}

interface FailureBlockProps extends Omit<FailureProps, 'error'> {
  readonly failure: Failure;
}

/** Shows a failure: what went wrong, what it means, and what to do next. */
export const FailureBlock = ({
  failure: { title, meaning, detail, next, reference },
  retry,
  isPage = false,
  height,
}: FailureBlockProps) => (
  <div
    className={classes(styles['failed'], !isPage && styles['part'])}
    style={height === undefined ? undefined : { minHeight: height }}
    role="alert"
  >
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
