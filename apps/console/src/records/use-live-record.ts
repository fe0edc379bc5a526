import { useQueryClient } from '@tanstack/react-query';
import { useEvents, type Following } from '../api/use-events.js';

/** Reads a record anew whenever something happens to it, or to what belongs to it. */
export const useLiveRecord = (id: string): Following => {
  const client = useQueryClient();
  const read = (): void => void client.invalidateQueries({ queryKey: ['record', id] });
  return useEvents({ filters: { record: id }, onEvent: read, onGap: read });
};
