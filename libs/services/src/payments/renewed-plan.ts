import type { StreamRecord, StreamsRepository } from '@weir/infra';

interface RenewedPlan {
  readonly planId: string;
  /** The plan's funded renewal, which goes on from the payment. */
  readonly renewedBy?: string;
}

/**
 * Returns the plan of a payment as long as a renewal of the plan may go on from it, too: its periods would be paid twice if it
 * were renewed by itself. Undefined where there is none; whom a funded renewal of the plan left out is renewed alone.
 */
export const renewedPlanOf = async (
  { streams }: { readonly streams: Pick<StreamsRepository, 'renewalOf' | 'isListedIn'> },
  { place, recipientHash }: Pick<StreamRecord, 'place' | 'recipientHash'>,
): Promise<RenewedPlan | undefined> => {
  const { planId } = place;
  if (planId === null) return undefined;
  const renewedBy = await streams.renewalOf(planId);
  if (renewedBy === undefined) return { planId };
  return (await streams.isListedIn(renewedBy, recipientHash)) ? { planId, renewedBy } : undefined;
};
