import { t } from '../language/text.js';
import { LateAmount } from './late.js';
import styles from './states.module.css';

interface SkeletonProps {
  /** Whether what it is a part of says in its place why the amount is late. */
  readonly isExplained?: boolean;
}

/** Stands for an amount that is not known yet. */
export const Skeleton = ({ isExplained = false }: SkeletonProps) => {
  const place = (
    <span className={styles['skeleton']} role="img" aria-label={t('Loading…')}>
      {'\u00a0'}
    </span>
  );
  return isExplained ? place : <LateAmount>{place}</LateAmount>;
};
