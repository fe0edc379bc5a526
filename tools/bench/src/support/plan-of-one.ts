import { hexToBin } from '@bitauth/libauth';
import {
  DEFAULT_CANCEL_FILLS,
  feeBoundsOf,
  layOutPlan,
  lockingBytecodeOf,
  type PlanPart,
  type PublicKeyHash,
} from '@weir/covenants';

/** Lays out a plan of one linear stream. Times in Unix seconds, the total in satoshis. */
export const planOfOne = (
  number: number,
  sender: PublicKeyHash,
  recipient: PublicKeyHash,
  { total, start, end }: { readonly total: bigint; readonly start: bigint; readonly end: bigint },
): PlanPart => {
  const layout = layOutPlan(
    {
      product: 'VESTING_BCH',
      sender: lockingBytecodeOf(sender),
      nonce: hexToBin(number.toString(16).padStart(32, '0')),
      feeBound: feeBoundsOf('VESTING_BCH').default,
      cancelFills: DEFAULT_CANCEL_FILLS,
      streams: [
        {
          kind: 'VESTING',
          recipient: lockingBytecodeOf(recipient),
          total,
          start,
          end,
          group: { kind: 'VESTING', cliff: 0n, step: 1n, noticeBlocks: 6 },
          payments: 48,
        },
      ],
    },
    'devnet',
  );
  const [part] = layout.ok ? layout.parts : [];
  if (part === undefined) throw new Error('A plan of one has one part');
  return part;
};
