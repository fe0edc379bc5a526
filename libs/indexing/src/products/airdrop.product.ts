import { hexToBin, type TransactionCommon } from '@bitauth/libauth';
import {
  type AirdropAnnouncement,
  airdropClaims,
  type AirdropCoin,
  type AirdropContract,
  airdropCreator,
  airdropPool,
  type AirdropTransition,
  companionBytecode,
  createAirdropContract,
  createLockContract,
  decodeAirdropAnnouncement,
  decodeAirdropState,
  encodeAirdropState,
  findAirdropDeployment,
  lockOfClaim,
  type LockTerms,
  lockVesting,
  type Party,
  readAirdropTransition,
  vestingOf,
} from '@weir/covenants';
import type { StoredLane, StoredState } from '@weir/infra';
import type { ContractStatus } from '@weir/kinds';
import { MIN_TIME, vestedAmount } from '@weir/vesting';
import { toLane, toStoredLane } from './lanes.js';
import { followedLock, lockFundingStep, lockTermsOf } from './lock.product.js';
import type {
  Announced,
  Deployment,
  Product,
  ProductContract,
  ProductTerms,
  StepStart,
  StoredTerms,
} from './product.types.js';

/** The deployment that a transaction makes. */
type Found = { readonly ok: true } & Omit<Deployment, 'contract'>;

/**
 * Builds the announcement of a product that has one contract per announcement.
 *
 * @param find finds the deployment in a transaction, or says why there is none
 * @param openedOf rebuilds what steps of the contract open, from its row; undefined where the row is the contract's own
 */
const announcedAlone = (
  contract: ProductContract,
  find: (
    txid: string,
    transaction: TransactionCommon,
  ) => Found | { readonly ok: false; readonly problems: readonly string[] },
  openedOf: (stored: StoredTerms) => ProductContract | undefined,
): Announced => {
  const { terms, address, lockingBytecode } = contract;
  return {
    product: terms.product,
    family: terms.family,
    sender: terms.sender,
    recipient: terms.recipient,
    address,
    lockingBytecodes: [lockingBytecode],
    findDeployments(txid, transaction) {
      const found = find(txid, transaction);
      return found.ok ? { ok: true, deployments: [{ contract, step: found.step, vout: found.vout }] } : found;
    },
    contractOf: (stored) => openedOf(stored) ?? contract,
  };
};

const termsOf = ({ parameters, asset }: AirdropAnnouncement): ProductTerms => {
  const vesting = vestingOf(parameters);
  const { kind, creator, start, end, cancelable, sponsored, lanes } = parameters;
  return {
    product: `AIRDROP_${kind}_${asset.type === 'BCH' ? 'BCH' : 'TOKEN'}`,
    family: 'airdrop',
    sender: airdropCreator({ creator }),
    recipient: null,
    tokenCategory: asset.type === 'BCH' ? null : asset.category,
    total: airdropPool(parameters),
    details: {
      kind,
      // A campaign without a start date starts at the earliest time that a contract can hold.
      start: start === MIN_TIME ? null : Number(start),
      end: end === 0n ? null : Number(end),
      cancelable,
      sponsored,
      lanes,
      claims: airdropClaims(parameters),
      ...(parameters.kind === 'PUBLIC' && {
        amountPerClaimBase: parameters.amount.toString(),
        claimsPerAddress: parameters.limit,
      }),
    },
    // Claims are first come, first served: nothing is earned before it is claimed.
    vestedAt: (_, { releasedAmount }) => releasedAmount,
    tokensBytecode: companionBytecode,
    lockOf({ releasedAmount }) {
      const pool = airdropPool(parameters);
      // The claims of a vested list pay locks: what is left in the pool is as locked as it will be in these.
      const left = vesting === undefined ? undefined : lockVesting({ ...vesting, total: pool - releasedAmount });
      const end = left?.end ?? start;
      return {
        // From its start on somebody can claim, until then nobody: that it may be withdrawn unlocks nothing.
        unlockedAt(time) {
          if (time < start) return releasedAmount;
          return left === undefined ? pool : releasedAmount + vestedAmount(left, time);
        },
        until: end < start ? start : end,
        isRevocable: cancelable,
      };
    },
  };
};

/** The lock of a claim, by its row: the campaign's announcement has the schedule. */
interface ClaimedLock {
  readonly lock: LockTerms;
  readonly sender: Party;
}

/** Returns the terms of the lock that a row stands for; undefined where it is the row of the campaign, which has no recipient. */
const claimedLockOf = (
  { parameters, asset }: Pick<AirdropAnnouncement, 'parameters' | 'asset'>,
  { recipient, totalAmount }: Pick<StoredTerms, 'recipient' | 'totalAmount'>,
): ClaimedLock | undefined => {
  const vesting = vestingOf(parameters);
  if (recipient === null || vesting === undefined) return undefined;
  return {
    lock: { asset: asset.type, ...vesting, total: totalAmount, recipient: hexToBin(recipient) },
    sender: airdropCreator(parameters),
  };
};

/** The lock that a claim opened, as a deployment of its own. */
const openedBy = (
  contract: AirdropContract,
  { sender, tokenCategory }: ProductTerms,
  { claimed }: Extract<AirdropTransition, { readonly kind: 'claim' }>,
  txid: string,
  transaction: TransactionCommon,
): readonly Deployment[] => {
  const found = lockOfClaim(contract, claimed, txid, transaction);
  if (found === undefined) return [];
  return [
    {
      contract: followedLock(found.contract, sender, tokenCategory, null),
      step: lockFundingStep(found, transaction.locktime),
      vout: found.coin.outpoint.vout,
    },
  ];
};

/**
 * Converts a stored lane to the coin that the covenants library works with. @throws Error when its commitment is not
 * one of a campaign
 */
export const toAirdropCoin = (stored: StoredLane, category: string): AirdropCoin => {
  const { outpoint, satoshis, commitment, companion } = toLane(stored);
  const state = decodeAirdropState(commitment);
  if (state === undefined) throw new Error(`Stored commitment does not decode as a campaign: ${commitment}`);
  return { outpoint, satoshis, category, state, companion };
};

const storedLane = ({ outpoint, satoshis, state, companion }: AirdropCoin): StoredLane =>
  toStoredLane({ outpoint, satoshis, commitment: encodeAirdropState(state), companion });

/** Finds the lane that a transaction spends and the transition it makes. */
const findTransition = (
  contract: AirdropContract,
  { category, lanes }: StoredState,
  txid: string,
  transaction: Parameters<typeof readAirdropTransition>[3],
) => {
  for (const lane of lanes) {
    const transition = readAirdropTransition(contract, toAirdropCoin(lane, category), txid, transaction);
    if (transition !== undefined) return { lane, transition };
  }
  return undefined;
};

const statusAfter = (
  lanes: readonly StoredLane[],
  { kind }: AirdropTransition,
  paidInFull: boolean,
): ContractStatus => {
  if (lanes.length > 0) return 'ACTIVE';
  return kind === 'complete' || paidInFull ? 'COMPLETED' : 'CANCELLED';
};

const open = (contract: AirdropContract): Announced => {
  const terms = termsOf(contract);
  /**
   * Caps the released amount at the announced total: a list may hold more than was announced, which only its owner can
   * know.
   */
  const released = ({ releasedAmount }: StepStart, paid: bigint): bigint =>
    releasedAmount + paid > terms.total ? terms.total : releasedAmount + paid;
  return announcedAlone(
    {
      terms,
      model: { kind: 'airdrop', contract },
      address: contract.address,
      lockingBytecode: contract.lockingBytecode,
      plan: null,
      readStep(before, txid, transaction) {
        const found = findTransition(contract, before.state, txid, transaction);
        if (found === undefined) return undefined;
        const { lane, transition } = found;
        const others = before.state.lanes.filter((each) => each !== lane);
        const lanes =
          transition.kind === 'claim'
            ? before.state.lanes.map((each) => (each === lane ? storedLane(transition.next) : each))
            : others;
        const paidToRecipient = transition.kind === 'claim' ? transition.claimed.amount : 0n;
        const total = released(before, paidToRecipient);
        const returned =
          transition.kind === 'claim'
            ? 0n
            : terms.tokenCategory === null
              ? transition.satoshisToCreator
              : transition.tokensToCreator;
        return {
          kind: transition.kind,
          locktime: transaction.locktime,
          status: statusAfter(lanes, transition, total >= terms.total),
          releasedAmount: total,
          commitment:
            transition.kind === 'claim' ? encodeAirdropState(transition.next.state) : (lanes[0]?.commitment ?? null),
          state: lanes.length === 0 ? null : { category: before.state.category, lanes },
          paidToRecipient,
          paidToSender: returned,
          ...(transition.kind === 'claim' && { opened: openedBy(contract, terms, transition, txid, transaction) }),
        };
      },
      // A campaign has no notice, so backdating gains nothing and the watcher has nothing to protect.
      noticeBlocks: 0,
      findDuties: () => [],
    },
    (txid, transaction) => {
      const found = findAirdropDeployment(contract, txid, transaction);
      if (!found.ok) return found;
      const [first] = found.lanes;
      if (first === undefined) return { ok: false, problems: ['it has no lane'] };
      const made = {
        commitment: encodeAirdropState(first.state),
        state: { category: first.category, lanes: found.lanes.map(storedLane) },
      };
      const step = {
        kind: 'fund',
        locktime: transaction.locktime,
        status: 'ACTIVE',
        releasedAmount: 0n,
        ...made,
        paidToRecipient: 0n,
        paidToSender: 0n,
      } as const;
      return { ok: true, step, vout: first.outpoint.vout };
    },
    (stored) => {
      const claimed = claimedLockOf(contract, stored);
      if (claimed === undefined) return undefined;
      const lock = createLockContract(claimed.lock, contract.network);
      return followedLock(lock, claimed.sender, stored.tokenCategory, null);
    },
  );
};

/** Airdrop campaigns, public or by list, in BCH or tokens, and the locks that claims of vested lists open. */
export const airdropProduct: Product = {
  readTerms(bytecode, stored) {
    const announcement = decodeAirdropAnnouncement(bytecode);
    const claimed = announcement && claimedLockOf(announcement, stored);
    if (claimed !== undefined) return lockTermsOf(claimed.sender, claimed.lock, stored.tokenCategory);
    return announcement && termsOf(announcement);
  },
  open(bytecode, network) {
    const announcement = decodeAirdropAnnouncement(bytecode);
    return announcement && open(createAirdropContract(announcement.parameters, network, announcement.asset));
  },
};
