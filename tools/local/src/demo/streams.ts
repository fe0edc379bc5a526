import type { Wallet } from '@weir/wallet';
import type { Fixture } from './fixture.js';
import { amountOf } from './narrator.js';

/** The fields of the API's stream record that the demo shows. */
export interface StreamRow {
  readonly id: string;
  readonly stream_id: string;
  readonly token_type: string;
  readonly status: string;
  readonly contract_address: string;
  readonly total_amount_base: string;
  readonly withdrawn_amount_base: string;
  readonly nft_commitment: string;
  readonly refund: { readonly status: string; readonly txHash: string | null; readonly amount_base?: string } | null;
}

interface Confirmation {
  readonly status: string;
  readonly finality: string;
  readonly stream: StreamRow;
}

export interface StreamOrder {
  readonly recipient: string;
  readonly totalAmount: number | string;
  readonly tokenType?: 'FUNGIBLE_TOKEN';
  readonly tokenCategory?: string;
  readonly streamType: 'LINEAR' | 'STEP';
  readonly startTime: number;
  readonly endTime: number;
  readonly intervalSeconds?: number;
}

export const readStream = async ({ api }: Fixture, id: string): Promise<StreamRow> =>
  (await api.get<{ stream: StreamRow }>(`/api/streams/${id}`)).stream;

/** Signs a wcTransaction from the API in a wallet, which broadcasts it. */
export const signAndSend = async ({ say }: Fixture, wallet: Wallet, wcTransaction: object): Promise<string> => {
  const { signedTransaction, signedTransactionHash } = await wallet.signTransaction(wcTransaction);
  say.fact('transaction', signedTransactionHash);
  say.fact('size', `${signedTransaction.length / 2} bytes`);
  return signedTransactionHash;
};

/** Creates, funds and confirms a stream, as the sender's frontend would. */
export const openStream = async (fixture: Fixture, sender: Wallet, order: StreamOrder): Promise<StreamRow> => {
  const { api, say } = fixture;
  const created = await api.post<{ stream: StreamRow }>('/api/streams/create', order, sender.address);
  const { id } = created.stream;
  say.step(
    `The sender creates ${created.stream.stream_id}: ${amountOf(BigInt(created.stream.total_amount_base), created.stream)}, ${order.streamType}`,
  );
  say.fact('contract', created.stream.contract_address);
  say.fact('status', created.stream.status);

  const funding = await api.get<{
    requiresPreparation?: boolean;
    preparationTransaction?: object;
    wcTransaction?: object;
  }>(`/api/streams/${id}/funding-info`);
  if (funding.wcTransaction === undefined) throw new Error('The demo wallet should need no preparation');
  say.step('The sender signs the funding and the wallet broadcasts it');
  const txHash = await signAndSend(fixture, sender, funding.wcTransaction);
  const { status, finality, stream } = await api.post<Confirmation>(`/api/streams/${id}/confirm-funding`, { txHash });
  say.step('The API verifies it on the chain');
  say.fact('status', `${status} (${finality})`);
  say.fact('commitment', stream.nft_commitment);
  return stream;
};

/** Claims all that is due, as the recipient's frontend would. */
export const claimStream = async (fixture: Fixture, recipient: Wallet, id: string): Promise<StreamRow> => {
  const { api, say } = fixture;
  const claim = await api.post<{ claimableAmount: number; claimableAmountBase: string; wcTransaction: object }>(
    `/api/streams/${id}/claim`,
    { recipientAddress: recipient.address },
    recipient.address,
  );
  say.step('The recipient claims what is due');
  const txHash = await signAndSend(fixture, recipient, claim.wcTransaction);
  const { status, stream } = await api.post<Confirmation>(`/api/streams/${id}/confirm-claim`, {
    txHash,
    claimedAmount: claim.claimableAmount,
  });
  say.fact('claimed', amountOf(BigInt(claim.claimableAmountBase), stream));
  say.fact(
    'withdrawn',
    `${amountOf(BigInt(stream.withdrawn_amount_base), stream)} of ${amountOf(BigInt(stream.total_amount_base), stream)}`,
  );
  say.fact('status', status);
  return stream;
};

/** Cancels, as the sender's frontend would. */
export const cancelStream = async (fixture: Fixture, sender: Wallet, id: string): Promise<StreamRow> => {
  const { api, say } = fixture;
  const cancel = await api.post<{
    vestedAmount: number;
    unvestedAmount: number;
    wcTransaction: object;
    refund: { availableAfterBlocks: number };
  }>(`/api/streams/${id}/cancel`, { sender: sender.address }, sender.address);
  say.step('The sender cancels');
  say.fact('vested', `${cancel.vestedAmount} BCH, the recipient's`);
  say.fact(
    'unvested',
    `${cancel.unvestedAmount} BCH, returns after ${cancel.refund.availableAfterBlocks} blocks of notice`,
  );
  const txHash = await signAndSend(fixture, sender, cancel.wcTransaction);
  const confirmed = await api.post<Confirmation>(`/api/streams/${id}/confirm-cancel`, { txHash });
  say.fact('status', confirmed.status);
  return confirmed.stream;
};
