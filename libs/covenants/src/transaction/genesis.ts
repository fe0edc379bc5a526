import type { Utxo } from 'cashscript';
import { P2PKH_DUST } from '@weir/kinds';
import type { Network } from '../chain/network.js';
import { outpointKey } from '../chain/outpoint.js';
import { CovenantError, InsufficientFundsError } from '../errors/covenant-error.js';
import { assemble, changeHashOf, ownCoins, type TransactionPlan, type WalletCoins } from './assemble.js';
import type { BuildOptions, UnsignedTransaction } from './built-transaction.js';
import { heldBy, largestFirst, plainCoins, type WalletCoin } from './coin-selection.js';

/**
 * Finds the coin that can make a new category: a plain output with index 0, whose txid becomes the category. The
 * largest one, since its change will make the next.
 *
 * @param preferred txid of the coin to take if the wallet has it
 * @param avoided txids of coins not to take
 */
const findGenesisCoin = (
  coins: readonly WalletCoin[],
  preferred?: string,
  avoided: ReadonlySet<string> = new Set(),
): WalletCoin | undefined => {
  const fit = plainCoins(coins).filter(({ vout, txid }) => vout === 0 && !avoided.has(txid));
  return (
    fit.find(({ txid }) => txid === preferred) ??
    fit.reduce<WalletCoin | undefined>(
      (best, coin) => (best === undefined || coin.satoshis > best.satoshis ? coin : best),
      undefined,
    )
  );
};

/**
 * Builds the preparation of a wallet that has no such coin: it sends its plain coins to itself, by output 0. At most
 * the 100 largest, to stay well within the size that nodes relay.
 *
 * @throws InsufficientFundsError when the coins are not worth their own fee
 */
export const prepareGenesis = (
  network: Network,
  wallet: WalletCoins,
  { feeRate }: BuildOptions,
): UnsignedTransaction => {
  const coins = plainCoins(wallet.coins).sort(largestFirst).slice(0, 100);
  return assemble({
    network,
    contractInputs: [],
    requiredCoins: coins,
    outputs: [],
    wallet: { ...wallet, coins },
    change: 'first',
    feeRate,
    userPrompt: 'Prepare your wallet: send its coins to itself',
  });
};

/** Options of transactions that make a new category. */
export interface GenesisOptions extends BuildOptions {
  /**
   * Txid of the coin whose output 0 is to make the category, if the wallet has it. Of several transactions that spend
   * one coin only one can be mined, so everything that must happen only once names the same coin every time.
   */
  readonly genesis?: string | undefined;
  /**
   * Whether the coin that makes the category must be one of the key that acts, which every funding can spend, no matter what
   * other addresses its wallet names. A preparation then pays to that key.
   */
  readonly ownGenesis?: boolean | undefined;
  /** Txids of coins that must not make the category, since something else waits for theirs. */
  readonly avoided?: ReadonlySet<string> | undefined;
}

/** Stands for the coin that an empty wallet must get before anything else. */
const MISSING_COIN: Utxo = { txid: '00'.repeat(32), vout: 1, satoshis: 0n };

/** Builds the preparation of a wallet if its coins are worth it, and returns its fee in any case. */
const tryPreparation = (
  network: Network,
  wallet: WalletCoins,
  options: BuildOptions,
): { readonly transaction?: UnsignedTransaction; readonly fee: bigint } => {
  try {
    const isEmpty = plainCoins(wallet.coins).length === 0;
    const transaction = prepareGenesis(network, isEmpty ? { ...wallet, coins: [MISSING_COIN] } : wallet, options);
    return { transaction, fee: transaction.fee };
  } catch (error) {
    if (error instanceof InsufficientFundsError) return { fee: error.data.needed - P2PKH_DUST };
    throw error;
  }
};

/**
 * Returns the wallet as it will be once its preparation is sent. The txid is unknown before signing, but no amount
 * depends on it.
 */
const afterPreparation = (
  wallet: WalletCoins,
  { transaction, fee }: ReturnType<typeof tryPreparation>,
): { readonly genesis: WalletCoin; readonly wallet: WalletCoins; readonly merged: bigint } => {
  const { coins } = wallet;
  const spent = transaction?.inputs ?? plainCoins(coins);
  const taken = new Set(spent.map(outpointKey));
  const merged = heldBy(spent);
  const genesis: WalletCoin = {
    txid: '00'.repeat(32),
    vout: 0,
    satoshis: merged > fee ? merged - fee : 0n,
    owner: changeHashOf(wallet),
  };
  const others = coins.filter((coin) => !taken.has(outpointKey(coin)));
  return { genesis, wallet: { ...wallet, coins: [genesis, ...others] }, merged };
};

/** A transaction that makes a new category, or the one that its wallet must make before. */
export interface Prepared<Kind extends string> {
  readonly kind: Kind | 'preparation';
  readonly transaction: UnsignedTransaction;
}

/** What makes a new category, beside the coin that it is named after. */
export interface GenesisPlan extends Pick<TransactionPlan, 'network' | 'change' | 'userPrompt'> {
  /** Plans the outputs, and the wallet's coins that they take, from the category and the wallet that holds its coin. */
  readonly plan: (category: string, wallet: WalletCoins) => Pick<TransactionPlan, 'outputs' | 'requiredCoins'>;
}

/**
 * Builds a transaction that makes a new category, or the preparation that the wallet needs first. A wallet that could
 * not pay for both is shown what both need, rather than made to prepare in vain.
 *
 * @throws InsufficientFundsError with what the transaction needs, the preparation included where there must be one
 */
export const withGenesis = <Kind extends string>(
  kind: Kind,
  wallet: WalletCoins,
  { plan, ...fixed }: GenesisPlan,
  options: GenesisOptions = {},
): Prepared<Kind> => {
  const { network } = fixed;
  const build = (coin: WalletCoin, holder: WalletCoins): UnsignedTransaction => {
    const { requiredCoins = [], ...planned } = plan(coin.txid, holder);
    return assemble({
      ...fixed,
      ...planned,
      contractInputs: [],
      requiredCoins: [coin, ...requiredCoins],
      wallet: holder,
      feeRate: options.feeRate,
    });
  };
  const isOwn = options.ownGenesis === true;
  const genesis = findGenesisCoin(isOwn ? ownCoins(wallet) : wallet.coins, options.genesis, options.avoided);
  if (genesis !== undefined) return { kind, transaction: build(genesis, wallet) };
  const preparing = isOwn ? { ...wallet, change: wallet.hash } : wallet;
  const preparation = tryPreparation(network, preparing, options);
  const prepared = afterPreparation(preparing, preparation);
  try {
    build(prepared.genesis, prepared.wallet);
  } catch (error) {
    // The preparation gathers the coins that were too many: what it leaves is asked for again.
    const isTooLarge = error instanceof CovenantError && error.is('TRANSACTION_TOO_LARGE');
    if (isTooLarge && preparation.transaction !== undefined)
      return { kind: 'preparation', transaction: preparation.transaction };
    if (!(error instanceof InsufficientFundsError)) throw error;
    throw new InsufficientFundsError(
      error.data.needed + preparation.fee,
      error.data.available - prepared.genesis.satoshis + prepared.merged,
    );
  }
  return { kind: 'preparation', transaction: preparation.transaction ?? prepareGenesis(network, preparing, options) };
};
