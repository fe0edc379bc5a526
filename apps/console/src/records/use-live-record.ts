import { useQueryClient } from '@tanstack/react-query';
import type { Wallet } from '@weir/client';
import { useEvents, type Following } from '../api/use-events.js';

/**
 * Reads a record anew whenever something happens to it, or to what belongs to it.
 *
 * @param wallet of who may see it, where not everybody may
 */
export const useLiveRecord = (id: string, wallet?: Wallet): Following => {
  const client = useQueryClient();
  const read = (): void => void client.invalidateQueries({ queryKey: ['record', id] });
  return useEvents({ filters: { record: id }, onEvent: read, onGap: read, wallet });
};
