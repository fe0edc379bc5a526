import { hexToBin } from '@bitauth/libauth';
import {
  createPlanContracts,
  createPlanStream,
  decodePlanAnnouncement,
  isLocalNetwork,
  partyOfKey,
  type Network,
  type PlanContract,
  type PlanStreamModel,
} from '@weir/covenants';
import type { StreamRecord } from '@weir/infra';

/** Makes the models of streams of one plan: siblings share contracts, which take milliseconds each. */
export const planMembers = (network: Network): ((stream: StreamRecord) => PlanStreamModel) => {
  const known = new Map<string, readonly PlanContract[]>();
  const contractsOf = (announcement: string): readonly PlanContract[] => {
    const made = known.get(announcement);
    if (made !== undefined) return made;
    const terms = decodePlanAnnouncement(hexToBin(announcement), isLocalNetwork(network));
    const contracts = terms === undefined ? [] : createPlanContracts(terms, network);
    known.set(announcement, contracts);
    return contracts;
  };
  return ({ place, state, initialCommitment, totalAmount, tokenCategory, recipientHash, streamId }) => {
    const contract = place === null ? undefined : contractsOf(place.announcement)[place.group];
    if (contract === undefined) throw new Error(`${streamId} is none of a plan's streams`);
    return createPlanStream(contract, {
      category: state?.category ?? '',
      commitment: initialCommitment,
      total: totalAmount,
      asset: tokenCategory ?? undefined,
      recipient: partyOfKey(recipientHash),
    });
  };
};
