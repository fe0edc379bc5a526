import { binsAreEqual, binToHex } from '@bitauth/libauth';
import {
  BEACON_EPOCH_BLOCKS,
  BEACON_SHARDS,
  beaconEpoch,
  beaconLockingBytecode,
  announcedBy,
  outpointKey,
  type Party,
  partyParts,
} from '@weir/covenants';
import type { Announced } from '@weir/indexing/products';
import {
  type ChainTransaction,
  ChainUnavailableError,
  HistoryHiddenError,
  scriptHashOf,
  steadily,
} from '@weir/infra/electrum';
import { payeeOf } from '../actions.js';
import { readAll, readKnown, readScript, type RecoverContext } from '../chain/open-chain.js';
import { usage } from '../recover-error.js';
import { findVaults, type FoundVaults } from './find-vaults.js';
import { type CurrencyScript, findCurrencyAmong } from './follow-currency.js';
import { type Hidden, judge, readContracts, type Rejected, type ScriptContracts } from './instance.js';
import { movedFrom } from './moved-locks.js';

/**
 * The role of an address in a contract. `creator` is the sender of an airdrop; the others are of streams that move to another
 * address, or have.
 */
export type Role = 'sender' | 'recipient' | 'creator' | 'new recipient' | 'former recipient';

/** Returns the roles that a contract gives a locking bytecode; empty if it is not a party. */
export const rolesOf = (
  { sender, recipient, family }: Pick<Announced, 'sender' | 'recipient' | 'family'>,
  holder: Party,
): Role[] => [
  ...(sender !== null && binsAreEqual(sender, holder)
    ? [family === 'airdrop' ? ('creator' as const) : ('sender' as const)]
    : []),
  ...(recipient !== null && binsAreEqual(recipient, holder) ? ['recipient' as const] : []),
];

/** The contracts of an address, and what else its history holds. */
export interface Found {
  /** The vaults; empty in a search by beacons, which do not list them. */
  readonly vaults: FoundVaults;
  /** Number of transactions searched. */
  readonly looked: number;
  /** Number of those that only some of the servers show. */
  readonly withheld: number;
  readonly scripts: readonly ScriptContracts[];
  /** The payments in a currency, by their addresses. */
  readonly currency: readonly CurrencyScript[];
  readonly rejected: readonly Rejected[];
  readonly hidden: readonly Hidden[];
}

/** An announced contract, and the transactions that announce it. */
interface Candidate {
  readonly address: string;
  readonly lockingBytecode: Uint8Array;
  readonly holding: readonly string[];
}

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

/** Returns the scripts of contracts whose streams and locks an announcement moves to the holder. */
const movedTo = ({ transaction }: ChainTransaction, holder: Party): readonly Party[] => {
  const to = announcedBy(transaction);
  if (to === undefined || !binsAreEqual(to, holder)) return [];
  return transaction.outputs.flatMap(({ lockingBytecode, token }) =>
    partyParts(lockingBytecode)?.kind === 'P2SH32' &&
    (token?.nft?.capability === 'mutable' || movedFrom(lockingBytecode, transaction).length > 0)
      ? [lockingBytecode]
      : [],
  );
};

/** Adds a contract to those of the holder, or a transaction that its history must have to a known one. */
const addCandidate = (
  candidates: Map<string, Candidate>,
  { address, lockingBytecode }: Pick<Candidate, 'address' | 'lockingBytecode'>,
  txid: string,
): void => {
  const key = binToHex(lockingBytecode);
  const { holding = [] } = candidates.get(key) ?? {};
  candidates.set(key, { address, lockingBytecode, holding: [...new Set([...holding, txid])] });
};

/** Separates the holder's contracts from what only looks like them. */
const sift = (
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
          addCandidate(candidates, contract, transaction.txid);
    }
    for (const lockingBytecode of movedTo(transaction, holder)) {
      const address = payeeOf(lockingBytecode, true, context.network);
      addCandidate(candidates, { address, lockingBytecode }, transaction.txid);
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

/** Leaves out what was found before: a lock that moves is found at each of its addresses. */
const eachOnce = (scripts: readonly ScriptContracts[]): ScriptContracts[] => {
  const seen = new Set<string>();
  return scripts.map((script) => ({
    ...script,
    instances: script.instances.filter(({ funding }) => {
      const key = outpointKey(funding);
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    }),
  }));
};

/**
 * Reads the script of each candidate.
 * @throws ChainUnavailableError
 */
const readCandidates = async (
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
  return {
    scripts: eachOnce(read.filter((each) => 'instances' in each)),
    hidden: read.filter((each) => 'problem' in each),
  };
};

/** Reads the contracts of an address that some transactions open, and says what only looks like one. */
const readOwn = async (
  transactions: readonly ChainTransaction[],
  holder: Party,
  context: RecoverContext,
): Promise<Pick<Found, 'scripts' | 'currency' | 'rejected' | 'hidden'>> => {
  const { candidates, rejected } = sift(transactions, holder, context);
  const currency = await findCurrencyAmong(transactions, holder, context);
  const { scripts, hidden } = await readCandidates(candidates, context);
  return {
    scripts,
    currency: currency.scripts,
    rejected: [...rejected, ...currency.rejected],
    hidden: [...hidden, ...currency.hidden],
  };
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
  return {
    looked: transactions.length,
    withheld,
    vaults: await findVaults(transactions, holder, context),
    ...(await readOwn(transactions, holder, context)),
  };
};

/**
 * Finds the contracts that some transactions open for an address: those of a campaign's lanes open the locks of its
 * claims, which are not in the history of any address.
 *
 * @throws ChainUnavailableError
 */
export const findAmong = (
  transactions: readonly ChainTransaction[],
  holder: Party,
  context: RecoverContext,
): Promise<Pick<Found, 'scripts' | 'hidden'>> =>
  readCandidates(sift(transactions, holder, context).candidates, context);

/** A range of block heights, both inclusive, in which a funding may have been mined. */
export interface BlockRange {
  readonly from: number;
  readonly to: number;
}

/** The most epochs searched: about ten years. */
const MAX_EPOCHS = 520;

/**
 * Returns the beacons of all epochs that may list a funding mined in these blocks; one that was mined late is listed
 * under the previous epoch.
 */
const beaconsOf = ({ from, to }: BlockRange): Uint8Array[] => {
  const [first, last] = [Math.max(0, Math.floor(from / BEACON_EPOCH_BLOCKS) - 1), beaconEpoch(to)];
  if (last - first >= MAX_EPOCHS)
    throw usage(`At most ${MAX_EPOCHS * BEACON_EPOCH_BLOCKS} blocks can be looked through at once`);
  return Array.from({ length: (last - first + 1) * BEACON_SHARDS }, (_, i) =>
    beaconLockingBytecode(first + Math.floor(i / BEACON_SHARDS), i % BEACON_SHARDS),
  );
};

/**
 * Finds an address's contracts in the beacons, which list every funding of a range of blocks: for an address whose
 * own history the servers do not show.
 *
 * @throws ChainUnavailableError
 * @throws RecoverError USAGE for too many blocks
 */
export const findByBeacons = async (holder: Party, range: BlockRange, context: RecoverContext): Promise<Found> => {
  const tip = await context.chain.tip();
  const beacons = beaconsOf({ from: range.from, to: Math.min(range.to, tip.height) });
  context.onProgress(`${beacons.length} beacons to look through`);
  const transactions = await steadily(async () => {
    const histories = await context.chain.histories(
      beacons.map((beacon) => ({ scriptHash: scriptHashOf(beacon), holding: [] })),
      tip.hash,
    );
    if (histories.includes(undefined))
      throw new ChainUnavailableError('The servers hide a beacon: name others with --server');
    const txids = [...new Set(histories.flatMap((history) => history ?? []).map(({ txid }) => txid))];
    return readAll(txids, 'the beacons', context);
  });
  const { rejected, ...own } = await readOwn(transactions, holder, context);
  // Anybody may pay to a beacon and claim what they like: only what names the holder is worth showing.
  return {
    looked: transactions.length,
    withheld: 0,
    vaults: { signed: [], unspent: [] },
    rejected: rejected.filter(({ verdict }) => verdict === 'FORGED'),
    ...own,
  };
};
