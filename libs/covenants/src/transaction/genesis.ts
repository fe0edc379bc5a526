import type { Utxo } from 'cashscript';
import { P2PKH_DUST } from '../chain/dust.js';
import type { Network } from '../chain/network.js';
import { InsufficientFundsError } from '../errors/insufficient-funds-error.js';
import { assemble, type WalletCoins } from './assemble.js';
import type { BuildOptions } from './build-options.js';
import type { UnsignedTransaction } from './built-transaction.js';
import { plainCoins } from './coin-selection.js';

/**
 * The coin a new category can be made of: a plain output with index 0, whose txid becomes the category. The largest
 * one, since its change becomes the next.
 *
 * @param preferred hash of the transaction whose coin is taken where it is there
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
 * The preparation of a wallet that has no such coin: it sends all its plain coins to itself, by output 0. At most the
 * 100 largest, to stay well within the size nodes relay.
 *
 * @throws InsufficientFundsError when the coins are not worth their own fee.
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

/** How a new category is made. */
export interface GenesisOptions extends BuildOptions {
  /**
   * Hash of the transaction whose output 0 is to become the category, where the wallet has it. Of several transactions that
   * spend one coin only one can be mined: so what may be made once is made once.
   */
  readonly genesis?: string | undefined;
}

/** Stands for the coin that an empty wallet must get before anything else. */
const MISSING_COIN: Utxo = { txid: '00'.repeat(32), vout: 1, satoshis: 0n };

/** The preparation of a wallet where its coins are worth it, and the fee in any case. */
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

/** A wallet once its preparation is sent. The txid is not known before it is signed, and decides no amount. */
const afterPreparation = (
  { hash, coins }: WalletCoins,
  { transaction, fee }: ReturnType<typeof tryPreparation>,
): { readonly genesis: Utxo; readonly wallet: WalletCoins; readonly merged: bigint } => {
  const spent = transaction?.inputs ?? plainCoins(coins);
  const taken = new Set(spent.map(({ txid, vout }) => `${txid}:${vout}`));
  const merged = sum(spent);
  const genesis: Utxo = { txid: '00'.repeat(32), vout: 0, satoshis: merged > fee ? merged - fee : 0n };
  const others = coins.filter(({ txid, vout }) => !taken.has(`${txid}:${vout}`));
  return { genesis, wallet: { hash, coins: [genesis, ...others] }, merged };
};

/**
 * Builds a transaction that makes a new category, or the preparation the wallet needs before it. A wallet that could not
 * pay for both is told what both need, rather than to prepare for nothing.
 *
 * @param build the transaction, from the coin whose txid becomes the category and a wallet that holds it
 * @param options of the preparation; `build` sees to its own
 * @throws InsufficientFundsError with what the transaction, and the preparation where there must be one, need
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
    if (!(error instanceof InsufficientFundsError)) throw error;
    throw new InsufficientFundsError(
      error.data.needed + preparation.fee,
      error.data.available - prepared.genesis.satoshis + prepared.merged,
    );
  }
  return { kind: 'preparation', transaction: preparation.transaction ?? prepareGenesis(network, wallet, options) };
};
