import { Link } from '@tanstack/react-router';
import type { Stream } from '@weir/client';
import { amountWithUnit } from '../format/amount.js';
import { rich } from '../language/rich.js';
import { t } from '../language/text.js';
import { useAmountsNow } from '../streams/use-amounts-now.js';
import { cell } from '../ui/layout.js';
import { Amount, Title } from '../ui/values.js';
import styles from './moving-stream.module.css';

/** A stream on the chain, whose vested amount grows as one looks at it: proof that what this page says is so. */
const RealStream = ({ stream }: { readonly stream: Stream }) => {
  const { vested } = useAmountsNow(stream);
  return (
    <figcaption>
      <span>{rich('On the chain now: {number}', { number: <Title text={stream.stream_id} /> })}</span>
      <span className={styles['amount']}>
        <Amount base={vested} of={stream} />
      </span>
      <span>{t('vested of {total}, and growing', { total: amountWithUnit(stream.total_amount_base, stream) })}</span>
      <Link to="/streams/$id" params={{ id: stream.id }} {...cell({ self: 'start', pad: '8px 0' })}>
        {t('Check it yourself')}
      </Link>
    </figcaption>
  );
};

export default RealStream;
