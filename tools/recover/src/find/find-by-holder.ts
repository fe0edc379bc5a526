import { binsAreEqual, binToHex } from '@bitauth/libauth';
import type { Party } from '@weir/covenants';
import type { Announced, ProductTerms } from '@weir/indexing/products';
import { HistoryHiddenError, type ChainTransaction } from '@weir/infra/electrum';
import type { RecoverContext } from '../chain/open-chain.js';
import { readKnown, readScript } from '../chain/read-script.js';
import { findVaults, type FoundVaults } from './find-vaults.js';
import type { Rejected } from './instance.js';
import { judge, readContracts, type ScriptContracts } from './read-contracts.js';

/** What an address is in a contract. `creator` is the sender of an airdrop. */
export type Role = 'sender' | 'recipient' | 'creator';

/** What an address (its locking bytecode) is in a contract, as that says; nothing where it is no party. */
export const rolesOf = (
  { sender, recipient, family }: Pick<ProductTerms, 'sender' | 'recipient' | 'family'>,
  holder: Party,
): Role[] => [
  ...(binsAreEqual(sender, holder) ? [family === 'airdrop' ? ('creator' as const) : ('sender' as const)] : []),
  ...(recipient !== null && binsAreEqual(recipient, holder) ? ['recipient' as const] : []),
];

/** A script that is named as a contract, whose history no server shows in full. */
export interface Hidden {
  readonly contractAddress: string;
  readonly problem: string;
}

export interface Found {
  /** Nothing of them is known by beacons. */
  readonly vaults: FoundVaults;
  /** Transactions that were looked through. */
  readonly looked: number;
  /** How many of them only some of the servers show. */
  readonly withheld: number;
  readonly scripts: readonly ScriptContracts[];
  readonly rejected: readonly Rejected[];
  readonly hidden: readonly Hidden[];
}

/** A contract that was announced, and the transactions that did. */
export interface Candidate {
  readonly address: string;
  readonly lockingBytecode: Uint8Array;
  readonly holding: readonly string[];
}

/** Contracts read at the same time. */
const AT_ONCE = 8;

/** Whether what was announced and not kept concerns the holder: recipients of a plan are those its funding sends notes. */
const isNamed = (announced: Announced, { transaction }: ChainTransaction, holder: Party): boolean =>
  rolesOf(announced, holder).length > 0 ||
  (announced.recipient === null &&
    announced.family !== 'airdrop' &&
    transaction.outputs.some(({ lockingBytecode }) => binsAreEqual(lockingBytecode, holder)));

/** Picks the holder's contracts out of transactions, and what only looks like them. */
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

/** Reads each candidate's script. @throws ChainUnavailableError */
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
 * Finds the contracts an address is a party of in its own history: what it funded carries the announcement, and of a stream or
 * payment to it the funding sends it a note. Vaults as far as the chain tells of them.
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
