import { addressOf, type Coins, type Connection } from '../connection/connection.js';
import { isSameAddress } from '../shared/address.js';
import { isWeirError, WeirError } from '../shared/error.js';
import { perform } from '../steps/perform.js';
import { walletOf } from '../steps/wallet-of.js';
import type { AirdropClaim, AirdropHandle } from '../types/airdrops.types.js';
import type { VerbOptions } from '../types/verbs.types.js';
import type { Wallet } from '../wallet.js';

/** Claims through the service, where the campaign pays the fee. */
const claimRelayed = async (
  { api, ask }: Connection,
  id: string,
  claimerAddress: string,
  wallet: Wallet | undefined,
  { signal, onProgress }: VerbOptions,
): Promise<AirdropClaim> => {
  onProgress?.({ step: 'building', attempt: 1 });
  const claimed = await ask(
    (sent) =>
      api.POST('/api/airdrops/{id}/claim', {
        ...sent,
        params: { path: { id } },
        body: { claimerAddress, relay: true },
      }),
    { signal, wallet, address: claimerAddress },
  );
  if (!('relayed' in claimed))
    throw new WeirError('ANSWER_UNREADABLE', 'The service built a claim instead of sending it');
  onProgress?.({ step: 'done', txHash: claimed.txHash });
  return {
    txHash: claimed.txHash,
    claimedAmountBase: claimed.claimedAmountBase,
    isRelayed: true,
    campaign: claimed.campaign,
  };
};

/** Claims with the claimer's signature. */
const claimSigned = async (
  connection: Connection,
  id: string,
  claimerAddress: string,
  wallet: Wallet,
  options: VerbOptions,
): Promise<AirdropClaim> => {
  const { api, ask } = connection;
  const params = { path: { id } };
  let claimedAmountBase = 0n;
  const build = async (query: Coins) => {
    const built = await ask(
      (sent) =>
        api.POST('/api/airdrops/{id}/claim', { ...sent, params: { ...params, query }, body: { claimerAddress } }),
      { ...options, wallet, address: claimerAddress },
    );
    if ('relayed' in built) throw new WeirError('ANSWER_UNREADABLE', 'The service sent a claim it should have built');
    claimedAmountBase = built.claimableAmountBase;
    return built;
  };
  const { txHash, campaign } = await perform(
    connection,
    {
      wallet,
      build,
      path: '/api/airdrops/{id}/confirm-claim',
      id,
      claimer: claimerAddress,
      // The service sends it, since it knows which claim took the lane in between, and answers STATE_MOVED then.
      isSentByConfirm: true,
      confirmBody: ({ signedTransactionHash, signedTransaction }) => ({
        txHash: signedTransactionHash,
        txHex: signedTransaction,
      }),
    },
    options,
  );
  return { txHash, claimedAmountBase, isRelayed: false, campaign };
};

/** Creates the claim of a campaign: without a signature where the campaign allows that, else with one. */
export const createAirdropClaim =
  (connection: Connection, id: string): AirdropHandle['claim'] =>
  async (claimer, { isRelayed, address: named, ...options } = {}) => {
    if (typeof claimer === 'string') return claimRelayed(connection, id, claimer, undefined, options);
    const wallet = walletOf(connection, claimer);
    const own = await addressOf(wallet, named);
    // Never another one than was named: the service refuses one that is not the wallet's.
    const address = named === undefined || isSameAddress(own, named) ? own : named;
    if (isRelayed !== false) {
      try {
        return await claimRelayed(connection, id, address, wallet, options);
      } catch (error) {
        const isToBeSigned = isWeirError(error, 'FEES_NOT_SPONSORED', 'FEE_RATE_TOO_HIGH');
        if (isRelayed === true || !isToBeSigned) throw error;
      }
    }
    return claimSigned(connection, id, address, wallet, options);
  };
