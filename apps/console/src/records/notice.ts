/** What of a cancelled record says when its rest may return. */
interface WithRefund {
  readonly status: string;
  readonly refund: { readonly status: string; readonly availableAtHeight: number | null } | null;
}

/**
 * Whether what was cancelled can be returned at this moment by anybody: its notice is over, and nobody has done it yet.
 *
 * @param height of the newest block; undefined where it is not known
 */
export const isRefundable = ({ status, refund }: WithRefund, height: number | undefined): boolean =>
  status === 'CANCELLED' &&
  refund?.status === 'pending' &&
  refund.availableAtHeight !== null &&
  height !== undefined &&
  height + 1 >= refund.availableAtHeight;
