import { findPlanDeployments, lockingBytecodeOf, type PlanPart, type StreamModel } from '@weir/covenants';
import type { Wallet } from '@weir/wallet';
import { fundPart, planPart } from './deploy-plan.js';
import { DAY, type Fixture } from './fixture.js';

/** A plan of one stream that was funded without any API. */
export interface Deployed {
  readonly address: string;
  readonly txid: string;
  readonly part: PlanPart;
  readonly stream: StreamModel;
}

const scriptOf = ({ publicKeyHash }: Wallet): Uint8Array => lockingBytecodeOf(publicKeyHash);

/** Funds a plan of one stream. @param category of its tokens; left out in BCH */
export const openPart = async (
  fixture: Fixture,
  payer: Wallet,
  part: PlanPart,
  category?: string,
): Promise<Deployed> => {
  const txid = await fundPart(fixture, payer, part, category);
  const found = findPlanDeployments('devnet', txid, (await fixture.chain.transaction(txid)).transaction);
  const [first] = found.ok ? found.deployments : [];
  if (first === undefined) throw new Error('The funding opens no stream');
  return { address: first.stream.address, txid, part, stream: first.stream };
};

/** A linear stream over ten days that starts in an hour. */
export const streamPart = (
  fixture: Fixture,
  sender: Wallet,
  recipient: Wallet,
  total: bigint,
  category?: string,
): PlanPart => {
  const start = BigInt(fixture.node.tip.medianTimePast + 3_600);
  return planPart(category === undefined ? 'VESTING_BCH' : 'VESTING_TOKEN', scriptOf(sender), [
    {
      kind: 'VESTING',
      recipient: scriptOf(recipient),
      total,
      start,
      end: start + 10n * BigInt(DAY),
      group: { kind: 'VESTING', cliff: 0n, step: 1n, noticeBlocks: 6 },
    },
  ]);
};

/** Funds a stream, of a token where a category is given. */
export const openStream = (
  fixture: Fixture,
  sender: Wallet,
  recipient: Wallet,
  total: bigint,
  category?: string,
): Promise<Deployed> => openPart(fixture, sender, streamPart(fixture, sender, recipient, total, category), category);

/** Funds twelve daily payments, the first due now. */
export const openPayment = (
  fixture: Fixture,
  sender: Wallet,
  recipient: Wallet,
  amount: bigint,
  category?: string,
): Promise<Deployed> => {
  const part = planPart(category === undefined ? 'RECURRING_BCH' : 'RECURRING_TOKEN', scriptOf(sender), [
    {
      kind: 'RECURRING',
      recipient: scriptOf(recipient),
      amount,
      periods: 12,
      firstDue: BigInt(fixture.node.tip.medianTimePast),
      group: { kind: 'RECURRING', interval: BigInt(DAY), noticeBlocks: 6, pausable: true, cancelable: true },
    },
  ]);
  return openPart(fixture, sender, part, category);
};
