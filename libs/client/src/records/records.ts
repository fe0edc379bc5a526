import type { Connection } from '../connection/connection.js';
import { assetOf, type Exact, toBody } from '../shared/amounts.js';
import { allRows, PAGE } from '../shared/pages.js';
import { creatorOf } from '../steps/wallet-of.js';
import { type Parties, recordRequests } from './record-handle.js';
import type { RecordProduct, Records, RecordSchemas } from './records.types.js';

/** What distinguishes the part of a client for one product. */
interface Part<Product extends RecordProduct, Handle extends object> {
  readonly product: Product;
  readonly recordOf: (
    created: Exact<RecordSchemas[Product]['created']>,
  ) => Exact<RecordSchemas[Product]['record']> & Parties & { readonly id: string };
  readonly rowsOf: (page: Exact<RecordSchemas[Product]['page']>) => readonly Exact<RecordSchemas[Product]['row']>[];
  readonly handleOf: (id: string, known?: Parties) => Handle;
}

/** Creates the part of a client for streams, or for payments. */
export const createRecords = <Product extends RecordProduct, Handle extends object>(
  connection: Connection,
  { product, recordOf, rowsOf, handleOf }: Part<Product, Handle>,
): Records<Product, Handle> => {
  const { ask } = connection;
  const { get, post } = recordRequests(connection, product);
  const page: Records<Product, Handle>['page'] = (query, options = {}) =>
    ask(get<RecordSchemas[Product]['page']>('', { params: { query: query ?? {} } }), options);
  return {
    async create(terms, wallet, options = {}) {
      const body = toBody<RecordSchemas[Product]['terms']>(terms, assetOf(terms));
      const created = await ask(
        post<RecordSchemas[Product]['created']>('/create', { body }),
        await creatorOf(connection, wallet, terms.sender, options),
      );
      const record = recordOf(created);
      return { ...handleOf(record.id, record), record };
    },
    async preview(terms, wallet) {
      const body = toBody<RecordSchemas[Product]['terms']>(terms, assetOf(terms));
      return ask(
        post<RecordSchemas[Product]['preview']>('/preview', { body }),
        await creatorOf(connection, wallet, terms.sender),
      );
    },
    at: (id) => handleOf(id),
    page,
    list: (query) => allRows((cursor) => page({ limit: PAGE, ...query, cursor }), rowsOf),
  };
};
