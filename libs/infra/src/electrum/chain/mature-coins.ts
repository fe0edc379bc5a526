import type { UnspentOutput } from './answers.js';
import type { ChainReader } from './chain-reader.js';

/** Blocks that have to follow a coinbase before nodes let anybody spend it. */
const COINBASE_MATURITY = 100;
/** Index of the output that the input of a coinbase names. */
const NO_OUTPUT = 0xffffffff;

/**
 * Returns the coins among some that nodes let be spent in the block after the tip: all but those of a young coinbase, which anybody who
 * mines can send to any address.
 *
 * @param coins few: the transactions of young ones are read
 * @param height of the tip
 * @throws ChainUnavailableError, TransactionNotFoundError
 */
export const matureCoins = async (
  { transactions }: Pick<ChainReader, 'transactions'>,
  coins: readonly UnspentOutput[],
  height: number,
): Promise<readonly UnspentOutput[]> => {
  const young = coins.filter((coin) => coin.height > 0 && height + 1 - coin.height < COINBASE_MATURITY);
  const found = await transactions([...new Set(young.map(({ txid }) => txid))]);
  const locked = new Set(
    found.flatMap(({ txid, transaction: { inputs } }) => (inputs[0]?.outpointIndex === NO_OUTPUT ? [txid] : [])),
  );
  return coins.filter(({ txid }) => !locked.has(txid));
};
