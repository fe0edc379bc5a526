import { binsAreEqual, binToHex } from '@bitauth/libauth';
import { partyOfKey, showsParty } from '@weir/covenants';
import { ChainUnavailableError, TransactionNotFoundError, type ChainReader, type ChainTransaction } from '@weir/infra';

/** How many inputs' coins are looked at: the first one decides unless somebody fakes inputs. */
const LOOKS = 16;

/**
 * Whether a transaction spent a coin of a party. Anybody can fund a contract that names somebody else, and their own script can
 * push any key: so the spent coin itself must be at the party's address.
 *
 * @param owner the party's key (see `partyKey`)
 * @returns null where that cannot be known: no server shows a coin now, or more inputs show the party's key than are looked at
 */
export const spendsCoinOf = async (
  ownerKey: string,
  { transaction: { inputs } }: ChainTransaction,
  chain: Pick<ChainReader, 'transaction'>,
): Promise<boolean | null> => {
  const owner = partyOfKey(ownerKey);
  // A coin of the party can only be spent by showing its key or script, so no other input need be looked at.
  const candidates = inputs.filter((input) => showsParty(owner, input));
  try {
    for (const { outpointTransactionHash, outpointIndex } of candidates.slice(0, LOOKS)) {
      const { transaction: source } = await chain.transaction(binToHex(outpointTransactionHash));
      const spent = source.outputs[outpointIndex];
      if (spent !== undefined && binsAreEqual(spent.lockingBytecode, owner)) return true;
    }
  } catch (error) {
    // A funding is valid, no matter who paid for it, and must not fail for want of this answer.
    if (error instanceof ChainUnavailableError || error instanceof TransactionNotFoundError) return null;
    throw error;
  }
  return candidates.length > LOOKS ? null : false;
};
