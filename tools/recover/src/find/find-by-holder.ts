import { binsAreEqual, binToHex } from '@bitauth/libauth';
import type { Party } from '@weir/covenants';
import type { Announced, ProductTerms } from '@weir/indexing/products';
import { HistoryHiddenError, type ChainTransaction } from '@weir/infra/electrum';
import type { RecoverContext } from '../chain/open-chain.js';
import { readKnown, readScript } from '../chain/read-script.js';
import { findVaults, type FoundVaults } from './find-vaults.js';
import type { Rejected } from './instance.js';
import { judge, readContracts, type ScriptContracts } from './read-contracts.js';

/** The role of an address in a contract. `creator` is the sender of an airdrop. */
export type Role = 'sender' | 'recipient' | 'creator';

/** Returns the roles that a contract gives a locking bytecode; empty if it is no party. */
export const rolesOf = (
  { sender, recipient, family }: Pick<ProductTerms, 'sender' | 'recipient' | 'family'>,
  holder: Party,
): Role[] => [
  ...(binsAreEqual(sender, holder) ? [family === 'airdrop' ? ('creator' as const) : ('sender' as const)] : []),
  ...(recipient !== null && binsAreEqual(recipient, holder) ? ['recipient' as const] : []),
];

/** A script named as a contract whose full history no server shows. */
export interface Hidden {
  readonly contractAddress: string;
  readonly problem: string;
}

/** The contracts of an address, and what else its history holds. */
export interface Found {
  /** The vaults; empty in a search by beacons, which do not list them. */
  readonly vaults: FoundVaults;
  /** Number of transactions searched. */
  readonly looked: number;
  /** Number of those that only some of the servers show. */
  readonly withheld: number;
  readonly scripts: readonly ScriptContracts[];
  readonly rejected: readonly Rejected[];
  readonly hidden: readonly Hidden[];
}

/** An announced contract, and the transactions that announce it. */
export interface Candidate {
  readonly address: string;
  readonly lockingBytecode: Uint8Array;
  readonly holding: readonly string[];
}

/** Contracts read concurrently. */
const AT_ONCE = 8;

/**
 * Whether an announcement that was not honoured concerns the holder. The recipients of a plan are those whom its
 * funding sends notes.
 */
const isNamed = (announced: Announced, { transaction }: ChainTransaction, holder: Party): boolean =>
  rolesOf(announced, holder).length > 0 ||
  (announced.recipient === null &&
    announced.family !== 'airdrop' &&
    transaction.outputs.some(({ lockingBytecode }) => binsAreEqual(lockingBytecode, holder)));

/** Separates the holder's contracts from what only looks like them. */
export const sift = (
  transactions: readonly ChainTransaction[],
  holder: Party,
  context: RecoverContext,
): { readonly candidates: readonly Candidate[]; readonly rejected: readonly Rejected[] } => {
  const candidates = new Map<string, Candidate>();
  const rejected: Rejected[] = [];
  for (const transaction of transactions) {
    for (const reading of judge(transaction, context)) {
      const place = { txid: transaction.txid, vout: reading.vout };
      if (reading.verdict === 'MALFORMED')
        rejected.push({ ...place, verdict: 'MALFORMED', contractAddress: null, problem: reading.problem });
      else if (reading.verdict === 'FORGED') {
        const { address: contractAddress } = reading.announced;
        if (isNamed(reading.announced, transaction, holder))
          rejected.push({ ...place, verdict: 'FORGED', contractAddress, problem: reading.problem });
      } else
        for (const { contract } of reading.deployments.filter(
          (each) => rolesOf(each.contract.terms, holder).length > 0,
        ))
          candidates.set(binToHex(contract.lockingBytecode), {
            address: contract.address,
            lockingBytecode: contract.lockingBytecode,
            holding: [
              ...new Set([...(candidates.get(binToHex(contract.lockingBytecode))?.holding ?? []), transaction.txid]),
            ],
          });
    }
  }
  return { candidates: [...candidates.values()], rejected };
};

const readCandidate = async (
  { address, lockingBytecode, holding }: Candidate,
  context: RecoverContext,
): Promise<ScriptContracts | Hidden> => {
  try {
    return await readContracts(lockingBytecode, holding, context);
  } catch (error) {
    if (!(error instanceof HistoryHiddenError)) throw error;
    return {
      contractAddress: address,
      problem: 'the servers do not show its whole history: name others with --server',
    };
  }
};

/**
 * Reads the script of each candidate.
 * @throws ChainUnavailableError
 */
export const readCandidates = async (
  candidates: readonly Candidate[],
  context: RecoverContext,
): Promise<Pick<Found, 'scripts' | 'hidden'>> => {
  const read: (ScriptContracts | Hidden)[] = [];
  for (let from = 0; from < candidates.length; from += AT_ONCE) {
    if (from > 0) context.onProgress(`${from} of ${candidates.length} contracts followed`);
    read.push(
      ...(await Promise.all(candidates.slice(from, from + AT_ONCE).map((each) => readCandidate(each, context)))),
    );
  }
  return { scripts: read.filter((each) => 'instances' in each), hidden: read.filter((each) => 'problem' in each) };
};

/**
 * Finds the contracts an address is a party of from its own history: a funding the address made carries the
 * announcement, and a stream or payment to it sends it a note. Vaults are found as far as the chain reveals them.
 *
 * @throws ChainUnavailableError
 */
export const findByHolder = async (holder: Party, context: RecoverContext): Promise<Found> => {
  const [shown, each] = await Promise.all([
    readScript(holder, 'your address', [], context),
    context.eachHistory(holder),
  ]);
  const listed = new Set(shown.map(({ txid }) => txid));
  const others = await readKnown(
    [...new Set(each.flat())].filter((txid) => !listed.has(txid)),
    'what other servers show',
    context,
  );
  const transactions = [...shown, ...others];
  const sides = each.map((txids) => new Set(txids));
  const withheld = transactions.filter(
    ({ txid, height }) => height !== undefined && sides.some((side) => !side.has(txid)),
  ).length;
  const { candidates, rejected } = sift(transactions, holder, context);
  return {
    looked: transactions.length,
    withheld,
    rejected,
    vaults: await findVaults(transactions, holder, context),
    ...(await readCandidates(candidates, context)),
  };
};
