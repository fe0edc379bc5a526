import type { Finality, StreamStep } from '@weir/api-contract/words';
import type { EventRecord, StreamHistory, TransitionRecord } from '@weir/infra';
import type { StreamEventView } from '../streams.types.js';

const EVENT_KINDS: Readonly<Record<string, StreamStep>> = {
  fund: 'funded',
  claim: 'claimed',
  push: 'pushed',
  cancel: 'cancelled',
  refund: 'refunded',
  pause: 'paused',
  settle: 'settled',
  resume: 'resumed',
  'at-risk': 'at_risk',
};

/**
 * Returns the word of a step. A payment that nobody signed is `claimed` where its recipient asked for it, and `pushed`
 * where anybody else did, a watcher included.
 */
const wordOf = ({ transition, txHash }: EventRecord, asked: ReadonlySet<string>): StreamStep => {
  const kind = transition === 'push' && asked.has(txHash) ? 'claimed' : EVENT_KINDS[transition];
  if (kind === undefined) throw new Error(`A stream has an event of an unknown step: ${transition}`);
  return kind;
};

const finalityOf = (step: TransitionRecord | undefined): Finality | null => {
  if (step === undefined) return null;
  if (step.block === null) return 'mempool';
  return step.final ? 'final' : 'mined';
};

const toEventView = (
  event: EventRecord,
  step: TransitionRecord | undefined,
  asked: ReadonlySet<string>,
): StreamEventView => ({
  event: event.kind === 'recorded' ? wordOf(event, asked) : event.kind,
  of: event.kind === 'rolled_back' || event.kind === 'restored' ? wordOf(event, asked) : null,
  at: event.createdAt,
  txHash: event.txHash,
  amount: event.amount,
  source: event.source,
  reason: event.because?.reason ?? null,
  replacedBy: event.because?.replacedBy ?? null,
  finality: finalityOf(step),
  height: step?.block?.height ?? null,
});

/** Converts the events of a stream, the oldest first, each with the present finality of its transaction. */
export const toEventViews = ({ events, transitions }: StreamHistory): StreamEventView[] => {
  const byHash = new Map(transitions.map((step) => [step.txHash, step]));
  const asked = new Set(events.filter(({ source }) => source === 'confirm').map(({ txHash }) => txHash));
  return events.map((event) => toEventView(event, byHash.get(event.txHash), asked));
};
