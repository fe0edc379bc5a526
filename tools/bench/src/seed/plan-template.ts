import { binToHex, encodeLockingBytecodeP2pkh } from '@bitauth/libauth';
import {
  DEFAULT_CANCEL_FILLS,
  feeBoundsOf,
  layOutPlan,
  plannedMembers,
  type PlanDraft,
  type PlanProduct,
  type StreamDraft,
} from '@weir/covenants';

/** The columns of a stream that its plan determines. */
export interface PlanTemplate {
  readonly product: PlanProduct;
  /** Hex; {@link TEMPLATE_NONCE} stands where the nonce of a row belongs. */
  readonly announcement: string;
  /** Hex. */
  readonly commitment: string;
  /** Satoshis. */
  readonly reserve: bigint;
}

/** Hex. */
export const TEMPLATE_NONCE = 'ab'.repeat(16);
/** Principal of a template's stream: satoshis or base units. */
export const TEMPLATE_TOTAL = 120_000_000n;

const PARTY = encodeLockingBytecodeP2pkh(new Uint8Array(20));
const START = 1_700_000_000n;
const MONTH = 2_592_000n;

const VESTING: StreamDraft = {
  ...{ kind: 'VESTING', recipient: PARTY, total: TEMPLATE_TOTAL, start: START, end: 1_900_000_000n },
  group: { kind: 'VESTING', cliff: 0n, step: 1n, noticeBlocks: 36 },
};
const RECURRING: StreamDraft = {
  ...{ kind: 'RECURRING', recipient: PARTY, amount: TEMPLATE_TOTAL / 12n, periods: 12, firstDue: START },
  group: { kind: 'RECURRING', interval: MONTH, noticeBlocks: 36, cancelable: true, pausable: true },
};

/** Lays out a plan with one stream as the service does: 120,000,000 units, vesting or in twelve monthly payments. */
export const planTemplate = (product: PlanProduct): PlanTemplate => {
  const draft: PlanDraft = {
    ...{ product, sender: PARTY, nonce: new Uint8Array(16).fill(0xab) },
    ...{ feeBound: feeBoundsOf(product).default, cancelFills: DEFAULT_CANCEL_FILLS },
    streams: [product.startsWith('VESTING') ? VESTING : RECURRING],
  };
  const layout = layOutPlan(draft, 'devnet');
  const [part] = layout.ok ? layout.parts : [];
  const [member] =
    part === undefined ? [] : plannedMembers(part, product.endsWith('TOKEN') ? '00'.repeat(32) : undefined);
  if (member === undefined) throw new Error(`No plan of ${product}: ${JSON.stringify(layout)}`);
  return {
    product,
    announcement: binToHex(member.announcement),
    commitment: member.opening.commitment,
    reserve: member.reserve,
  };
};
