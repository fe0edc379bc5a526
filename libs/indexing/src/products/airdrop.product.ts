import type { TransactionCommon } from '@bitauth/libauth';
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
  decodeAirdropAnnouncement,
  decodeAirdropState,
  encodeAirdropState,
  findAirdropDeployment,
  lockVesting,
  readAirdropTransition,
  vestingOf,
} from '@weir/covenants';
import type { ContractStatus, StoredLane, StoredState } from '@weir/infra';
import { MIN_TIME, vestedAmount } from '@weir/vesting';
import { toLane, toStoredLane } from './lanes.js';
import type { Announced, Deployment, Product, ProductContract, ProductTerms, StepStart } from './product.types.js';

/** The deployment that a transaction makes. */
type Found = { readonly ok: true } & Omit<Deployment, 'contract'>;

/**
 * Builds the announcement of a product that has one contract per announcement.
 *
 * @param find finds the deployment in a transaction, or says why there is none
 */
const announcedAlone = (
  contract: ProductContract,
  find: (
    txid: string,
    transaction: TransactionCommon,
  ) => Found | { readonly ok: false; readonly problems: readonly string[] },
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
    contractOf: () => contract,
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

/**
 * Converts a stored lane to the coin that the covenants library works with. @throws Error when its commitment is not
 * one of a campaign
 */
export const toAirdropCoin = (stored: StoredLane, category: string): AirdropCoin => {
  const { outpoint, satoshis, commitment, companion } = toLane(stored);
  const state = decodeAirdropState(commitment);
  if (state === undefined) throw new Error(`A stored commitment is none of a campaign: ${commitment}`);
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
      if (first === undefined) return { ok: false, problems: ['no lane is there'] };
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
  );
};

/** Airdrop campaigns, public or by list, in BCH or tokens. */
export const airdropProduct: Product = {
  readTerms(bytecode) {
    const announcement = decodeAirdropAnnouncement(bytecode);
    return announcement && termsOf(announcement);
  },
  open(bytecode, network) {
    const announcement = decodeAirdropAnnouncement(bytecode);
    return announcement && open(createAirdropContract(announcement.parameters, network, announcement.asset));
  },
};
