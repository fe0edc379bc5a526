import Type, { type Static } from 'typebox';
import { Amount } from '../shared/amount.schema.js';
import { Nullable, NullableEnum } from '../shared/nullable.js';
import { optional } from '../shared/requests.schema.js';
import { TokenCategory } from '../tokens/token.schema.js';
import { EVENT_KINDS, EVENT_PRODUCTS } from './event-words.js';

const amountOf = (description: string) => optional(Amount(description));
const base = () => optional(Type.String({ description: 'The same amount, exactly.' }));

/** Which figures an event has depends on its product. */
const EventFigures = Type.Object(
  {
    status: Type.String({ description: "The record's state." }),
    totalAmount: amountOf('Of a stream, a payment or a campaign.'),
    totalAmountBase: base(),
    withdrawnAmount: amountOf('Paid to the recipient so far.'),
    withdrawnAmountBase: base(),
    refundAmount: amountOf('What goes, or went, back after a cancel.'),
    refundAmountBase: base(),
    refundStatus: optional(Type.String()),
    periodsPaid: optional(Type.Integer()),
    nextDue: optional(Type.Integer({ description: 'Unix seconds.' })),
    pool: amountOf('What the lanes of a campaign can pay.'),
    poolBase: base(),
    claimedAmount: amountOf('Paid by a campaign so far.'),
    claimedAmountBase: base(),
    claimedCount: optional(Type.Integer()),
    balance: amountOf('What lies in a vault.'),
    balanceBase: base(),
    totalDeposit: amountOf('Planned for a vault.'),
    totalDepositBase: base(),
    amount: amountOf('What a proposal pays.'),
    amountBase: base(),
    proposalKind: optional(Type.String()),
    round: optional(Type.Integer()),
    signatures: optional(Type.Integer({ description: 'Of the present round.' })),
    part: optional(Type.Integer({ description: 'Which funding of a plan.' })),
    streams: optional(Type.Integer({ description: 'Streams that this funding of a plan opens.' })),
  },
  { title: 'EventFigures', description: "The record's figures at that moment." },
);

/** Something that happened to a record. */
export const RecordEvent = Type.Object(
  {
    id: Type.String({ description: 'Names the event, always the same; to resume from as `Last-Event-ID`.' }),
    kind: Type.Enum([...EVENT_KINDS], {
      description:
        '`claimed`: the recipient was paid, whoever asked for it (`step` `claim`: they signed; `push`: nobody did, since the contract paid the fee). `settled`: the notice of a pause is over. `refunded`: money went back. `at_risk`, once for each notice of a cancel or pause, whose transaction `txHash` names: nodes ask more for relaying than a push without a signature pays, so the recipient has to claim with a coin of their own before the notice ends. `deposit`: the balance of a vault rose; `paid`, `closed`: it was spent from, or emptied. Of proposals: `proposed`, a signer `signed` or `declined`, `approved` by two, `rejected`, `stale` (its coins were spent otherwise), `reopened` (built anew, or short of signatures again), `executed`. `expired`: removed, since nobody funded it. `final`: no reorganisation takes back the step that `step` names any more: ten blocks stand on its own. `reverted`: the chain took back the step that `step` names (a double spend, a reorganisation); a step that comes again is told again.',
    }),
    product: Type.Enum([...EVENT_PRODUCTS]),
    record: Type.Object({
      id: Type.String({ description: "The record's id." }),
      displayId: Nullable(Type.String({ description: '`#WEIR-BCH-000001`; null for a vault.' })),
      parentId: Nullable(Type.String({ description: "A proposal's vault, a stream's plan." })),
    }),
    parties: Type.Array(Type.Object({ role: Type.String(), address: Nullable(Type.String()) }), {
      description: '`sender` and `recipient`; `creator` and `signer`s; `proposer`; who signed or declined as `voter`.',
    }),
    step: Nullable(Type.String({ description: 'The step on the chain: `fund`, `claim`, `push`, `cancel`, …' })),
    txHash: Nullable(Type.String()),
    amount: Nullable(Amount('What it is about, or moved.')),
    amountBase: Nullable(
      Type.String({ description: 'The same amount, exactly, in satoshis (base units for tokens).' }),
    ),
    tokenType: Type.Enum(['BCH', 'FUNGIBLE_TOKEN']),
    tokenCategory: Nullable(TokenCategory()),
    finality: NullableEnum(
      ['mempool', 'mined', 'final'],
      'How settled the step was when it was told; null where there is none, and of a plan, whose streams say it.',
    ),
    reason: NullableEnum(['replaced', 'vanished'], 'Why it was taken back.'),
    replacedBy: Nullable(Type.String({ description: 'The transaction that took its place.' })),
    figures: EventFigures,
    createdAt: Type.Integer({ description: 'When it was recorded, Unix seconds.' }),
  },
  { title: 'Event', description: 'Something that happened to a record.' },
);
export type RecordEvent = Static<typeof RecordEvent>;
