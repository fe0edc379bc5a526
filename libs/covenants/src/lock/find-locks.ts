import { binsAreEqual, type Output, type TransactionCommon } from '@bitauth/libauth';
import { isLocalNetwork, type Network } from '../chain/network.js';
import { isParty, type Party } from '../chain/party.js';
import { announcesLocks, decodeLockAnnouncement, type LockAnnouncement } from './lock-announcement.js';
import { carriesNft, type LockCoin, readLockCoin } from './lock-coin.js';
import { createLockContract, type LockContract, lockLockingBytecode, lockTail } from './lock-contract.js';
import { lockNoteSatoshis, lockReserve } from './lock-limits.js';
import { findLockProblem, type LockProblem, type LockTerms } from './lock-terms.js';

/** Why a transaction funds no locks. */
export type LockFundingProblem =
  | 'NO_ANNOUNCEMENT'
  | 'SEVERAL_ANNOUNCEMENTS'
  /** A lock cannot have the announced schedules, or the sender is of no standard kind. */
  | 'TERMS_UNSOUND'
  /** No output is a lock of a recipient whose note is before it, by one of the announced schedules. */
  | 'NO_LOCKS';

/** A lock as its funding, or a claim, made it. */
export interface FoundLock {
  readonly contract: LockContract;
  readonly coin: LockCoin;
}

/** An output that is where a lock would be, and that nobody should take for one. */
export interface UnsoundLock {
  readonly vout: number;
  readonly problem: LockProblem | 'NFT_ON_LOCK' | 'RESERVE_TOO_SMALL';
}

/** All locks of a funding, rebuilt from its bytes alone. */
export interface FoundLocks {
  readonly txid: string;
  readonly announcement: LockAnnouncement;
  /** In the order of the outputs. */
  readonly locks: readonly FoundLock[];
  /** Outputs at addresses of unsound locks. They spoil no other: locks are independent of each other. */
  readonly unsound: readonly UnsoundLock[];
}

/** The locks that a transaction funds, or why it funds none. */
export type LockFundingResult =
  | { readonly ok: true; readonly found: FoundLocks }
  | { readonly ok: false; readonly problem: LockFundingProblem };

/** Returns what an output holds of the asset; undefined where it cannot be a lock. */
const unitsAt = (asset: LockTerms['asset'], { token, valueSatoshis }: Output): bigint | undefined => {
  if (asset === 'BCH') return token === undefined ? valueSatoshis : undefined;
  return token?.amount;
};

/** Returns the recipient that an output's note shows; undefined where it is none. */
const notedParty = (asset: LockTerms['asset'], { token, valueSatoshis, lockingBytecode }: Output): Party | undefined =>
  token === undefined && valueSatoshis === lockNoteSatoshis(asset) && isParty(lockingBytecode)
    ? lockingBytecode
    : undefined;

/** Returns how a lock's coin differs from those of fundings and claims; its script pays it all the same. */
export const findLockCoinProblem = (
  asset: LockTerms['asset'],
  coin: Omit<LockCoin, 'outpoint'>,
  terms: Pick<LockTerms, 'delay'> = {},
): 'NFT_ON_LOCK' | 'RESERVE_TOO_SMALL' | undefined => {
  if (asset === 'BCH') return undefined;
  if (carriesNft(coin)) return 'NFT_ON_LOCK';
  return coin.satoshis < lockReserve(1, terms) ? 'RESERVE_TOO_SMALL' : undefined;
};

/** A lock, or an unsound one, among the outputs of a funding. */
type Reading = FoundLock | UnsoundLock;

/**
 * Reads the outputs behind an announcement, in their order: a note names the recipient of the locks that follow it. What is
 * neither a note nor a lock is somebody's change.
 */
const readOutputs = (
  { asset, schedules, delay }: LockAnnouncement,
  network: Network,
  txid: string,
  outputs: readonly Output[],
  from: number,
): readonly Reading[] => {
  const tails = schedules.map((schedule) => ({ schedule, tail: lockTail(asset, schedule, delay) }));
  let recipient: Party | undefined;
  return outputs.flatMap((output, vout): Reading[] => {
    if (vout <= from) return [];
    const total = unitsAt(asset, output);
    const party = recipient;
    if (party !== undefined && total !== undefined && total > 0n) {
      const found = tails.find(({ tail }) =>
        binsAreEqual(lockLockingBytecode(tail, party, total), output.lockingBytecode),
      );
      if (found !== undefined) {
        const terms = { asset, ...found.schedule, total, recipient: party, ...(delay !== undefined && { delay }) };
        const unsound = findLockProblem(terms, isLocalNetwork(network));
        if (unsound !== undefined) return [{ vout, problem: unsound }];
        const contract = createLockContract(terms, network);
        const coin = readLockCoin(contract, txid, outputs, vout);
        const problem = coin && findLockCoinProblem(asset, coin, terms);
        if (problem !== undefined) return [{ vout, problem }];
        return coin === undefined ? [] : [{ contract, coin }];
      }
    }
    recipient = notedParty(asset, output) ?? recipient;
    return [];
  });
};

/**
 * Finds the locks that a transaction funds, from its bytes alone: the schedules in the announcement, the totals in the
 * outputs, the recipients in their notes. An output is a lock exactly where the address rebuilt from these is its own.
 *
 * @param txid display-order hex
 */
export const findLockFunding = (network: Network, txid: string, { outputs }: TransactionCommon): LockFundingResult => {
  const announced = outputs.flatMap(({ lockingBytecode }, vout) => (announcesLocks(lockingBytecode) ? [vout] : []));
  const [at] = announced;
  if (at === undefined) return { ok: false, problem: 'NO_ANNOUNCEMENT' };
  if (announced.length > 1) return { ok: false, problem: 'SEVERAL_ANNOUNCEMENTS' };
  const announcement = decodeLockAnnouncement(outputs[at]?.lockingBytecode ?? new Uint8Array());
  if (announcement === undefined) return { ok: false, problem: 'TERMS_UNSOUND' };
  const readings = readOutputs(announcement, network, txid, outputs, at);
  const locks = readings.flatMap((each) => ('coin' in each ? [each] : []));
  const unsound = readings.flatMap((each) => ('problem' in each ? [each] : []));
  if (locks.length === 0) return { ok: false, problem: 'NO_LOCKS' };
  return { ok: true, found: { txid, announcement, locks, unsound } };
};
