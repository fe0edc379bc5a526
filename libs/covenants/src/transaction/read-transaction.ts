import {
  binsAreEqual,
  createVirtualMachineBch2026,
  hash160,
  hash256,
  type Input,
  type Output,
  type TransactionCommon,
} from '@bitauth/libauth';
import { coveredCode } from '@weir/contracts';
import { pushesOf } from '../bytes/read-pushes.js';
import { type Party, partyParts } from '../chain/party.js';

/** Created when first needed, since it takes a moment. */
let machine: Pick<ReturnType<typeof createVirtualMachineBch2026>, 'verify'> | undefined;

/**
 * Returns what keeps nodes from relaying and mining a signed transaction, in libauth's words; undefined when every
 * script passes the rules of May 2026 in standard mode (relay policy, dust included).
 *
 * It knows neither the chain's time nor whether the coins are still unspent.
 */
export const findTransactionProblem = (
  transaction: TransactionCommon,
  sourceOutputs: readonly Output[],
): string | undefined => {
  machine ??= createVirtualMachineBch2026(true);
  const verdict = machine.verify({ transaction, sourceOutputs: [...sourceOutputs] });
  return verdict === true ? undefined : verdict;
};

/** Returns the last push of an unlocking bytecode: a key, or the script where an output is locked by one's hash. */
export const lastPushOf = (unlockingBytecode: Uint8Array): Uint8Array | undefined => pushesOf(unlockingBytecode).at(-1);

/**
 * Returns the script that a wallet's signature in an input of a contract covers, by what the input itself pushes: the script that
 * the output is locked by, or hidden code of a linked one that runs.
 */
export const signedScriptOf = (unlockingBytecode: Uint8Array): Uint8Array | undefined =>
  coveredCode(pushesOf(unlockingBytecode));

/**
 * Whether an input shows the key or script of a party, as every spend of their coins does. It proves nothing: a script of
 * somebody else's can show any key. Only the coin that is spent, looked up on the chain, proves it.
 */
export const showsParty = (party: Party, { unlockingBytecode }: Pick<Input, 'unlockingBytecode'>): boolean => {
  const shown = lastPushOf(unlockingBytecode);
  const parts = partyParts(party);
  if (shown === undefined || parts === undefined) return false;
  return binsAreEqual(parts.kind === 'P2SH32' ? hash256(shown) : hash160(shown), parts.hash);
};
