import { BLOCK_SECONDS } from '@weir/kinds';
import { durationText } from '../format/time.js';
import { t } from '../language/text.js';

/** The fields of a cancelled record that say when its rest may return. */
interface WithRefund {
  readonly status: string;
  readonly refund: { readonly status: string; readonly availableAtHeight: number | null } | null;
}

/**
 * Whether anybody can return the rest of a cancelled record now: its notice is over and nobody has done it. @param
 * height height of the newest block; undefined where unknown
 */
export const isRefundable = ({ status, refund }: WithRefund, height: number | undefined): boolean =>
  status === 'CANCELLED' &&
  refund?.status === 'pending' &&
  refund.availableAtHeight !== null &&
  height !== undefined &&
  height + 1 >= refund.availableAtHeight;

/** Says when a notice ends: with which block, and in how long that is. @param height of the newest block */
export const noticeEnd = (at: number | null | undefined, height: number | undefined): string => {
  if (at == null) return '';
  const left = height === undefined ? 0 : at - height;
  return left > 0
    ? t(', in about {duration}, with block {height}', { duration: durationText(left * BLOCK_SECONDS), height: at })
    : t(', with block {height}', { height: at });
};
