import { MAX_NOTICE_BLOCKS, MIN_NOTICE_BLOCKS, type Network } from '@weir/covenants';
import { ServiceError } from './service-error.js';

const DEFAULT_NOTICE = 36;
const DEVNET_NOTICE = 6;

/**
 * Blocks of notice: 36 by default, 6 on the devnet.
 *
 * @throws ServiceError INVALID_REQUEST
 */
export const parseNotice = (given: number | undefined, network: Network): number => {
  if (given === undefined) return network === 'devnet' ? DEVNET_NOTICE : DEFAULT_NOTICE;
  if (Number.isInteger(given) && given >= MIN_NOTICE_BLOCKS && given <= MAX_NOTICE_BLOCKS) return given;
  throw new ServiceError(
    'INVALID_REQUEST',
    `cancelNoticeBlocks must be from ${MIN_NOTICE_BLOCKS} to ${MAX_NOTICE_BLOCKS}: the recipient's watcher needs the time`,
    { field: 'cancelNoticeBlocks', given },
  );
};
