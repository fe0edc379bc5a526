import { ApiError } from '@weir/http';
import type { ApiRecordsReader, ContractPage, ContractPageRequest, IndexReader } from '@weir/infra';
import { readApiViews, type ApiStatus } from './api-view.js';

/** Most queries of the API's database for one page. */
const MAX_LOOKS = 20;

/**
 * Returns a page of the contracts with a given API status. The API's database is a separate one, so pages are read and
 * filtered: where few contracts match, a page holds those found within a bounded number of queries, and its cursor
 * leads on.
 *
 * @throws ApiError INVALID_REQUEST where the API's database is not configured
 * @throws DatabaseUnavailableError, of the API's database as well; InvalidCursorError
 */
export const listByApiStatus = async (
  request: ContractPageRequest,
  apiStatus: ApiStatus,
  reader: Pick<IndexReader, 'list'>,
  records: ApiRecordsReader | undefined,
): Promise<ContractPage> => {
  if (records === undefined)
    throw new ApiError('INVALID_REQUEST', 'apiStatus cannot be asked for: this indexer is not told where the API is', {
      field: 'apiStatus',
    });
  const rows: ContractPage['rows'][number][] = [];
  let { cursor } = request;
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    const page = await reader.list({ ...request, limit: request.limit - rows.length, cursor });
    const views = await readApiViews(page.rows, records);
    rows.push(...page.rows.filter((_, i) => views[i]?.apiStatus === apiStatus));
    if (page.nextCursor === null || rows.length === request.limit) return { rows, nextCursor: page.nextCursor };
    cursor = page.nextCursor;
  }
  return { rows, nextCursor: cursor ?? null };
};
