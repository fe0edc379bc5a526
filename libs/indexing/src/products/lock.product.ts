import { binToHex, hexToBin, type TransactionCommon } from '@bitauth/libauth';
import {
  canLockMove,
  createLockContract,
  decodeLockAnnouncement,
  findLockFunding,
  type FoundLock,
  type LockAnnouncement,
  type LockCoin,
  type LockContract,
  lockAt,
  lockEnd,
  lockScheduleKey,
  type LockTerms,
  type LockTransition,
  lockUnits,
  lockVesting,
  findClaimedLock,
  type Network,
  type Party,
  readLockTransition,
  showsParty,
} from '@weir/covenants';
import type { StoredLane, StoredPlan, StoredState } from '@weir/infra';
import { vestedAmount } from '@weir/vesting';
import { onlyLane } from './lanes.js';
import type {
  Announced,
  ContractStep,
  Deployment,
  DeploymentsFound,
  Product,
  ProductContract,
  ProductTerms,
  StoredTerms,
} from './product.types.js';

/** A lock has no commitment: what its coin holds is the state. */
const NO_COMMITMENT = '';

/** Where a lock that can move is since its funding, and whose. */
type Addresses = Pick<StoredLane, 'recipient' | 'movesTo' | 'lockingBytecode'>;

/** Converts a lock's coin to its stored form. Tokens lie in the coin itself, so no satoshis lie beside them. */
const storedLane = (
  { terms }: LockContract,
  { outpoint, satoshis, token }: LockCoin,
  addresses: Addresses,
): StoredLane => ({
  ...addresses,
  ...outpoint,
  satoshis: satoshis.toString(),
  commitment: NO_COMMITMENT,
  companion:
    terms.asset === 'BCH' || token === undefined
      ? null
      : { satoshis: '0', amount: token.amount.toString(), nft: token.nft?.commitment ?? null },
  clock: null,
});

const storedState = (contract: LockContract, coin: LockCoin, addresses: Addresses = {}): StoredState => ({
  category: coin.token?.category ?? '',
  lanes: [storedLane(contract, coin, addresses)],
});

/** Returns the addresses of the state after a step of a lock that can move: the recipient's once it has moved. */
const addressesAfter = ({ lanes: [before] }: StoredState, { kind, contract }: LockTransition): Addresses => {
  if (!canLockMove(contract.terms)) return {};
  const { recipient, movesTo } = contract.terms;
  const isMoved = kind === 'finish' || before?.recipient !== undefined;
  return {
    lockingBytecode: binToHex(contract.lockingBytecode),
    ...(isMoved && { recipient: binToHex(recipient) }),
    ...(movesTo !== undefined && { movesTo: binToHex(movesTo) }),
  };
};

/**
 * Restores a lock's coin from its stored form, with the NFT that somebody hung on its tokens: an immutable one.
 *
 * @throws Error where the state has no lane
 */
export const lockCoinOf = ({ category, lanes: [lane] }: StoredState): LockCoin => {
  if (lane === undefined) throw new Error('A stored lock has no coin');
  const { txid, vout, satoshis, companion } = lane;
  return {
    outpoint: { txid, vout },
    satoshis: BigInt(satoshis),
    ...(companion !== null && {
      token: {
        category,
        amount: BigInt(companion.amount),
        ...(companion.nft !== null && { nft: { capability: 'none', commitment: companion.nft } }),
      },
    }),
  };
};

/** Returns the contract at whose address a lock's state lies: a lock that moves is at another address. */
export const lockContractAt = (contract: LockContract, state: StoredState): LockContract =>
  lockAt(contract, onlyLane(state));

/** Locks that can move are a product of their own: they prove less. */
const productOf = (terms: Pick<LockTerms, 'asset' | 'delay'>): string =>
  `${canLockMove(terms) ? 'MOVABLE_' : ''}${terms.asset === 'BCH' ? 'LOCK_BCH' : 'LOCK_TOKEN'}`;

/** What a row shows of a lock's terms. */
export const lockTermsOf = (sender: Party, terms: LockTerms, tokenCategory: string | null): ProductTerms => {
  /** What the recipient has earned by a time: what was paid at least. */
  const earned = (time: bigint, released: bigint): bigint => {
    const vested = vestedAmount(lockVesting(terms), time);
    return vested > released ? vested : released;
  };
  const end = lockEnd(terms);
  return {
    product: productOf(terms),
    family: 'stream',
    sender,
    recipient: terms.recipient,
    tokenCategory,
    total: terms.total,
    details: {
      streamType: terms.step === 1n ? 'LINEAR' : 'STEP',
      startTime: Number(terms.start),
      endTime: Number(end),
      cliffTimestamp: terms.cliff === terms.start ? null : Number(terms.cliff),
      intervalSeconds: terms.step === 1n ? null : Number(terms.step),
      cancelable: false,
      cancelNoticeBlocks: null,
      ...(terms.delay !== undefined && { moveDelayBlocks: terms.delay }),
    },
    vestedAt: (time, { releasedAmount }) => earned(time, releasedAmount),
    tokensBytecode: () => undefined,
    lockOf: ({ releasedAmount }) => ({
      unlockedAt: (time) => earned(time, releasedAmount),
      until: end,
      isRevocable: false,
    }),
  };
};

/** Wraps a lock as a contract that the indexer follows. */
export const followedLock = (
  contract: LockContract,
  sender: Party,
  tokenCategory: string | null,
  plan: StoredPlan | null,
): ProductContract => ({
  terms: lockTermsOf(sender, contract.terms, tokenCategory),
  model: { kind: 'lock', contract },
  address: contract.address,
  lockingBytecode: contract.lockingBytecode,
  plan,
  readStep({ state, releasedAmount }, txid, transaction) {
    const at = lockContractAt(contract, state);
    const read = readLockTransition(at, lockCoinOf(state), txid, transaction);
    if (read === undefined) return undefined;
    const { kind, next, released, paidToRecipient } = read;
    const isClaim = transaction.inputs.some((input) => showsParty(at.terms.recipient, input));
    return {
      kind: kind === 'pay' ? (isClaim ? 'claim' : 'push') : kind,
      locktime: transaction.locktime,
      status: next === undefined ? 'COMPLETED' : 'ACTIVE',
      releasedAmount: releasedAmount + released,
      commitment: next === undefined ? null : NO_COMMITMENT,
      state: next === undefined ? null : storedState(read.contract, next, addressesAfter(state, read)),
      paidToRecipient,
      paidToSender: 0n,
    };
  },
  // Nobody can cancel, so nothing is due under a notice.
  noticeBlocks: 0,
  findDuties: () => [],
});

/** Where the funding has a lock, and by which of its schedules. */
const placeOf = ({ schedules }: LockAnnouncement, { contract }: FoundLock, index: number): StoredPlan => ({
  category: '',
  index,
  group: schedules.findIndex((schedule) => lockScheduleKey(schedule) === lockScheduleKey(contract.terms)),
  commitment: NO_COMMITMENT,
});

/** Returns the output that opened a lock as its first step. */
export const lockFundingStep = ({ contract, coin }: FoundLock, locktime: number): ContractStep => ({
  kind: 'fund',
  locktime,
  status: 'ACTIVE',
  releasedAmount: contract.terms.total - lockUnits(contract, coin),
  commitment: NO_COMMITMENT,
  state: storedState(contract, coin),
  paidToRecipient: 0n,
  paidToSender: 0n,
});

const findDeployments = (
  announcement: LockAnnouncement,
  network: Network,
  txid: string,
  transaction: TransactionCommon,
): DeploymentsFound => {
  const result = findLockFunding(network, txid, transaction);
  if (!result.ok) return { ok: false, problems: [result.problem] };
  return {
    ok: true,
    deployments: result.found.locks.map((lock, index) => ({
      contract: followedLock(
        lock.contract,
        announcement.sender,
        lock.coin.token?.category ?? null,
        placeOf(announcement, lock, index + 1),
      ),
      step: lockFundingStep(lock, transaction.locktime),
      vout: lock.coin.outpoint.vout,
    })),
  };
};

/** Restores the terms of a lock from its row; undefined where the row does not belong to the announcement's. */
const termsOfStored = (
  { asset, schedules, delay }: LockAnnouncement,
  { plan, recipient, totalAmount }: StoredTerms,
): LockTerms | undefined => {
  const schedule = plan === null ? undefined : schedules[plan.group];
  if (schedule === undefined || recipient === null) return undefined;
  return {
    asset,
    ...schedule,
    total: totalAmount,
    recipient: hexToBin(recipient),
    ...(delay !== undefined && { delay }),
  };
};

const open = (announcement: LockAnnouncement, network: Network): Announced => ({
  product: productOf(announcement),
  family: 'stream',
  sender: announcement.sender,
  recipient: null,
  // Where the locks lie, only the outputs of the funding say.
  address: '',
  lockingBytecodes: [],
  findDeployments: (txid, transaction) => findDeployments(announcement, network, txid, transaction),
  contractOf(stored) {
    const terms = termsOfStored(announcement, stored);
    if (terms === undefined || stored.plan === null)
      throw new Error(`A stored lock does not match its announcement: ${binToHex(announcement.sender)}`);
    return followedLock(createLockContract(terms, network), announcement.sender, stored.tokenCategory, stored.plan);
  },
});

/** Locks: one announcement opens many. Each has its own row, since each is paid on its own. */
export const lockProduct: Product = {
  readTerms(bytecode, stored) {
    const announcement = decodeLockAnnouncement(bytecode);
    const terms = announcement && termsOfStored(announcement, stored);
    return announcement && terms && lockTermsOf(announcement.sender, terms, stored.tokenCategory);
  },
  open(bytecode, network) {
    const announcement = decodeLockAnnouncement(bytecode);
    return announcement && open(announcement, network);
  },
};

/** A lock that a claim of a vested list made, which no announcement names. */
export interface ClaimedLockDeployment {
  readonly announced: Announced;
  readonly deployment: Deployment;
}

/**
 * Finds the lock that a claim made, for readers that look at claims one by one and do not know the campaign. Its sender is
 * the address of the campaign's lanes: a claim does not show whose they are.
 *
 * @param txid display-order hex
 */
export const findClaimedLockDeployment = (
  network: Network,
  txid: string,
  transaction: TransactionCommon,
): ClaimedLockDeployment | undefined => {
  const found = findClaimedLock(network, txid, transaction);
  if (found === undefined) return undefined;
  const contract = followedLock(found.contract, found.campaign, found.coin.token?.category ?? null, null);
  const step = lockFundingStep(found, transaction.locktime);
  const deployment = { contract, step, vout: found.coin.outpoint.vout };
  const { terms, address, lockingBytecode } = contract;
  return {
    deployment,
    announced: {
      product: terms.product,
      family: terms.family,
      sender: terms.sender,
      recipient: terms.recipient,
      address,
      lockingBytecodes: [lockingBytecode],
      findDeployments: () => ({ ok: true, deployments: [deployment] }),
      contractOf: () => contract,
    },
  };
};
