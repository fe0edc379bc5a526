import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useInfo, useServices } from '../api/services.js';
import { forgetPlanNames, type PlanName, setStoredNames } from '../names/plan-names.js';
import { useScope } from './scope.js';
import { useProof } from './use-portfolio.js';
import { useWallet } from './wallet-store.js';

/** Most names that a page keeps. */
const KEPT_NAMES = 10_000;

/**
 * Reads what the connected wallet, or the treasury on show, called people in its plans. It asks for no signature: where the
 * service requires a sign-in, the names come after it.
 */
const LoadPlanNames = () => {
  const { weir } = useServices();
  const connected = useWallet();
  const { treasury } = useScope();
  const { isProven } = useProof(connected);
  const mode = useInfo().data?.auth.mode;
  const { data } = useQuery({
    queryKey: ['plan-names', connected?.address, treasury?.id],
    enabled: connected !== undefined && mode !== undefined && (mode !== 'signed' || isProven),
    queryFn: async () => {
      const names: PlanName[] = [];
      const query = treasury === undefined ? {} : { vaultId: treasury.id };
      for await (const { recipient, label, stream_id: record } of weir.plans.labels(connected?.wallet, query)) {
        names.push({ recipient, name: label, record });
        if (names.length === KEPT_NAMES) break;
      }
      return names;
    },
  });
  const address = connected?.address;
  useEffect(() => () => forgetPlanNames(), [address]);
  useEffect(() => setStoredNames(data ?? []), [data]);
  return null;
};

export default LoadPlanNames;
