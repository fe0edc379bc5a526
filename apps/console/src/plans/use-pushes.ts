import { useState } from 'react';
import type { Plan } from '@weir/client';
import { failureOf } from '../actions/failure-text.js';
import { useServices } from '../api/services.js';

/** Pays out what is due to many recipients, one after the other. No signature is needed; the reserves pay the fees. */
export const usePushes = (plan: Plan) => {
  const { weir } = useServices();
  const [doing, setDoing] = useState<string>();
  const run = async (ids: readonly string[]): Promise<string> => {
    let paid = 0;
    let failed: string | undefined;
    try {
      for (const [index, id] of ids.entries()) {
        setDoing(`Paying out ${index + 1} of ${ids.length}…`);
        try {
          await (plan.product === 'vesting' ? weir.streams.at(id) : weir.payments.at(id)).push();
          paid += 1;
        } catch (error) {
          const { title, meaning } = failureOf(error);
          failed ??= `${title}: ${meaning}`;
        }
      }
    } finally {
      setDoing(undefined);
    }
    return `${paid} of ${ids.length} paid out.${failed === undefined ? '' : ` ${failed}`}`;
  };
  return { run, doing, isRunning: doing !== undefined };
};
