import type { ChainNode } from '@weir/devnet';
import { HOUR, streamTerms } from '@weir/lives';
import type { Wallet } from '@weir/wallet';

const COIN = 100_000_000n;

/** A funded stream of a new sender and recipient, 100 hours long; each step sends one request. */
export interface DrivenStream {
  readonly sender: Wallet;
  readonly recipient: Wallet;
  readonly fundingHash: string;
  /** Unix seconds. */
  readonly startTime: number;
  confirmFunding(): Promise<void>;
  /** Has the recipient's claim built, and signs it without sending it. */
  signClaim(): Promise<{ readonly txHash: string; readonly hex: string; readonly amount: number }>;
  /** Has a transaction of the recipient's confirmed as a claim. */
  confirmClaim(txHash: string, amount: number): Promise<void>;
}

interface Answer {
  readonly stream: { readonly id: string };
  readonly wcTransaction: object;
  readonly claimableAmount: number;
}

/** Returns a function that creates a stream through an API and signs its funding, which the node accepts. */
export const createStreamDriver = (
  apiUrl: string,
  { node, openWallet }: { readonly node: ChainNode; readonly openWallet: (...satoshis: readonly bigint[]) => Wallet },
): (() => Promise<DrivenStream>) => {
  const ask = async (path: string, body?: object, caller?: Wallet): Promise<Answer> => {
    const response = await fetch(`${apiUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...(caller && { 'x-user-address': caller.address }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Answer;
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  return async () => {
    const [sender, recipient] = [openWallet(COIN, 2n * COIN), openWallet(COIN / 100n)];
    const startTime = node.tip.medianTimePast;
    const { stream } = await ask(
      '/api/streams/create',
      streamTerms(recipient.address, startTime, { endTime: startTime + 100 * HOUR }),
      sender,
    );
    const path = `/api/streams/${stream.id}`;
    const funding = await ask(`${path}/funding-info`);
    const { signedTransactionHash: fundingHash } = await sender.signTransaction(funding.wcTransaction);
    return {
      sender,
      recipient,
      fundingHash,
      startTime,
      async confirmFunding() {
        await ask(`${path}/confirm-funding`, { txHash: fundingHash });
      },
      async signClaim() {
        const claim = await ask(`${path}/claim`, { recipientAddress: recipient.address }, recipient);
        const signed = await recipient.signTransaction({ ...claim.wcTransaction, broadcast: false });
        return {
          txHash: signed.signedTransactionHash,
          hex: signed.signedTransaction,
          amount: claim.claimableAmount,
        };
      },
      async confirmClaim(txHash, amount) {
        await ask(`${path}/confirm-claim`, { txHash, claimedAmount: amount });
      },
    };
  };
};
