import { presentAmount, type ListEventsResponse, type RecordEvent } from '@weir/api-contract';
import type { EventFigures, EventsPage, TokenType, NumberedEvent } from '@weir/services';

type Figures = RecordEvent['figures'];

/** Figures that are amounts in base units of the record's asset. */
const AMOUNTS = new Set([
  'totalAmount',
  'withdrawnAmount',
  'refundAmount',
  'pool',
  'claimedAmount',
  'balance',
  'owed',
  'periodAmount',
  'totalDeposit',
  'amount',
]);

const presentFigures = (figures: EventFigures, tokenType: TokenType): Figures => {
  const presented: Record<string, unknown> = {};
  for (const [name, figure] of Object.entries(figures)) {
    if (name === 'contract') continue;
    const isAmount = AMOUNTS.has(name);
    presented[name] = isAmount && figure !== null ? presentAmount(BigInt(figure), tokenType) : figure;
    if (isAmount) presented[`${name}Base`] = figure;
  }
  return { ...presented, status: String(figures['status'] ?? '') };
};

/** Presents an event, the same in streams, pages and webhooks. */
export const presentEvent = ({ id, event }: NumberedEvent): RecordEvent => {
  const tokenType: TokenType = event.tokenCategory === null ? 'BCH' : 'FUNGIBLE_TOKEN';
  return {
    id,
    kind: event.kind as RecordEvent['kind'],
    product: event.product as RecordEvent['product'],
    contract: (event.figures['contract'] ?? null) as RecordEvent['contract'],
    record: { id: event.recordId, displayId: event.displayId, parentId: event.parentId },
    parties: event.parties.map(({ role, address }) => ({ role, address })),
    step: event.step,
    txHash: event.txHash,
    amount: event.amount === null ? null : presentAmount(event.amount, tokenType),
    amountBase: event.amount?.toString() ?? null,
    tokenType,
    tokenCategory: event.tokenCategory,
    finality: event.finality,
    reason: event.reason,
    replacedBy: event.replacedBy,
    figures: presentFigures(event.figures, tokenType),
    createdAt: event.createdAt,
  };
};

/** Presents a page of events. */
export const presentEventsPage = ({ events, nextCursor, hasMore }: EventsPage): ListEventsResponse => ({
  success: true,
  events: events.map(presentEvent),
  nextCursor,
  hasMore,
});
