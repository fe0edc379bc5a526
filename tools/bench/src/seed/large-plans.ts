import { encodeLockingBytecodeP2pkh, hash160, numberToBinUint32LE } from '@bitauth/libauth';
import {
  buildPlanFunding,
  DEFAULT_CANCEL_FILLS,
  defaultPlanFees,
  layOutPlan,
  type PlanDraft,
  type UnsignedTransaction,
} from '@weir/covenants';
import { DEFAULT_MOVE_DELAY } from '@weir/kinds';

/** When the streams begin, Unix seconds. */
export const START = 1_800_000_000n;
/** How long they vest, seconds. */
export const FOUR_YEARS = 126_230_400;

/** Returns the locking bytecode of the party with a number; the sender is 0. */
export const party = (name: number): Uint8Array => encodeLockingBytecodeP2pkh(hash160(numberToBinUint32LE(name)));

/** Drafts a plan of streams in BCH over four years, to as many recipients. */
export const largePlan = (streams: number): PlanDraft => ({
  product: 'VESTING_BCH',
  sender: party(0),
  nonce: new Uint8Array(16).fill(streams % 251),
  ...defaultPlanFees('VESTING_BCH'),
  cancelFills: DEFAULT_CANCEL_FILLS,
  delay: DEFAULT_MOVE_DELAY,
  streams: Array.from({ length: streams }, (_, i) => ({
    kind: 'VESTING',
    recipient: party(i + 1),
    total: 100_000_000n + BigInt(i),
    start: START,
    end: START + BigInt(FOUR_YEARS),
    group: { kind: 'VESTING', cliff: i % 2 === 0 ? 0n : 31_536_000n, step: 2_592_000n, noticeBlocks: 36 },
  })),
});

/** The sender's coins: more than any plan takes. */
export const senderOfLargePlans = {
  hash: hash160(numberToBinUint32LE(0)),
  coins: [{ txid: '11'.repeat(32), vout: 0, satoshis: 2_000_000_000_000n }],
};

/** Builds the funding of a plan on mainnet, in one transaction. @throws Error where it takes several */
export const buildLargePlan = (draft: PlanDraft): UnsignedTransaction => {
  const layout = layOutPlan(draft, 'mainnet');
  const [part, more] = layout.ok ? layout.parts : [];
  if (part === undefined || more !== undefined) throw new Error(`${draft.streams.length} streams: not one transaction`);
  return buildPlanFunding(part, senderOfLargePlans, { height: 900_000, medianTimePast: Number(START) }).transaction;
};
