import { useQuery } from '@tanstack/react-query';
import { useServices } from '../api/services.js';
import { type PlanReader, readPlan, readPlanRows } from './read-plan.js';

/** Reads a plan with all of its rows once, for a form about its people: what is typed must stay. */
export const usePeople = (id: string, reader: PlanReader) => {
  const { weir } = useServices();
  const { connected, requiresSignIn } = reader;
  return useQuery({
    queryKey: ['record', id, 'people', connected?.address, requiresSignIn],
    enabled: connected !== undefined,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const { plan } = await readPlan(weir, id, reader, signal);
      return { plan, rows: await readPlanRows(weir, plan, reader, signal) };
    },
  });
};
