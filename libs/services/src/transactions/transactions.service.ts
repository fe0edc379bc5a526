import { decodeTransaction, hexToBin, isHex } from '@bitauth/libauth';
import { LRUCache } from 'lru-cache';
import { lockingBytecodeOf, type Network } from '@weir/covenants';
import { ChainUnavailableError, TransactionNotFoundError, type ChainReader } from '@weir/infra';
import { bindUseCases } from '../shared/bind-use-cases.js';
import { parseParty } from '../shared/parties.js';
import { ServiceError } from '../shared/service-error.js';

/** How long a transaction that was found is not asked for again, milliseconds: less than a note of it is kept. */
const FOUND_MS = 30_000;
/** How long one that no server has is not asked for again, milliseconds: it may be on its way to them. */
const DENIED_MS = 1_000;
/** How many hashes are remembered. */
const MAX_ASKED = 10_000;

/** Notes transactions that wallets say they sent, as far as a server has them: a hash alone must hide nobody's coins. */
const createSentNotes = (chain: Pick<ChainReader, 'transaction' | 'note'>) => {
  const asked = new LRUCache<string, Promise<void>>({ max: MAX_ASKED, ttl: FOUND_MS });
  const ask = async (txid: string): Promise<void> => {
    try {
      const transaction = await chain.transaction(txid);
      if (transaction.confirmations === 0) await chain.note(transaction);
    } catch (error) {
      if (error instanceof TransactionNotFoundError) asked.set(txid, Promise.resolve(), { ttl: DENIED_MS });
      // What the request is about needs the servers, too, and says so.
      else if (error instanceof ChainUnavailableError) asked.delete(txid);
      else throw error;
    }
  };
  return async (txids: readonly string[]): Promise<void> => {
    const answers = txids.map((txid) => {
      const known = asked.get(txid);
      if (known !== undefined) return known;
      const answer = ask(txid);
      asked.set(txid, answer);
      return answer;
    });
    await Promise.all(answers);
  };
};

/** What coins hold: satoshis of those without tokens, and base units by category. */
interface Balance {
  readonly amount: bigint;
  readonly tokens: readonly { readonly tokenCategory: string; readonly tokenAmount: bigint }[];
}

interface Surroundings {
  readonly chain: ChainReader;
  readonly network: Network;
}

/** Adds up the coins of addresses. @throws ServiceError INVALID_ADDRESS, CHAIN_UNAVAILABLE */
const balanceOf = async ({ chain, network }: Surroundings, addresses: readonly string[]): Promise<Balance> => {
  const hashes = addresses.map((address) => parseParty(address, network, 'addresses').hash);
  const each = [...new Map(hashes.map((hash) => [hash.toString(), hash])).values()];
  const coins = await Promise.all(each.map((hash) => chain.unspent(lockingBytecodeOf(hash))));
  let amount = 0n;
  const tokens = new Map<string, bigint>();
  for (const { satoshis, token } of coins.flat())
    if (token === undefined) amount += satoshis;
    else if (token.amount > 0n) tokens.set(token.category, (tokens.get(token.category) ?? 0n) + token.amount);
  return { amount, tokens: [...tokens].map(([tokenCategory, tokenAmount]) => ({ tokenCategory, tokenAmount })) };
};

/**
 * Relays a fully signed transaction.
 *
 * @throws ServiceError BROADCAST_REJECTED with the node's reason, INVALID_REQUEST when it is not a transaction
 */
const broadcast = async ({ chain }: Surroundings, txHex: string): Promise<{ readonly txid: string }> => {
  const decoded = isHex(txHex) ? decodeTransaction(hexToBin(txHex)) : 'not hex';
  if (typeof decoded === 'string') {
    throw new ServiceError('INVALID_REQUEST', 'txHex must be a fully signed transaction, encoded as hex', {
      field: 'txHex',
    });
  }
  return { txid: await chain.broadcast(txHex) };
};

/**
 * Reads a transaction that the network has.
 *
 * @param txHash display order
 * @throws ServiceError TX_NOT_FOUND, CHAIN_UNAVAILABLE
 */
const readTransaction = async ({ chain }: Surroundings, txHash: string) => {
  const { txid, hex } = await chain.transaction(txHash);
  return { txHash: txid, txHex: hex };
};

/** Relays and reads transactions, notes those that wallets broadcast, and adds up what wallets hold. */
export const createTransactionsService = (surroundings: Surroundings) => ({
  ...bindUseCases(surroundings, {
    balance: balanceOf,
    broadcast,
    read: readTransaction,
  }),
  /**
   * Asks the servers for transactions that a wallet is said to have sent, and notes those that they have: what these spend is not
   * offered again, what they pay is. Others are ignored, and asked for again a second later at the earliest.
   */
  noteSent: createSentNotes(surroundings.chain),
});

export type TransactionsService = ReturnType<typeof createTransactionsService>;
