import { binToHex } from '@bitauth/libauth';
import { lockingBytecodeOf, type Network, outpointKey, ownCoins, type WalletCoins } from '@weir/covenants';
import {
  type ChainReader,
  type OfferedCoin,
  type PlanFundingRecord,
  renewedByFirst,
  spenderOf,
  type StreamsRepository,
  findTransaction,
} from '@weir/infra';
import { readFunding } from '../funded-part.js';
import { ServiceError } from '../service-error.js';

interface Surroundings {
  readonly streams: Pick<StreamsRepository, 'renewalOf' | 'renewalWithNonce' | 'offered'>;
  readonly chain: ChainReader;
  readonly network: Network;
}

const renewedAlready = (renewedBy: string, fundingTxHash?: string): ServiceError =>
  new ServiceError('WRONG_STATE', 'It is already renewed, and the renewal is funded: renew that one', {
    renewedBy,
    ...(fundingTxHash !== undefined && { fundingTxHash }),
  });

/**
 * Checks that no funded record renews this one yet: its periods would be paid twice.
 *
 * @param renewed id of the payment or plan that is renewed; null where nothing is
 * @param renewal id of the renewal that is about to be funded, which does not count
 * @throws ServiceError WRONG_STATE with the id of the funded renewal, `renewedBy`
 */
export const assertFirstRenewal = async (
  { streams }: { readonly streams: Pick<StreamsRepository, 'renewalOf'> },
  renewed: string | null,
  renewal?: string,
): Promise<void> => {
  const renewedBy = renewed === null ? undefined : await streams.renewalOf(renewed, renewal);
  if (renewedBy !== undefined) throw renewedAlready(renewedBy);
};

/**
 * Says that a funding was confirmed beside that of another renewal, as part of a message; nothing where it was not. Fundings that
 * are handed out exclude each other, but a wallet may build one by itself.
 */
export const renewedTwice = async (
  { streams }: { readonly streams: Pick<StreamsRepository, 'renewalOf'> },
  renewed: string | null,
  renewal: string,
): Promise<string> => {
  const other = renewed === null ? undefined : await streams.renewalOf(renewed, renewal);
  return other === undefined
    ? ''
    : `. Another renewal of the same record, ${other}, is funded too, so the same periods are paid twice: cancel one of them`;
};

const isSpending = (): ServiceError =>
  new ServiceError('WRONG_STATE', 'The coin that funds renewals of this record is being spent; retry', {
    retryable: true,
  });

/**
 * Refuses to hand out another coin while the one before may have funded a renewal. Only its spender shows that: it was handed out with
 * fundings of all renewals of the record.
 *
 * @param coin of the key that acts, which it has no longer
 * @throws ServiceError WRONG_STATE, CHAIN_UNAVAILABLE
 */
const refuseSpent = async (
  { chain, streams, network }: Surroundings,
  renewed: string,
  { hash }: WalletCoins,
  coin: OfferedCoin,
): Promise<void> => {
  if (await chain.isUnspent(coin.txid, coin.vout)) throw isSpending();
  const spender = await spenderOf(chain, coin, lockingBytecodeOf(hash));
  if (spender === undefined) {
    // Nothing can spend a coin whose transaction is gone.
    if ((await findTransaction(chain, coin.txid)) === undefined) return;
    throw isSpending();
  }
  const read = readFunding(spender.txid, spender.transaction, network);
  if (!('plan' in read)) return;
  const renewedBy = await streams.renewalWithNonce(renewed, binToHex(read.plan.terms.nonce));
  if (renewedBy !== undefined) throw renewedAlready(renewedBy, spender.txid);
};

/**
 * Returns the coin that the next funding of a record should spend, and which coins may take its place where the wallet no longer has
 * it. First fundings of the renewals of one record share one, of the key that acts, which every funding can spend: the chain accepts
 * one of them.
 *
 * @throws ServiceError WRONG_STATE, CHAIN_UNAVAILABLE
 */
export const offerOf = async (context: Surroundings, funding: PlanFundingRecord, wallet: WalletCoins) => {
  const before = await context.streams.offered(funding);
  const renewed = renewedByFirst(funding);
  const isThere = ownCoins(wallet).some((coin) => before !== null && outpointKey(coin) === outpointKey(before));
  if (renewed !== null && before !== null && !isThere) await refuseSpent(context, renewed, wallet, before);
  return { before, ownGenesis: renewed !== null };
};
