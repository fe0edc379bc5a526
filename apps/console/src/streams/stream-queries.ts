import { useQuery } from '@tanstack/react-query';
import { useServices } from '../api/services.js';

/** Number of points of a schedule. */
const POINTS = 200;

/** Queries the schedule of a stream. */
export const useSchedule = (id: string) => {
  const { weir } = useServices();
  return useQuery({ queryKey: ['record', id, 'schedule'], queryFn: () => weir.streams.at(id).schedule(POINTS) });
};
