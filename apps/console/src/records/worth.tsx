import { SATOSHIS_PER_BCH } from '@weir/kinds';
import type { Asset } from '../format/amount.js';
import { timeText } from '../format/time.js';
import { t } from '../language/text.js';
import { classes } from '../ui/button.js';
import { hiddenBelow } from '../ui/layout.js';
import { type Price, priceText, usePrice } from './use-price.js';
import styles from './worth.module.css';

/** Says of when a price is, and what it is. */
export const sourceText = (price: Price): string =>
  t('At {price} for 1 BCH, {time}', { price: priceText(BigInt(SATOSHIS_PER_BCH), price), time: timeText(price.at) });

interface WorthProps {
  readonly base: bigint;
  readonly of: Asset;
  /** Whether it is beside an amount of a list, where a narrow screen has no room for it. */
  readonly isInList?: boolean;
  /** Whether it follows the amount in a sentence, after a space. */
  readonly isAfter?: boolean;
}

/** Says about what an amount of BCH comes to, where the operator names a source of prices; nothing of a token, or of nothing. */
export const Worth = ({ base, of, isInList = false, isAfter = false }: WorthProps) => {
  const price = usePrice();
  const type = typeof of === 'string' ? of : of.token_type;
  if (price === undefined || type !== 'BCH' || base === 0n) return null;
  return (
    <>
      {isAfter && ' '}
      <small className={classes(styles['worth'], isInList && hiddenBelow(720))} title={sourceText(price)}>
        {t('about {amount}', { amount: priceText(base, price) })}
      </small>
    </>
  );
};
