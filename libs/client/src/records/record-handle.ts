import type { Connection } from '../connection/connection.js';
import { loadWithWallet } from '../moves/load-with-wallet.js';
import { assetOf, type Exact, type Schemas, toBody, type WithAmounts } from '../shared/amounts.js';
import { allRows, PAGE } from '../shared/pages.js';
import { createCached } from '../shared/wait.js';
import { recordRequests } from '../steps/record-requests.js';
import { creatorOf } from '../steps/wallet-of.js';
import type { RecordHandle, RecordProduct, Records, RecordSchemas, SenderMoves } from '../types/records.types.js';
import type { AbortOptions, Confirmed, ConfirmPath, VerbOptions } from '../types/verbs.types.js';
import type { Wallet } from '../wallet.js';

/** The parties of a record, which never change. */
export interface Parties {
  readonly sender: string;
  readonly recipient: string;
}

/** A record whose handle is created. */
export interface HandledRecord<Product extends RecordProduct> {
  readonly product: Product;
  readonly id: string;
  readonly partiesOf: (detail: Exact<RecordSchemas[Product]['detail']>) => Parties;
  /** What is known of it already, which saves a request. */
  readonly known?: Parties | undefined;
}

/** Has the sender sign what a route builds, and confirms it. */
export type AsSender = <Path extends ConfirmPath>(
  move: 'cancel' | 'pause' | 'resume',
  confirmPath: Path,
  given: Wallet | undefined,
  options: VerbOptions,
  body?: object,
) => Promise<Confirmed<Path>>;

/** Creates the handle of a record, and what its own methods are made from. */
export const createRecordHandle = <Product extends RecordProduct>(
  connection: Connection,
  { product, id, partiesOf, known }: HandledRecord<Product>,
): { readonly handle: RecordHandle<Product>; readonly asSender: AsSender } => {
  const { ask } = connection;
  const { get, post } = recordRequests(connection, product);
  const params = { path: { id } };
  const read: RecordHandle<Product>['get'] = (options = {}) =>
    ask(get<RecordSchemas[Product]['detail']>('/{id}', { params }), options);
  const parties = createCached(async () => partiesOf(await read()), known);

  const asSender: AsSender = async (...given) =>
    (await loadWithWallet()).moveAsSender(
      connection,
      { product, id, senderOf: async () => (await parties()).sender },
      ...given,
    );

  const handle: RecordHandle<Product> = {
    id,
    get: read,
    fund: async (...given) => (await loadWithWallet()).fundRecord(connection, { product, id }, ...given),
    claim: async (...given) =>
      (await loadWithWallet()).claimRecord(
        connection,
        { product, id, recipientOf: async () => (await parties()).recipient },
        ...given,
      ),
    push: (options = {}) =>
      ask(post<Schemas['PushResponse']>('/{id}/push', { params, body: { broadcast: true } }), options),
  };
  return { handle, asSender };
};

/** Creates the handle of a stream or a payment, which its sender can end. */
export const createCancelableHandle = <Product extends RecordProduct>(
  connection: Connection,
  record: HandledRecord<Product>,
): { readonly handle: RecordHandle<Product> & SenderMoves<Product>; readonly asSender: AsSender } => {
  const { product, id } = record;
  const { handle, asSender } = createRecordHandle(connection, record);
  const params = { path: { id } };
  const moves: SenderMoves<Product> = {
    cancel: (given, { allowUnsafeRecovery, ...options } = {}) =>
      asSender('cancel', `/api/${product}/{id}/confirm-cancel`, given, options, { allowUnsafeRecovery }),
    refund: (options = {}) =>
      connection.ask(
        recordRequests(connection, product).post<RecordSchemas[Product]['refund']>('/{id}/refund', {
          params,
          body: {},
        }),
        options,
      ),
  };
  return { handle: { ...handle, ...moves }, asSender };
};

/** What distinguishes the part of a client for one product. */
interface Part<Product extends RecordProduct, Handle extends object> {
  readonly product: Product;
  readonly recordOf: (
    created: Exact<RecordSchemas[Product]['created']>,
  ) => Exact<RecordSchemas[Product]['record']> & Parties & { readonly id: string };
  readonly rowsOf: (page: Exact<RecordSchemas[Product]['page']>) => readonly Exact<RecordSchemas[Product]['row']>[];
  readonly handleOf: (id: string, known?: Parties) => Handle;
}

/** Creates the part of a client for streams or payments. */
export const createRecords = <Product extends RecordProduct, Handle extends object>(
  connection: Connection,
  { product, recordOf, rowsOf, handleOf }: Part<Product, Handle>,
): Records<Product, Handle> => {
  const { ask } = connection;
  const { get, post } = recordRequests(connection, product);
  const page: Records<Product, Handle>['page'] = (query, options = {}) =>
    ask(get<RecordSchemas[Product]['page']>('', { params: { query: query ?? {} } }), options);
  type Terms = WithAmounts<RecordSchemas[Product]['terms']> & { readonly sender?: string | null };
  const send = async <Data>(
    path: string,
    terms: Terms,
    wallet?: Wallet,
    options?: AbortOptions,
  ): Promise<Exact<Data>> =>
    ask(
      post<Data>(path, { body: toBody<object>(terms, assetOf(terms)) }),
      await creatorOf(connection, wallet, terms.sender, options),
    );
  return {
    async create(given, wallet, options) {
      const terms = await (await loadWithWallet()).explicitTerms(connection, product, given);
      const record = recordOf(await send<RecordSchemas[Product]['created']>('/create', terms, wallet, options));
      connection.requested.set(record.id, { terms });
      return { ...handleOf(record.id, record), record };
    },
    preview: (terms, wallet) => send<RecordSchemas[Product]['preview']>('/preview', terms, wallet),
    at: (id) => handleOf(id),
    page,
    list: (query) => allRows((cursor) => page({ limit: PAGE, ...query, cursor }), rowsOf),
  };
};
