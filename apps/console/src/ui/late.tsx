import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { type Fault, findFault } from '../api/find-fault.js';
import { useServices } from '../api/services.js';
import { t } from '../language/text.js';
import { Button } from './button.js';
import { Row } from './layout.js';
import styles from './states.module.css';

/** How long something may take without a word, and when the cause is looked for, milliseconds. */
const LATE_MS = 8_000;
const LOOK_MS = 3_500;

const faultText = (fault: Fault | undefined): string => {
  if (fault === 'unreachable')
    return t('The service does not answer. Check your connection. Money in contracts is not affected.');
  if (fault === 'chain')
    return t('The service cannot reach the chain at the moment. Money in contracts is not affected.');
  return t('This takes longer than usual.');
};

/** Asks again for everything on show that has not come. */
const askAgain = async (client: QueryClient): Promise<void> => {
  await client.cancelQueries({ type: 'active', predicate: ({ state }) => state.data === undefined });
  await client.refetchQueries({ type: 'active', predicate: ({ state }) => state.data === undefined });
};

interface LateProps {
  /** Whether the page can ask again by itself; what a button has begun, it cannot. */
  readonly isRetried?: boolean;
  /** Shown until then: what is said takes its place, so that nothing below it moves. */
  readonly children?: ReactNode;
}

/** Says after eight seconds why nothing has come, and offers to ask again. */
export const Late = ({ isRetried = true, children }: LateProps) => {
  const client = useQueryClient();
  const { settings } = useServices();
  const [isLate, setLate] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isOver = false;
    const look = async (): Promise<void> => {
      const found = await findFault(settings.apiUrl);
      if (!isOver) setFault(found);
    };
    const timers = [setTimeout(() => void look(), LOOK_MS), setTimeout(() => setLate(true), LATE_MS)];
    return () => {
      isOver = true;
      timers.forEach(clearTimeout);
    };
  }, [settings.apiUrl, round]);
  const retry = async (): Promise<void> => {
    setLate(false);
    setFault(undefined);
    setRound(round + 1);
    await askAgain(client);
  };
  // What a button has begun may wait for a person, too: only a fault is worth a word.
  if (!isLate || (!isRetried && (fault === undefined || fault === 'slow'))) return children;
  return (
    <Row gap="8px 12px" align="center" className={styles['late']} role="alert">
      <span>{faultText(fault)}</span>
      {isRetried && (
        <Button small onClick={() => void retry()}>
          {t('Try again')}
        </Button>
      )}
    </Row>
  );
};

/**
 * Says in the place of one late amount that it has not come, and offers to ask again. Until then it shows what stands for it, which
 * is as high.
 */
export const LateAmount = ({ children }: { readonly children: ReactNode }) => {
  const client = useQueryClient();
  const [isLate, setLate] = useState(false);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, [round]);
  const retry = (): void => {
    setLate(false);
    setRound(round + 1);
    void askAgain(client);
  };
  if (!isLate) return children;
  return (
    <span role="alert">
      <button type="button" className={styles['again']} onClick={retry}>
        {t('No answer. Try again')}
      </button>
    </span>
  );
};
