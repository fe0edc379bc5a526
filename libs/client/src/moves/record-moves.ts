import { addressOf, type Coins, type Connection } from '../connection/connection.js';
import type { Schemas, WcTransaction } from '../shared/amounts.js';
import { perform } from '../steps/perform.js';
import { recordRequests } from '../steps/record-requests.js';
import { walletOf } from '../steps/wallet-of.js';
import type { RecordHandle, RecordProduct } from '../types/records.types.js';
import type { Confirmed, ConfirmPath, VerbOptions } from '../types/verbs.types.js';
import type { Wallet } from '../wallet.js';

/** The record that is acted on. */
interface Acted<Product extends RecordProduct> {
  readonly product: Product;
  readonly id: string;
}

/** Funds a record: see {@link RecordHandle}. */
export const fundRecord = async <Product extends RecordProduct>(
  connection: Connection,
  { product, id }: Acted<Product>,
  ...[given, options = {}]: Parameters<RecordHandle<Product>['fund']>
) => {
  const { get } = recordRequests(connection, product);
  const build = (query: Coins) =>
    connection.ask(
      get<Schemas['FundingInfoResponse']>('/{id}/funding-info', { params: { path: { id }, query } }),
      options,
    );
  const path = `/api/${product}/{id}/confirm-funding` as const;
  return perform(connection, { wallet: walletOf(connection, given), build, path, id, isSenders: true }, options);
};

/** Claims what is payable to a record’s recipient: see {@link RecordHandle}. */
export const claimRecord = async <Product extends RecordProduct>(
  connection: Connection,
  { product, id, recipientOf }: Acted<Product> & { readonly recipientOf: () => Promise<string> },
  ...[given, { feeRate, ...options } = {}]: Parameters<RecordHandle<Product>['claim']>
) => {
  const { post } = recordRequests(connection, product);
  const wallet = walletOf(connection, given);
  const address = await addressOf(wallet, await recipientOf());
  const body = { recipientAddress: address, ...(feeRate !== undefined && { feeRate }) };
  const sendFor = (query: Coins) =>
    post<Schemas['ClaimResponse']>('/{id}/claim', { params: { path: { id }, query }, body });
  return perform(
    connection,
    {
      wallet,
      build: (query) => connection.ask(sendFor(query), { ...options, wallet, address }),
      path: `/api/${product}/{id}/confirm-claim`,
      id,
      feeRate,
      confirmBody: ({ signedTransactionHash: txHash }, { claimableAmount: claimedAmount }) => ({
        txHash,
        claimedAmount,
      }),
    },
    options,
  );
};

/** Has the sender of a record sign what a route builds, and confirms it. @param body beside the sender */
export const moveAsSender = async <Path extends ConfirmPath>(
  connection: Connection,
  { product, id, senderOf }: Acted<RecordProduct> & { readonly senderOf: () => Promise<string> },
  move: 'cancel' | 'pause' | 'resume',
  path: Path,
  given: Wallet | undefined,
  options: VerbOptions,
  body?: object,
): Promise<Confirmed<Path>> => {
  const { post } = recordRequests(connection, product);
  const wallet = walletOf(connection, given);
  const address = await addressOf(wallet, await senderOf());
  const sendFor = (query: Coins) =>
    post<{ readonly wcTransaction: WcTransaction }>(`/{id}/${move}`, {
      params: { path: { id }, query },
      body: { sender: address, ...body },
    });
  const build = (query: Coins) => connection.ask(sendFor(query), { ...options, wallet, address });
  return perform(connection, { wallet, build, path, id, isSenders: true }, options);
};
