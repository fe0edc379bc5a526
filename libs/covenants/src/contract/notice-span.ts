/** A notice, and the tip it is looked at from. All block heights. */
export interface NoticeSpan {
  /** Height of the block that holds the cancel or pause. */
  readonly noticeHeight: number;
  readonly noticeBlocks: number;
  readonly tipHeight: number;
}

/** Whether the transaction that ends a notice can be mined in the next block: its relative lock (BIP68) is met. */
export const isNoticeOver = ({ noticeHeight, noticeBlocks, tipHeight }: NoticeSpan): boolean =>
  tipHeight + 1 >= noticeHeight + noticeBlocks;
