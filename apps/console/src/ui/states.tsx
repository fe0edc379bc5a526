import type { ReactNode } from 'react';
import { failureOf } from '../actions/failure-text.js';
import { t } from '../language/text.js';
import { Button } from './button.js';
import styles from './states.module.css';

interface WaitingProps {
  readonly what: string;
  /** Height of what it waits for, pixels, so that its arrival moves nothing below it from under a finger. */
  readonly height?: number | undefined;
}

/** Shows what the page is waiting for. */
export const Waiting = ({ what, height }: WaitingProps) => (
  <p className={styles['state']} role="status" style={{ minHeight: height }}>
    <span className={styles['spinner']} aria-hidden="true" />
    {what}
  </p>
);

interface EmptyProps {
  readonly title: string;
  /** Whether it is the whole page. */
  readonly isPage?: boolean;
  readonly children?: ReactNode;
}

/** Shown where there is nothing: what that means, and what can be done. */
export const Empty = ({ title, isPage = false, children }: EmptyProps) => (
  <div className={styles['block']}>
    {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
    <div className={styles['text']}>{children}</div>
  </div>
);

/** Shows an error: what went wrong, what it means, and what to do next. */
export const Failed = ({ error, retry }: { readonly error: unknown; readonly retry?: (() => void) | undefined }) => {
  const { title, meaning, next, reference } = failureOf(error);
  return (
    <div className={styles['failed']} role="alert">
      <h2>{title}</h2>
      <p className={styles['text']}>{meaning}</p>
      <p className={styles['text']}>{next}</p>
      {retry !== undefined && (
        <Button small onClick={retry}>
          {t('Try again')}
        </Button>
      )}
      {reference !== undefined && <p className={styles['reference']}>{t('Request {reference}', { reference })}</p>}
    </div>
  );
};

interface TaskStateProps {
  readonly task: { readonly error?: unknown; readonly isRunning: boolean };
  /** Shown while it runs. */
  readonly what: string;
}

/** Shows the state of a request: see `useTask`. */
export const TaskState = ({ task: { isRunning, error }, what }: TaskStateProps) => (
  <>
    {isRunning && <Waiting what={what} />}
    {error !== undefined && <Failed error={error} />}
  </>
);
