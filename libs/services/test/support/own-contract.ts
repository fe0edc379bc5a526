import { randomBytes } from 'node:crypto';
import { binToHex } from '@bitauth/libauth';
import { createStreamContract, lockingBytecodeOf } from '@weir/covenants';
import { scriptHashOf, type NewStream, type StreamRecord } from '@weir/infra';
import type { Wallet } from '@weir/wallet';
import { parametersOf } from '../../src/streams/contract/parameters-of.js';
import { DAY, type Testbed } from './testbed.js';

/** What a stream or payment from before plans was of. */
export interface OwnContract {
  readonly product: StreamRecord['product'];
  /** Satoshis or base units; of a payment 12 periods. */
  readonly total: bigint;
  /** Category of the tokens; null for BCH. */
  readonly tokenCategory: string | null;
}

const NOTICE = 6;
const PERIODS = 12;

const termsOf = ({ product, total }: OwnContract, start: number) => {
  if (product === 'stream')
    return {
      streamType: 'LINEAR',
      startTime: start,
      endTime: start + 10 * DAY,
      intervalSeconds: null,
      recurring: null,
      payment: null,
    } as const;
  const firstDue = start + DAY;
  const amountPerPeriod = total / BigInt(PERIODS);
  return {
    streamType: 'RECURRING',
    startTime: firstDue,
    endTime: firstDue + PERIODS * DAY,
    intervalSeconds: DAY,
    recurring: { firstDue, periods: PERIODS, amountPerPeriod, pausable: true },
    payment: { recipientName: null, interval: 'DAILY', endDate: null },
  } as const;
};

/** A row as releases before plans stored them: with a contract of its own, and an address that no other has. */
export const storeOwnContract = (
  { context, node }: Testbed,
  sender: Wallet,
  recipient: Wallet,
  own: OwnContract,
): Promise<StreamRecord> => {
  const agreed = {
    ...termsOf(own, node.tip.medianTimePast),
    product: own.product,
    sender: sender.address,
    senderHash: binToHex(sender.publicKeyHash),
    recipient: recipient.address,
    recipientHash: binToHex(recipient.publicKeyHash),
    tokenType: own.tokenCategory === null ? 'BCH' : 'FUNGIBLE_TOKEN',
    tokenCategory: own.tokenCategory,
    totalAmount: own.total,
    cliffTimestamp: null,
    cancelable: true,
    cancelNoticeBlocks: NOTICE,
    nonce: randomBytes(16).toString('hex'),
    vaultId: null,
    description: null,
    place: null,
    label: null,
  } as const;
  const contract = createStreamContract(parametersOf(agreed), 'devnet');
  const row: NewStream = {
    ...agreed,
    contractAddress: contract.address,
    lockingBytecode: binToHex(contract.lockingBytecode),
    scriptHash: scriptHashOf(contract.lockingBytecode),
    initialCommitment: contract.initialCommitment,
  };
  return context.streams.insert(row);
};

/** The same, funded by the builder of before. @returns the hash of the funding, which nobody has confirmed */
export const fundOwnContract = async ({ context }: Testbed, sender: Wallet, stored: StreamRecord): Promise<string> => {
  const contract = createStreamContract(parametersOf(stored), 'devnet');
  const coins = await context.chain.unspent(lockingBytecodeOf(sender.publicKeyHash));
  const { kind, transaction } = contract.buildFunding(coins, await context.chain.tip());
  if (kind === 'preparation') throw new Error('A funded test wallet needs no preparation');
  return (await sender.signTransaction(transaction.wcTransaction)).signedTransactionHash;
};
