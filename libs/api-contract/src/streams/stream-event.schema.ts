import Type, { type Static } from 'typebox';
import { Amount, BaseAmount } from '../shared/amount.schema.js';
import { Nullable, NullableEnum } from '../shared/nullable.js';

const STEPS = [
  'funded',
  'claimed',
  'pushed',
  'paused',
  'settled',
  'resumed',
  'cancelled',
  'refunded',
  'completed',
  'at_risk',
] as const;
/** A step of a stream or payment, as its events name it. */
export type StreamStep = (typeof STEPS)[number];

/** Something that happened to a stream or a payment. */
export const StreamEvent = Type.Object(
  {
    event: Type.Enum([...STEPS, 'rolled_back', 'restored'], {
      description:
        '`claimed`: the recipient was paid, and asked for it: they signed, claimed with `broadcast`, or it was reported by confirm-claim; `pushed`: paid without their signature because anybody else asked, a watcher included. Only payments are `paused`, `settled` (the notice of a pause is over) and `resumed`. `at_risk`: while the notice that `tx_hash` began runs, nodes ask more for relaying than a push without a signature pays: the recipient has to claim with a coin of their own before it ends. `rolled_back`: the chain took the step back (a double spend, a reorganisation); `restored`: it is there again.',
    }),
    of: NullableEnum(STEPS, 'Which step was rolled back or restored.'),
    at: Type.Integer({ description: 'When it was recorded, Unix seconds.' }),
    tx_hash: Type.String(),
    amount: Amount('What it moved: the whole by a funding, what went back by a refund, else what the recipient got.'),
    amount_base: BaseAmount(),
    source: Type.Enum(['confirm', 'chain'], {
      description:
        '`confirm`: reported by a confirm call, or sent by a claim with `broadcast`; `chain`: found on the chain.',
    }),
    reason: NullableEnum(
      ['replaced', 'vanished'],
      'Why it was rolled back: another transaction took its place, or no server has it any more.',
    ),
    replaced_by: Nullable(Type.String({ description: 'The transaction that took its place.' })),
    finality: NullableEnum(
      ['mempool', 'mined', 'final'],
      'How settled its transaction is now; null when it was rolled back.',
    ),
    height: Nullable(Type.Integer({ description: 'Height of its block; null while it has none.' })),
  },
  { title: 'StreamEvent', description: 'A step of a stream or payment on the chain, or the chain taking one back.' },
);
export type StreamEvent = Static<typeof StreamEvent>;
