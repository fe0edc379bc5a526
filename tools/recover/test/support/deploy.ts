import {
  buildRecurringFunding,
  buildTokenVestingFunding,
  buildVestingFunding,
  createRecurringContract,
  createVestingContract,
  type RecurringParameters,
  type UnsignedTransaction,
  type VestingFunding,
  type VestingParameters,
} from '@weir/covenants';
import type { Wallet } from '@weir/wallet';
import { DAY, type Fixture } from './fixture.js';

let nonces = 0;

/** Nonces of tests, no two the same. */
const nextNonce = (): Uint8Array => {
  nonces += 1;
  return new Uint8Array(16).fill(nonces);
};

/** A contract that was funded without any API. */
export interface Deployed<Parameters> {
  readonly address: string;
  readonly parameters: Parameters;
  readonly txid: string;
}

const fund = async (
  fixture: Fixture,
  sender: Wallet,
  funding: VestingFunding | { readonly kind: string; readonly transaction: UnsignedTransaction },
): Promise<string> => {
  if (funding.kind !== 'funding') throw new Error('This wallet must be prepared first');
  const txid = await fixture.send(sender, funding.transaction);
  fixture.node.mine(1, { timeStep: 1 });
  return txid;
};

/** A linear stream over ten days that starts in an hour. */
export const streamTerms = (fixture: Fixture, sender: Wallet, recipient: Wallet, total: bigint): VestingParameters => {
  const start = BigInt(fixture.node.tip.medianTimePast + 3_600);
  return {
    sender: sender.publicKeyHash,
    recipient: recipient.publicKeyHash,
    schedule: { total, start, end: start + 10n * BigInt(DAY), cliff: 0n, step: 0n },
    noticeBlocks: 6,
    nonce: nextNonce(),
  };
};

/** Funds a stream, of a token where a category is given. */
export const openStream = async (
  fixture: Fixture,
  sender: Wallet,
  parameters: VestingParameters,
  category?: string,
): Promise<Deployed<VestingParameters>> => {
  const funds = await fixture.funds(sender);
  if (category === undefined) {
    const contract = createVestingContract(parameters, 'devnet');
    return {
      address: contract.address,
      parameters,
      txid: await fund(fixture, sender, buildVestingFunding(contract, funds, fixture.tip())),
    };
  }
  const contract = createVestingContract(parameters, 'devnet', { type: 'FUNGIBLE_TOKEN', category });
  return {
    address: contract.address,
    parameters,
    txid: await fund(fixture, sender, buildTokenVestingFunding(contract, funds, fixture.tip())),
  };
};

/** Twelve daily payments, the first due now. */
export const openPayment = async (
  fixture: Fixture,
  sender: Wallet,
  recipient: Wallet,
  amount: bigint,
  category?: string,
): Promise<Deployed<RecurringParameters>> => {
  const plan = {
    amountPerPeriod: amount,
    lastAmount: amount,
    periods: 12n,
    interval: BigInt(DAY),
    firstDue: BigInt(fixture.node.tip.medianTimePast),
  };
  const parameters = {
    sender: sender.publicKeyHash,
    recipient: recipient.publicKeyHash,
    plan,
    noticeBlocks: 6,
    cancelable: true,
    pausable: true,
    nonce: nextNonce(),
  };
  const contract = createRecurringContract(
    parameters,
    'devnet',
    category === undefined ? { type: 'BCH' } : { type: 'FUNGIBLE_TOKEN', category },
  );
  return {
    address: contract.address,
    parameters,
    txid: await fund(fixture, sender, buildRecurringFunding(contract, await fixture.funds(sender), fixture.tip())),
  };
};
