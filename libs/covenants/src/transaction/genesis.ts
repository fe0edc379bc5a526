import type { Utxo } from 'cashscript';
import { P2PKH_DUST } from '../chain/amounts.js';
import type { Network } from '../chain/network.js';
import { outpointKey } from '../chain/outpoint.js';
import { CovenantError, InsufficientFundsError } from '../errors/covenant-error.js';
import { assemble, type WalletCoins } from './assemble.js';
import type { BuildOptions, UnsignedTransaction } from './built-transaction.js';
import { plainCoins } from './coin-selection.js';

/**
 * Finds the coin that can make a new category: a plain output with index 0, whose txid becomes the category. The
 * largest one, since its change will make the next.
 *
 * @param preferred txid of the coin to take if the wallet has it
 */
const findGenesisCoin = (coins: readonly Utxo[], preferred?: string): Utxo | undefined => {
  const fit = plainCoins(coins).filter(({ vout }) => vout === 0);
  return (
    fit.find(({ txid }) => txid === preferred) ??
    fit.reduce<Utxo | undefined>(
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
  const coins = plainCoins(wallet.coins)
    .sort((a, b) => Number(b.satoshis - a.satoshis))
    .slice(0, 100);
  return assemble({
    network,
    contractInputs: [],
    requiredCoins: coins,
    outputs: [],
    locktime: 0n,
    wallet: { ...wallet, coins },
    change: 'first',
    feeRate,
    userPrompt: 'Prepare your wallet: send its coins to itself',
  });
};

const sum = (coins: readonly Utxo[]): bigint => coins.reduce((total, { satoshis }) => total + satoshis, 0n);

/** Options of transactions that make a new category. */
export interface GenesisOptions extends BuildOptions {
  /**
   * Txid of the coin whose output 0 is to make the category, if the wallet has it. Of several transactions that spend
   * one coin only one can be mined, so whatever must happen only once names the same coin every time.
   */
  readonly genesis?: string | undefined;
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
  { hash, coins }: WalletCoins,
  { transaction, fee }: ReturnType<typeof tryPreparation>,
): { readonly genesis: Utxo; readonly wallet: WalletCoins; readonly merged: bigint } => {
  const spent = transaction?.inputs ?? plainCoins(coins);
  const taken = new Set(spent.map(outpointKey));
  const merged = sum(spent);
  const genesis: Utxo = { txid: '00'.repeat(32), vout: 0, satoshis: merged > fee ? merged - fee : 0n };
  const others = coins.filter((coin) => !taken.has(outpointKey(coin)));
  return { genesis, wallet: { hash, coins: [genesis, ...others] }, merged };
};

/**
 * Builds a transaction that makes a new category, or the preparation that the wallet needs first. A wallet that could
 * not pay for both is told what both need, rather than made to prepare in vain.
 *
 * @param build builds the transaction, from the coin whose txid becomes the category and the wallet that holds it
 * @param options of the preparation; `build` applies its own
 * @throws InsufficientFundsError with what the transaction needs, the preparation included where there must be one
 */
export const withGenesis = <Kind extends string>(
  kind: Kind,
  network: Network,
  wallet: WalletCoins,
  build: (genesis: Utxo, wallet: WalletCoins) => UnsignedTransaction,
  options: GenesisOptions = {},
): { readonly kind: Kind | 'preparation'; readonly transaction: UnsignedTransaction } => {
  const genesis = findGenesisCoin(wallet.coins, options.genesis);
  if (genesis !== undefined) return { kind, transaction: build(genesis, wallet) };
  const preparation = tryPreparation(network, wallet, options);
  const prepared = afterPreparation(wallet, preparation);
  try {
    build(prepared.genesis, prepared.wallet);
  } catch (error) {
    // The preparation gathers the coins that were too many: what it leaves is asked for anew.
    const isTooLarge = error instanceof CovenantError && error.is('TRANSACTION_TOO_LARGE');
    if (isTooLarge && preparation.transaction !== undefined)
      return { kind: 'preparation', transaction: preparation.transaction };
    if (!(error instanceof InsufficientFundsError)) throw error;
    throw new InsufficientFundsError(
      error.data.needed + preparation.fee,
      error.data.available - prepared.genesis.satoshis + prepared.merged,
    );
  }
  return { kind: 'preparation', transaction: preparation.transaction ?? prepareGenesis(network, wallet, options) };
};
