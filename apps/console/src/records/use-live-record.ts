import type { Wallet } from '@weir/client';
import { useEvents, type Following } from '../api/use-events.js';
import { useReadAnew } from '../api/use-read-anew.js';

/**
 * Refetches a record whenever an event concerns it or what belongs to it.
 *
 * @param wallet wallet that signs in, where the record is private
 */
export const useLiveRecord = (id: string, wallet?: Wallet): Following => {
  const readAnew = useReadAnew('record', id);
  const read = (): void => void readAnew();
  return useEvents({ filters: { record: id }, onEvent: read, onGap: read, wallet });
};
