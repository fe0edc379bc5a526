import { LockKeyhole } from 'lucide-react';
import type { Stream } from '@weir/client';
import { amountWithUnit, type AssetOfRecord } from '../format/amount.js';
import { shortAddress } from '../format/identifiers.js';
import { noticeText } from '../format/time.js';
import { timesOfVesting, unlockText } from '../forms/lock-schedule.js';
import { t } from '../language/text.js';
import { usePartyName } from '../names/plan-names.js';
import { Stack } from '../ui/layout.js';
import styles from './lock-sentence.module.css';

interface LockSentenceProps {
  readonly lock: AssetOfRecord &
    Pick<
      Stream,
      | 'recipient'
      | 'total_amount_base'
      | 'start_time'
      | 'end_time'
      | 'cliff_timestamp'
      | 'interval_seconds'
      | 'transferable'
      | 'move_delay_blocks'
    >;
  /** Whether its reader is about to fund it. */
  readonly isOffered?: boolean;
}

/** Says what a lock does, in words that one remembers: for whom, until when, and that nothing undoes it. */
export const LockSentence = ({ lock, isOffered = false }: LockSentenceProps) => {
  const name = usePartyName(lock.recipient) ?? shortAddress(lock.recipient);
  const values = { amount: amountWithUnit(lock.total_amount_base, lock), name };
  return (
    <div className={styles['sentence']}>
      <LockKeyhole size={24} aria-hidden="true" />
      <Stack gap={4}>
        <p>
          {isOffered ? t('You lock {amount} for {name}.', values) : t('{amount} in all, for {name}.', values)}{' '}
          {unlockText(timesOfVesting(lock))}
        </p>
        <p>
          <strong>
            {isOffered
              ? t('Nobody can take it back, not even you.')
              : t('Nobody can take it back: not its sender, and not this service.')}
          </strong>
        </p>
        {lock.transferable && (
          <p>
            {t('Its recipient alone can move it to another wallet, with a delay of {duration}.', {
              duration: noticeText(lock.move_delay_blocks),
            })}
          </p>
        )}
      </Stack>
    </div>
  );
};
