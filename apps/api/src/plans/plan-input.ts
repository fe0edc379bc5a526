import type { CreatePlanBody, PlanRecipientsBody, PlanRow } from '@weir/api-contract';
import { ApiError } from '@weir/http';
import type { CreatePlanInput, ListInput, PlanRowInput, PlanTimesInput } from '@weir/services';

type Times = Pick<PlanRow, 'start' | 'end' | 'cliff' | 'step' | 'interval' | 'shape'>;

/** Maps times: null means absent. */
const timesOf = ({ start, end, cliff, step, interval, shape }: Times): PlanTimesInput => ({
  start: start ?? undefined,
  end: end ?? undefined,
  cliff: cliff ?? undefined,
  step: step ?? undefined,
  interval: interval ?? undefined,
  shape: shape ?? undefined,
});

const rowOf = (row: PlanRow): PlanRowInput => ({
  recipient: row.recipient,
  amount: row.amount,
  label: row.label ?? undefined,
  ...timesOf(row),
});

const bothLists = (): ApiError => new ApiError('INVALID_REQUEST', 'Send either csv or streams', { in: 'body' });

/**
 * Maps a creation to the use case's input: null means absent, and CASHTOKENS is an alias of FUNGIBLE_TOKEN.
 *
 * @throws ApiError INVALID_REQUEST
 */
export const toCreatePlanInput = (body: CreatePlanBody): CreatePlanInput => {
  const [streams, csv] = [body.streams ?? undefined, body.csv ?? undefined];
  if (streams !== undefined && csv !== undefined) throw bothLists();
  return { ...termsOf(body), streams: streams?.map(rowOf), csv };
};

const termsOf = (body: CreatePlanBody): Omit<CreatePlanInput, 'streams' | 'csv'> => ({
  product: body.product,
  sender: body.sender ?? undefined,
  vaultId: body.vaultId ?? undefined,
  tokenType: body.tokenType === 'CASHTOKENS' ? 'FUNGIBLE_TOKEN' : (body.tokenType ?? undefined),
  tokenCategory: body.tokenCategory?.toLowerCase(),
  cancelable: body.cancelable ?? undefined,
  pausable: body.pausable ?? undefined,
  cancelNoticeBlocks: body.cancelNoticeBlocks ?? undefined,
  cancelFills: body.cancelFills ?? undefined,
  description: body.description ?? undefined,
  ...timesOf(body),
});

/** @throws ApiError INVALID_REQUEST */
const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ApiError('INVALID_REQUEST', 'The CSV is not UTF-8: save it as such', { in: 'body' });
  }
};

/** Returns the list that a request carries. @throws ApiError INVALID_REQUEST */
export const toListInput = (body: unknown): ListInput => {
  if (body instanceof Uint8Array) return { kind: 'csv', text: decode(body) };
  const { csv, streams } = body as PlanRecipientsBody;
  if (csv !== undefined && streams === undefined) return { kind: 'csv', text: csv };
  if (streams !== undefined && csv === undefined) return { kind: 'rows', rows: streams.map(rowOf) };
  throw bothLists();
};
