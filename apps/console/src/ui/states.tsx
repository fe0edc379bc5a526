import { lazy, type ReactNode, Suspense } from 'react';
import { loadingFailureOf, missingPart } from '../failures/loading-failure.js';
import { withTexts } from '../language/load.js';
import { t } from '../language/text.js';
import { FailureBlock, type FailureProps } from './failure-block.js';
import { Late } from './late.js';
import { Stack } from './layout.js';
import styles from './states.module.css';

interface WaitingProps {
  readonly what: string;
  /**
   * What is awaited: `answer`s of the service, which the page can ask for again; a `task` that a button began; a `person`, who
   * may take their time; or a `part` of this page, which is awaited also where the page has no settings. By default an answer.
   */
  readonly on?: 'answer' | 'task' | 'person' | 'part';
  /** Height of what it waits for, pixels, so that its arrival moves nothing below it from under a finger; by default that of a short text. */
  readonly height?: number;
  /** Whether it is the whole page, whose heading it is until the page has its own: screen readers find no page without one. */
  readonly isPage?: boolean | undefined;
}

/** Height of the words for a late answer in a card on a phone, and of the button that asks again, pixels: that of what waits, unless it is known. */
const LATE_HEIGHT = 100;
/** Height of a heading that stays above them, with the space between, pixels. */
const HEADING_HEIGHT = 31;

/** Shows what the page is waiting for. A late answer is explained in its place, so that nothing below it moves. */
export const Waiting = ({ what, on = 'answer', height, isPage = false }: WaitingProps) => {
  const named = <div role="status">{isPage ? <h1 className={styles['what']}>{what}</h1> : what}</div>;
  const room = isPage ? LATE_HEIGHT + HEADING_HEIGHT : LATE_HEIGHT;
  return (
    <div className={styles['state']} style={{ minHeight: height ?? room }}>
      <span className={styles['spinner']} aria-hidden="true" />
      {/* In the middle of its place is the room for all that may be said there: the first words stay where they are. */}
      <div style={{ minHeight: Math.min(height ?? room, room) }}>
        {on === 'answer' && !isPage ? (
          <Late>{named}</Late>
        ) : (
          <Stack gap={8}>
            {named}
            {(on === 'answer' || on === 'task') && <Late isRetried={on === 'answer'} />}
          </Stack>
        )}
      </div>
    </div>
  );
};

interface EmptyProps {
  readonly title: string;
  /** Whether it is the whole page. */
  readonly isPage?: boolean | undefined;
  /** An example of what comes there. */
  readonly picture?: ReactNode;
  readonly children?: ReactNode;
}

/** Shown where there is nothing: what that means, and what can be done. */
export const Empty = ({ title, isPage = false, picture, children }: EmptyProps) => (
  <div className={styles['block']}>
    {picture}
    {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
    <div className={styles['text']}>{children}</div>
  </div>
);

/** What explains errors is loaded with the first of them; where that fails, nothing more can be loaded. */
const Explained = lazy(
  withTexts(() =>
    import('./explained-failure.js').catch(() => ({
      default: ({ retry, isPage, height }: FailureProps) => (
        <FailureBlock failure={missingPart()} retry={retry} isPage={isPage} height={height} />
      ),
    })),
  ),
);

/** Stands for an error until it is explained. */
const Explaining = ({ isPage = false, height }: Omit<FailureProps, 'error'>) => {
  if (isPage) return <Waiting isPage on="part" what={t('Loading…')} />;
  return height === undefined ? null : <div style={{ minHeight: height }} />;
};

/** Shows an error: what went wrong, what it means, and what to do next. It needs no provider: a page that cannot start shows it, too. */
export const Failed = ({ error, ...rest }: FailureProps) => {
  const known = loadingFailureOf(error);
  if (known !== undefined) return <FailureBlock failure={known} {...rest} />;
  return (
    <Suspense fallback={<Explaining {...rest} />}>
      <Explained error={error} {...rest} />
    </Suspense>
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
    {isRunning && <Waiting what={what} on="task" />}
    {error !== undefined && <Failed error={error} />}
  </>
);
