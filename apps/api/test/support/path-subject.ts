import { assertSuccess, decodeTransactionCommon, hexToBin } from '@bitauth/libauth';
import type {
  ClaimResponse,
  CreatePaymentResponse,
  CreateStreamResponse,
  FundingReady,
  GetPaymentResponse,
  GetStreamResponse,
} from '@weir/api-contract';
import { createChainReader, type ElectrumPool } from '@weir/infra';
import {
  amountOf,
  DAY,
  handleByLibrary,
  inPlan,
  NOTICE_BLOCKS,
  totalOf,
  VESTING_DAYS,
  type LibraryHandle,
  type Path,
  type PathContract,
  type PathHandle,
  type PathParties,
  type PathSubject,
  type PathView,
} from '@weir/simulation/paths';
import type { Wallet } from '@weir/wallet';
import { succeeded } from './client.js';
import type { Fixture } from './fixture.js';

/** Fields that the resources of streams and payments share. */
interface Seen {
  readonly status: PathView['status'];
  readonly paid: string;
  readonly claimable: string;
  readonly claimableAmount: number;
  readonly ended: boolean;
}

const COIN = 100_000_000n;

const creationOf = (contract: PathContract, { recipient, category }: PathParties, start: bigint): object => {
  const units = (amount: bigint): number | string =>
    category === undefined ? Number(amount) / Number(COIN) : amount.toString();
  const asset = category === undefined ? {} : { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: category };
  const common = { ...asset, recipient: recipient.address, cancelNoticeBlocks: NOTICE_BLOCKS };
  return contract.schedule === 'VESTING'
    ? {
        ...common,
        streamType: 'LINEAR',
        totalAmount: units(totalOf(contract)),
        startTime: Number(start),
        endTime: Number(start) + VESTING_DAYS * DAY,
      }
    : {
        ...common,
        interval: 'DAILY',
        amountPerPeriod: units(amountOf(contract)),
        startDate: Number(start) + DAY,
        pausable: true,
      };
};

/** Opens a contract and confirms its funding through the API. */
const openThere = async (
  contract: PathContract,
  parties: PathParties,
  start: bigint,
  subject: PathSubject,
  fixture: Fixture,
): Promise<{ readonly path: string; readonly life: LibraryHandle }> => {
  const { sender, recipient } = parties;
  const base = contract.schedule === 'VESTING' ? '/api/streams' : '/api/payments';
  const created = await succeeded(
    fixture.client
      .as(sender.address)
      .post<CreateStreamResponse | CreatePaymentResponse>(`${base}/create`, creationOf(contract, parties, start)),
  );
  const { id } = 'stream' in created ? created.stream : created.payment;
  const { wcTransaction } = await succeeded(fixture.client.get<FundingReady>(`${base}/${id}/funding-info`));
  const { signedTransaction, signedTransactionHash } = await sender.signTransaction(wcTransaction);
  await succeeded(fixture.client.post(`${base}/${id}/confirm-funding`, { txHash: signedTransactionHash }));
  await subject.mine();
  const transaction = assertSuccess(decodeTransactionCommon(hexToBin(signedTransaction)));
  return {
    path: `${base}/${id}`,
    life: handleByLibrary(inPlan(signedTransactionHash, transaction, recipient), parties, subject),
  };
};

/**
 * The API under test by its routes. It builds every path except a payment whose fee a friend pays, the settling of a
 * pause (its watcher's) and a sweep; those are built by the library.
 */
export const createPathSubject = (fixture: Fixture, pool: ElectrumPool): PathSubject => {
  const { node } = fixture.devnet;
  const subject: PathSubject = {
    node,
    reader: createChainReader(pool),
    pass: (seconds) => fixture.advance(seconds),
    async mine() {
      node.mine(1, { timeStep: 1 });
      await fixture.mine(0);
    },
    async open(contract, parties, start): Promise<PathHandle> {
      const { sender, recipient } = parties;
      const { path, life } = await openThere(contract, parties, start, subject, fixture);
      const ask = <Body>(wallet: Wallet, action: string, body: object) =>
        succeeded(fixture.client.as(wallet.address).post<Body>(`${path}/${action}`, body));

      const look = async (): Promise<Seen> => {
        const body = await succeeded(fixture.client.get<GetStreamResponse | GetPaymentResponse>(path));
        const record = 'stream' in body ? body.stream : body.payment;
        return {
          status: record.status as PathView['status'],
          paid: 'withdrawn_amount_base' in record ? record.withdrawn_amount_base : record.total_paid_base,
          claimable: record.claimable_amount_base,
          claimableAmount: record.claimable_amount,
          ended: record.nft_commitment === null,
        };
      };
      const record = (action: 'claim' | 'pause' | 'resume' | 'cancel', body: object) =>
        succeeded(fixture.client.post(`${path}/confirm-${action}`, body));
      const signed = async (wallet: Wallet, action: 'pause' | 'resume' | 'cancel'): Promise<void> => {
        const built = await ask<Pick<FundingReady, 'wcTransaction'>>(wallet, action, { sender: wallet.address });
        const { signedTransactionHash } = await wallet.signTransaction(built.wcTransaction);
        await record(action, { txHash: signedTransactionHash });
      };

      const takes: Readonly<Record<Path, () => Promise<unknown>>> = {
        async claim() {
          const { claimableAmount, wcTransaction } = await ask<ClaimResponse>(recipient, 'claim', {
            recipientAddress: recipient.address,
          });
          const { signedTransactionHash } = await recipient.signTransaction(wcTransaction);
          await record('claim', { txHash: signedTransactionHash, claimedAmount: claimableAmount });
        },
        async pay() {
          const { claimableAmount } = await look();
          const { txid, vout } = life.state()?.outpoint ?? { txid: '', vout: 0 };
          await life.take('pay');
          await record('claim', { txHash: node.spenderOf(txid, vout), claimedAmount: claimableAmount });
        },
        push: () => ask(sender, 'push', { broadcast: true }),
        cancel: () => signed(sender, 'cancel'),
        pause: () => signed(sender, 'pause'),
        resume: () => signed(sender, 'resume'),
        refund: () => ask(sender, 'refund', {}),
        settle: () => life.take('settle'),
        sweep: () => life.take('sweep'),
      };
      return {
        lockingBytecode: life.lockingBytecode,
        async take(which) {
          await takes[which]();
        },
        async see() {
          const { status, paid, ended } = await look();
          return { status, paid: BigInt(paid), ended };
        },
      };
    },
  };
  return subject;
};
