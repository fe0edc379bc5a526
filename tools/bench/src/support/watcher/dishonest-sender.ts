import { binToHex, decodeTransactionCommon, hexToBin } from '@bitauth/libauth';
import { findPlanDeployments, lockingBytecodeOf } from '@weir/covenants';
import type { ChainNode } from '@weir/devnet';
import { createWallet, type Wallet } from '@weir/wallet';

const COIN = 100_000_000n;
const HOUR = 3_600;

/** A stream whose sender cancels it as of its start, without the API. */
export interface CheatedStream {
  /** Hands the cancel to the node. @returns its hash */
  cancelBackdated(): Promise<string>;
}

/** Creates a stream over the API, funds and confirms it. */
export const openCheatedStream = async (url: string, node: ChainNode, number: number): Promise<CheatedStream> => {
  const walletOf = (name: string): Wallet =>
    createWallet({ privateKey: `${name} ${number}`, broadcast: (hex) => Promise.resolve(node.submit(hex)) });
  const [sender, recipient] = [walletOf('sender'), walletOf('recipient')];
  const fund = (satoshis: bigint): string =>
    node.fund(binToHex(lockingBytecodeOf(sender.publicKeyHash)), satoshis).txid;
  const ask = async <Body>(path: string, body?: object): Promise<Body> => {
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', 'x-user-address': sender.address },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Body;
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  fund(COIN);
  fund(2n * COIN);
  const startTime = node.tip.medianTimePast;
  const { stream } = await ask<{ stream: { id: string } }>('/api/streams/create', {
    ...{ recipient: recipient.address, totalAmount: 1, streamType: 'LINEAR', startTime },
    endTime: startTime + 100 * HOUR,
  });
  const path = `/api/streams/${stream.id}`;
  const { wcTransaction } = await ask<{ wcTransaction: Parameters<Wallet['signTransaction']>[0] }>(
    `${path}/funding-info`,
  );
  const { signedTransactionHash: fundingHash } = await sender.signTransaction(wcTransaction);
  await ask(`${path}/confirm-funding`, { txHash: fundingHash });
  return {
    async cancelBackdated() {
      const transaction = decodeTransactionCommon(hexToBin(node.transaction(fundingHash)?.hex ?? ''));
      if (typeof transaction === 'string') throw new Error(transaction);
      const found = findPlanDeployments('devnet', fundingHash, transaction);
      const [deployment] = found.ok ? found.deployments : [];
      const cancel = deployment?.stream.at(deployment.state).cancelAt(BigInt(startTime));
      if (cancel === undefined) throw new Error('The stream is not there to be cancelled');
      const built = cancel.build([{ txid: fund(COIN / 10n), vout: 0, satoshis: COIN / 10n }]);
      const { signedTransaction } = await sender.signTransaction({
        ...built.transaction.wcTransaction,
        broadcast: false,
      });
      return node.submit(signedTransaction);
    },
  };
};
