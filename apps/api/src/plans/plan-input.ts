import type { CreatePlanBody, Normalized, PlanRecipientsBody } from '@weir/api-contract';
import { ApiError } from '@weir/http';
import type { CreatePlanInput, ListInput } from '@weir/services';

const bothLists = (): ApiError => new ApiError('INVALID_REQUEST', 'Send either csv or streams', { in: 'body' });

/** Returns a creation that has one list at most. @throws ApiError INVALID_REQUEST */
export const toCreatePlanInput = (body: Normalized<CreatePlanBody>): CreatePlanInput => {
  if (body.streams !== undefined && body.csv !== undefined) throw bothLists();
  return body;
};

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
  const { csv, streams } = body as Normalized<PlanRecipientsBody>;
  if (csv !== undefined && streams === undefined) return { kind: 'csv', text: csv };
  if (streams !== undefined && csv === undefined) return { kind: 'rows', rows: streams };
  throw bothLists();
};
