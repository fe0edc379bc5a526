import { binToHex, hexToBin, type TransactionCommon } from '@bitauth/libauth';
import {
  announcesRoster,
  createRosterContract,
  decodeRosterState,
  encodeRosterState,
  findRosterDeployment,
  isRosterState,
  type Network,
  NO_GUARDIAN,
  readTreasuryTransition,
  type RosterCoin,
  type RosterContract,
  type RosterState,
} from '@weir/covenants';
import type { StoredDetails, StoredPlan, StoredState } from '@weir/infra';
import { onlyLane, toStoredLane } from './lanes.js';
import type {
  Announced,
  DeploymentsFound,
  Product,
  ProductContract,
  ProductTerms,
  StoredTerms,
} from './product.types.js';

const PRODUCT = 'ROSTER';
const FAMILY = 'roster';

/** @throws Error where the commitment is not that of a roster */
const stateOf = (commitment: string): RosterState => {
  const state = decodeRosterState(commitment);
  if (state === undefined) throw new Error(`Stored commitment does not decode as a roster: ${commitment}`);
  return state;
};

const toCoin = (stored: StoredState): RosterCoin => {
  const { outpoint, satoshis, commitment } = onlyLane(stored);
  return { outpoint, satoshis, state: stateOf(commitment) };
};

const toStored = (
  { category }: Pick<RosterContract, 'category'>,
  { outpoint, satoshis, state }: RosterCoin,
): StoredState => ({
  category,
  lanes: [toStoredLane({ outpoint, satoshis, commitment: encodeRosterState(state) })],
});

/** Returns who signs for a roster in a state, who may recover it, and whether a recovery runs. */
const membersDetails = ({ status, spends, guardian, quiet, review, signers }: RosterState): StoredDetails => ({
  phase: status,
  signerHashes: signers.map(binToHex),
  guardianHash: binToHex(guardian) === binToHex(NO_GUARDIAN) ? null : binToHex(guardian),
  quietBlocks: quiet,
  reviewBlocks: review,
  spends,
});

/** Restores the terms of a roster from its row: it is its own owner, and nobody's recipient. */
const termsOf = ({
  plan,
  sender,
  totalAmount,
}: Pick<StoredTerms, 'plan' | 'sender' | 'totalAmount'>): ProductTerms => ({
  product: PRODUCT,
  family: FAMILY,
  sender: hexToBin(sender),
  recipient: null,
  tokenCategory: null,
  total: totalAmount,
  details: { category: plan?.category ?? null },
  stateDetails: (commitment) => membersDetails(stateOf(commitment)),
  vestedAt: (_, { releasedAmount }) => releasedAmount,
  tokensBytecode: () => undefined,
  // Its state holds no token.
  lockOf: ({ releasedAmount }) => ({ unlockedAt: () => releasedAmount, until: null, isRevocable: true }),
});

/** Wraps a roster as a contract that the indexer follows. Deposits at its address count once a spend takes them. */
const followedRoster = (contract: RosterContract, totalAmount: bigint, plan: StoredPlan): ProductContract => ({
  terms: termsOf({ plan, sender: binToHex(contract.lockingBytecode), totalAmount }),
  model: { kind: 'roster', contract },
  address: contract.address,
  lockingBytecode: contract.lockingBytecode,
  plan,
  readStep({ state, releasedAmount }, txid, transaction) {
    const step = readTreasuryTransition(contract, toCoin(state), txid, transaction);
    const next = step?.next;
    if (step === undefined || next === undefined || !isRosterState(next)) return undefined;
    const { kind, payouts } = step;
    const paid = payouts.reduce((sum, { valueSatoshis }) => sum + valueSatoshis, 0n);
    return {
      kind,
      locktime: transaction.locktime,
      // A roster never ends.
      status: 'ACTIVE',
      releasedAmount: releasedAmount + paid,
      commitment: encodeRosterState(next.state),
      state: toStored(contract, next),
      paidToRecipient: paid,
      paidToSender: 0n,
      details: membersDetails(next.state),
    };
  },
  // What is due, only its signers and its guardian can do.
  noticeBlocks: 0,
  findDuties: () => [],
});

const findDeployments = (network: Network, txid: string, transaction: TransactionCommon): DeploymentsFound => {
  const found = findRosterDeployment(network, txid, transaction);
  if (!found.ok) return { ok: false, problems: [found.problem] };
  const { contract, coin } = found;
  const commitment = encodeRosterState(coin.state);
  const plan: StoredPlan = { category: contract.category, index: 0, group: 0, commitment };
  const step = {
    kind: 'fund',
    locktime: transaction.locktime,
    status: 'ACTIVE',
    releasedAmount: 0n,
    commitment,
    state: toStored(contract, coin),
    paidToRecipient: 0n,
    paidToSender: 0n,
    details: membersDetails(coin.state),
  } as const;
  return {
    ok: true,
    deployments: [{ contract: followedRoster(contract, coin.satoshis, plan), step, vout: coin.outpoint.vout }],
  };
};

const open = (network: Network): Announced => ({
  product: PRODUCT,
  family: FAMILY,
  // Its address is made of a category that only the transaction shows.
  sender: null,
  recipient: null,
  address: '',
  lockingBytecodes: [],
  findDeployments: (txid, transaction) => findDeployments(network, txid, transaction),
  contractOf({ plan, totalAmount }) {
    if (plan === null) throw new Error('A stored roster lacks its category');
    return followedRoster(createRosterContract(plan.category, network), totalAmount, plan);
  },
});

/** Rosters that let the chain list them: treasuries whose signers can be exchanged. */
export const rosterProduct: Product = {
  readTerms: (bytecode, stored) => (announcesRoster(bytecode) ? termsOf(stored) : undefined),
  open: (bytecode, network) => (announcesRoster(bytecode) ? open(network) : undefined),
};
