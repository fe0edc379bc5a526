import { binToHex } from '@bitauth/libauth';
import { lockingBytecodeOf } from '@weir/covenants';
import { passTime, type ChainNode } from '@weir/devnet';
import { createWallet } from '@weir/wallet';

const HOUR = 3_600;
const COIN = 100_000_000n;

/** A stream of a new sender and recipient; each step sends one request. */
export interface StreamDriver {
  confirmFunding(): Promise<void>;
  /** Has the recipient's claim built. */
  claim(): Promise<void>;
  /** Signs the claim built last, without sending it. @returns its hash, and the encoded transaction */
  signClaim(): Promise<{ readonly txHash: string; readonly hex: string }>;
  /** The claim built last. */
  confirmClaim(): Promise<void>;
}

/** Creates streams through the API and advances time on the chain. */
export const createStreamDriver = (
  url: string,
  node: ChainNode,
): { create(): Promise<StreamDriver>; passTime(): void } => {
  const ask = async <Body>(path: string, body?: object, caller?: string): Promise<Body> => {
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...(caller !== undefined && { 'x-user-address': caller }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Body;
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  let wallets = 0;
  const walletWith = (...coins: readonly bigint[]) => {
    wallets += 1;
    const wallet = createWallet({
      privateKey: `wallet ${wallets}`,
      broadcast: (hex) => Promise.resolve(node.submit(hex)),
    });
    for (const satoshis of coins) node.fund(binToHex(lockingBytecodeOf(wallet.publicKeyHash)), satoshis);
    return wallet;
  };
  interface Signable {
    readonly wcTransaction: object;
  }

  return {
    passTime: () => {
      passTime(node, 10 * HOUR);
    },
    async create() {
      const [sender, recipient] = [walletWith(COIN, 2n * COIN), walletWith(COIN / 100n)];
      const terms = { totalAmount: 1, streamType: 'LINEAR', startTime: node.tip.medianTimePast };
      const { stream } = await ask<{ stream: { id: string } }>(
        '/api/streams/create',
        { recipient: recipient.address, ...terms, endTime: terms.startTime + 100 * HOUR },
        sender.address,
      );
      const path = `/api/streams/${stream.id}`;
      const { wcTransaction } = await ask<Signable>(`${path}/funding-info`);
      const { signedTransactionHash: fundingHash } = await sender.signTransaction(wcTransaction);
      let claim: (Signable & { readonly claimableAmount: number }) | undefined;
      return {
        confirmFunding: async () => {
          await ask(`${path}/confirm-funding`, { txHash: fundingHash });
        },
        claim: async () => {
          claim = await ask<Signable & { readonly claimableAmount: number }>(
            `${path}/claim`,
            { recipientAddress: recipient.address },
            recipient.address,
          );
        },
        signClaim: async () => {
          if (claim === undefined) throw new Error('No claim was built');
          const { signedTransactionHash: txHash, signedTransaction: hex } = await recipient.signTransaction({
            ...claim.wcTransaction,
            broadcast: false,
          });
          return { txHash, hex };
        },
        confirmClaim: async () => {
          if (claim === undefined) throw new Error('No claim was built');
          const { signedTransactionHash: txHash } = await recipient.signTransaction(claim.wcTransaction);
          await ask(`${path}/confirm-claim`, { txHash, claimedAmount: claim.claimableAmount });
        },
      };
    },
  };
};
