import { decodeTransaction, hexToBin, isHex } from '@bitauth/libauth';
import type { ChainReader } from '@weir/infra';
import { onChain } from '../shared/chain-errors.js';
import { ServiceError } from '../shared/service-error.js';
import type { TransactionsService } from '../streams/streams.types.js';

/** Relays transactions that wallets signed without broadcasting. */
export const createTransactionsService = ({ chain }: { readonly chain: ChainReader }): TransactionsService => ({
  async broadcast(txHex) {
    const decoded = isHex(txHex) ? decodeTransaction(hexToBin(txHex)) : 'not hex';
    if (typeof decoded === 'string') {
      throw new ServiceError('INVALID_REQUEST', 'txHex must be a fully signed transaction, encoded as hex', {
        field: 'txHex',
      });
    }
    return { txid: await onChain(() => chain.broadcast(txHex)) };
  },
});
