import type { Wallet } from '@weir/client';
import { useEvents, type Following } from '../api/use-events.js';
import { useReadAnew } from '../api/use-read-anew.js';

/**
 * Reads a record anew whenever something happens to it, or to what belongs to it.
 *
 * @param wallet of who may see it, where not everybody may
 */
export const useLiveRecord = (id: string, wallet?: Wallet): Following => {
  const readAnew = useReadAnew('record', id);
  const read = (): void => void readAnew();
  return useEvents({ filters: { record: id }, onEvent: read, onGap: read, wallet });
};
