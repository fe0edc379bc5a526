import { partyAddress } from '@weir/covenants';
import type { ChainNode } from '@weir/devnet';
import type { Wallet } from '@weir/wallet';
import { FOUR_YEARS, party } from '../seed/large-plans.js';

interface Answer {
  readonly plan: { readonly id: string };
  readonly wcTransaction: Parameters<Wallet['signTransaction']>[0];
  readonly statuses: Readonly<Record<string, number>>;
}

/** A plan whose funding is signed, and accepted by the node. */
export interface DrivenPlan {
  /** Has the funding confirmed. @returns how many streams are in each status */
  confirmFunding(): Promise<Answer['statuses']>;
}

/** Returns a function that creates a plan of so many streams in BCH over four years, each to another recipient. */
export const createPlanDriver = (
  apiUrl: string,
  node: ChainNode,
): ((streams: number, sender: Wallet) => Promise<DrivenPlan>) => {
  let recipients = 0;
  return async (count, sender) => {
    const ask = async (path: string, body?: object): Promise<Answer> => {
      const response = await fetch(`${apiUrl}/api/plans${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json', 'x-user-address': sender.address },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const answer = (await response.json()) as Answer;
      if (!response.ok) throw new Error(JSON.stringify(answer));
      return answer;
    };
    const start = node.tip.medianTimePast;
    const streams = Array.from({ length: count }, () => {
      recipients += 1;
      return { recipient: partyAddress(party(recipients), 'devnet'), amount: 0.001 };
    });
    const { plan } = await ask('', { product: 'vesting', start, end: start + FOUR_YEARS, streams });
    const { wcTransaction } = await ask(`/${plan.id}/funding-info`);
    const { signedTransactionHash: txHash } = await sender.signTransaction(wcTransaction);
    return { confirmFunding: async () => (await ask(`/${plan.id}/confirm-funding`, { txHash })).statuses };
  };
};
