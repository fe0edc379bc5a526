import type { PaymentStatus } from '@weir/kinds';
import { type Page, limitOf, withCursor } from '../shared/paging.js';
import { parsePartyKeys, type Viewer } from '../shared/parties.js';
import { vaultNamedTo } from '../shared/vaults/vault-access.js';
import type { CurrencyContext } from './currency-context.js';
import { type LatestPrice, latestPrice } from './currency-prices.js';
import { oracleOf, toCurrencyView, toEventViews, toExecutionViews, viewMoment, viewOf } from './currency-view.js';
import { noPayment } from './load-currency.js';

/** Filters of a list. */
export interface ListCurrencyQuery extends Page {
  readonly sender?: string | undefined;
  readonly recipient?: string | undefined;
  readonly address?: string | undefined;
  readonly status?: PaymentStatus | undefined;
  /** Only payments that the funding of this one opens. */
  readonly openedWith?: string | undefined;
}

/**
 * Lists payments in a currency by party and status, the newest first.
 *
 * @throws ServiceError INVALID_ADDRESS, INVALID_CURSOR
 */
export const listCurrency = async (context: CurrencyContext, query: ListCurrencyQuery) => {
  const { network } = context;
  const keysOf = (field: 'sender' | 'recipient' | 'address') => {
    const named = query[field];
    return named === undefined ? undefined : parsePartyKeys(named, network, field);
  };
  const { rows, total, nextCursor } = await withCursor(() =>
    context.currencyPayments.list({
      senderHashes: keysOf('sender'),
      recipientHashes: keysOf('recipient'),
      addressHashes: keysOf('address'),
      status: query.status,
      openedWith: query.openedWith?.toLowerCase(),
      limit: limitOf(query),
      cursor: query.cursor,
    }),
  );
  const prices = new Map<string, LatestPrice | undefined>();
  const oracles = rows.map((row) => oracleOf(row, context));
  for (const oracle of new Set(oracles)) prices.set(oracle, await latestPrice(context, oracle));
  const { asOf } = await viewMoment(context, oracles[0] ?? '');
  const vaults = new Set(rows.flatMap(({ vaultId }) => vaultId ?? []));
  const named = new Map(
    await Promise.all([...vaults].map(async (id) => [id, await vaultNamedTo(context, id, undefined)] as const)),
  );
  return {
    payments: rows.map((row, i) =>
      toCurrencyView(
        row,
        { asOf, latest: prices.get(oracles[i] ?? '') },
        network,
        named.get(row.vaultId ?? '') ?? null,
      ),
    ),
    total,
    nextCursor,
  };
};

/**
 * Returns a payment in a currency with its executions and its events, the oldest first. Its vault is named where it is public, or the
 * viewer a member.
 *
 * @throws ServiceError NOT_FOUND
 */
export const getCurrency = async (context: CurrencyContext, id: string, viewer?: Viewer) => {
  const history = await context.currencyPayments.history(id);
  if (history === undefined) throw noPayment(id);
  return {
    payment: await viewOf(context, history.payment, viewer),
    executions: toExecutionViews(history),
    events: toEventViews(history),
  };
};
