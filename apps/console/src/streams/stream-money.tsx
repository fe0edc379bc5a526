import type { ReactNode } from 'react';
import type { Stream } from '@weir/client';
import { isAtOnce, timesOfVesting } from '../forms/lock-schedule.js';
import { rich } from '../language/rich.js';
import { t } from '../language/text.js';
import { RecordMoney } from '../records/record-money.js';
import { Amount, Time } from '../ui/values.js';
import { nextVesting } from './dated-schedule.js';
import { useAmountsNow } from './use-amounts-now.js';

/**
 * Says when the first amount can be claimed, where that is to come, and by the calendar when the next one can; nothing of what unlocks
 * at once, which has no start.
 */
const nextOf = (stream: Stream): ReactNode => {
  const { as_of: now, start_time: start, cliff_timestamp: cliff } = stream;
  if (stream.contract === 'LOCK' && isAtOnce(timesOfVesting(stream))) return undefined;
  const next = nextVesting(stream);
  if (next !== undefined)
    return rich('Next: {amount} {time}', {
      amount: <Amount base={next.amount} of={stream} />,
      time: <Time at={next.at} ago />,
    });
  if (cliff !== null && now < cliff) return rich('Cliff {time}', { time: <Time at={cliff} ago /> });
  return now < start ? rich('Starts {time}', { time: <Time at={start} ago /> }) : undefined;
};

/** Shows the money of a stream or a lock, as it grows: what can be claimed now, and how much is claimed and still locked. */
export const StreamMoney = ({ stream }: { readonly stream: Stream }) => {
  const { total_amount_base: total, status, refund } = stream;
  const { claimed, claimable, locked } = useAmountsNow(stream);
  const of = stream;
  if (status === 'PENDING')
    return <RecordMoney name={t('Total, not funded yet')} amount={{ base: total, of }} note={nextOf(stream)} />;
  const isOver = status === 'COMPLETED' || (status === 'CANCELLED' && claimable === 0n);
  const isHeld = stream.contract === 'LOCK' && claimable === 0n && locked > 0n;
  const [name, base] = isOver
    ? [t('Claimed'), claimed]
    : isHeld
      ? [t('Locked'), locked]
      : [t('Claimable now'), claimable];
  const rest = status === 'CANCELLED' ? (refund?.amountBase ?? 0n) : locked;
  return (
    <RecordMoney
      name={name}
      amount={{ base: base, of }}
      parts={[
        { name: t('Claimed'), value: <Amount base={claimed} of={of} />, base: claimed, state: 'paid' },
        { name: t('Claimable'), value: <Amount base={claimable} of={of} />, base: claimable, state: 'free' },
        {
          name:
            status !== 'CANCELLED'
              ? t('Locked')
              : refund?.status === 'pending'
                ? t('Returns to the sender')
                : t('Returned to the sender'),
          value: <Amount base={rest} of={of} />,
          base: rest,
          state: 'locked',
        },
      ]}
      note={nextOf(stream)}
    />
  );
};
