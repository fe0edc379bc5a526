import {
  bigIntToBinUint64LE,
  binsAreEqual,
  binToBigIntUint64LE,
  binToHex,
  hexToBin,
  type TransactionCommon,
} from '@bitauth/libauth';
import {
  type AnnouncedPurse,
  createPurseContract,
  decodePurseAnnouncement,
  findPurses,
  type FoundPurse,
  lockingBytecodeOf,
  type Network,
  partyAddress,
  type PurseAnnouncement,
  type PurseCoin,
  type PurseContract,
  type PurseTerms,
  type PurseTransition,
  purseUnits,
  readPurseTransition,
} from '@weir/covenants';
import type { StoredDetails, StoredLane, StoredPlan, StoredState } from '@weir/infra';
import { onlyLane } from './lanes.js';
import type {
  Announced,
  ContractStep,
  DeploymentsFound,
  Product,
  ProductContract,
  ProductTerms,
  StepRead,
  StoredTerms,
} from './product.types.js';

const FAMILY = 'purse';

const productOf = (type: PurseAnnouncement['type']): string => (type === 'BCH' ? 'PURSE_BCH' : 'PURSE_TOKEN');

/** A purse has no NFT: what is left of its limit, as its script has it, is the state. */
const encodeLeft = (left: bigint): string => binToHex(bigIntToBinUint64LE(left));
const decodeLeft = (commitment: string): bigint => binToBigIntUint64LE(hexToBin(commitment));

const storedLane = (
  { lockingBytecode, left }: PurseContract,
  { outpoint, satoshis, token }: PurseCoin,
): StoredLane => ({
  ...outpoint,
  satoshis: satoshis.toString(),
  commitment: encodeLeft(left),
  // Its tokens lie in the coin itself.
  companion: token === undefined ? null : { satoshis: '0', amount: token.amount.toString(), nft: null },
  clock: null,
  lockingBytecode: binToHex(lockingBytecode),
});

const storedState = (contract: PurseContract, coin: PurseCoin): StoredState => ({
  category: coin.token?.category ?? '',
  lanes: [storedLane(contract, coin)],
});

/** Restores the coin of a purse from its stored state. */
const coinOf = (state: StoredState): PurseCoin => {
  const { outpoint, satoshis, companion } = onlyLane(state);
  return {
    outpoint,
    satoshis,
    ...(companion !== undefined && { token: { category: state.category, amount: companion.amount } }),
  };
};

/** Restores the terms of a purse from its row. @throws Error where the row does not belong to the announcement */
const termsOfStored = (
  { type, signers, purses }: PurseAnnouncement,
  { plan, sender, tokenCategory }: StoredTerms,
): PurseTerms => {
  const purse = plan === null ? undefined : purses[plan.group];
  if (purse === undefined) throw new Error('A stored purse does not match its announcement');
  const owner = hexToBin(sender);
  const asset = type === 'BCH' ? ({ type } as const) : { type, category: tokenCategory ?? '' };
  return { ...purse, asset, owner, signers };
};

/** What a row shows of a purse's terms. Whose key pays is its recipient; its payees are known by the hash of their list. */
const termsOf = (terms: PurseTerms, total: bigint): ProductTerms => {
  const { asset, owner, signers, spender, list, limit, period } = terms;
  return {
    product: productOf(asset.type),
    family: FAMILY,
    sender: owner,
    recipient: lockingBytecodeOf(spender),
    tokenCategory: asset.type === 'BCH' ? null : asset.category,
    total,
    details: {
      limitBase: limit.toString(),
      periodBlocks: period,
      listHash: binToHex(list),
      signerHashes: signers.map(binToHex),
    },
    stateDetails: (commitment) => ({ leftBase: decodeLeft(commitment).toString() }),
    // Its money is the treasury's until it is paid.
    vestedAt: (_, { releasedAmount }) => releasedAmount,
    tokensBytecode: () => undefined,
    // Two signers of the treasury can use all of it at any time.
    lockOf: () => ({ unlockedAt: () => total, until: null, isRevocable: true }),
  };
};

/** The hashes of a list of payees, one after the other, which each payment shows. */
const HASH = 20;
const hashesOf = (payees: Uint8Array): string[] =>
  Array.from({ length: payees.length / HASH }, (_, i) => binToHex(payees.slice(i * HASH, (i + 1) * HASH)));

type Payment = Extract<PurseTransition, { readonly kind: 'payment' }>;

const paymentDetails = ({ contract, coin, spent, age, payment, payees }: Payment): StoredDetails => ({
  payee: partyAddress(payment.lockingBytecode, contract.network) ?? binToHex(payment.lockingBytecode),
  spentBase: spent.toString(),
  leftBase: contract.left.toString(),
  heldBase: purseUnits(contract.terms, coin).toString(),
  ageBlocks: age,
  payeeHashes: hashesOf(payees),
});

const paidBy = ({ contract: { terms }, payment }: Payment): bigint =>
  terms.asset.type === 'BCH' ? payment.valueSatoshis : (payment.token?.amount ?? 0n);

/** Wraps a purse as a contract that the indexer follows. Each payment takes it to another script. */
const followedPurse = (
  terms: PurseTerms,
  network: Network,
  total: bigint,
  plan: StoredPlan | null,
): ProductContract => {
  const first = createPurseContract(terms, network);
  return {
    terms: termsOf(terms, total),
    model: { kind: 'purse', terms },
    address: first.address,
    lockingBytecode: first.lockingBytecode,
    plan,
    readStep({ state, releasedAmount }, txid, transaction): StepRead | undefined {
      const contract = createPurseContract(terms, network, decodeLeft(onlyLane(state).commitment));
      const coin = coinOf(state);
      const read = readPurseTransition(contract, coin, txid, transaction);
      if (read === undefined) return undefined;
      const { locktime } = transaction;
      if (read.kind === 'payment')
        return {
          kind: 'pay',
          locktime,
          status: 'ACTIVE',
          releasedAmount: releasedAmount + paidBy(read),
          commitment: encodeLeft(read.contract.left),
          state: storedState(read.contract, read.coin),
          paidToRecipient: paidBy(read),
          paidToSender: 0n,
          details: paymentDetails(read),
        };
      // What it held is the treasury's again: a purse that is renewed with other terms is another one.
      const ended = { locktime, status: 'CANCELLED', commitment: null, state: null, paidToRecipient: 0n } as const;
      return {
        ...ended,
        kind: read.kind === 'home' ? 'home' : 'close',
        releasedAmount,
        paidToSender: purseUnits(terms, coin),
      };
    },
    // Nothing is due of itself.
    noticeBlocks: 0,
    findDuties: () => [],
  };
};

const openingStep = ({ contract, coin }: FoundPurse, locktime: number): ContractStep => ({
  kind: 'fund',
  locktime,
  status: 'ACTIVE',
  releasedAmount: 0n,
  commitment: encodeLeft(contract.left),
  state: storedState(contract, coin),
  paidToRecipient: 0n,
  paidToSender: 0n,
});

const isAnnounced = (announced: AnnouncedPurse, { spender, list, limit, period }: PurseTerms): boolean =>
  binsAreEqual(announced.spender, spender) &&
  binsAreEqual(announced.list, list) &&
  announced.limit === limit &&
  announced.period === period;

const findDeployments = (
  { type, signers, purses }: PurseAnnouncement,
  network: Network,
  txid: string,
  transaction: TransactionCommon,
): DeploymentsFound => {
  const own = findPurses(network, txid, transaction).filter(
    ({ contract: { terms } }) =>
      terms.asset.type === type && terms.signers.every((hash, seat) => binsAreEqual(hash, signers[seat] ?? hash)),
  );
  const deployments = own.flatMap((found) => {
    const { terms } = found.contract;
    const group = purses.findIndex((purse) => isAnnounced(purse, terms));
    const total = purseUnits(terms, found.coin);
    const { vout } = found.coin.outpoint;
    if (group < 0 || total === 0n) return [];
    const plan: StoredPlan = { category: '', index: vout, group, commitment: '' };
    return [
      {
        contract: followedPurse(terms, network, total, plan),
        step: openingStep(found, transaction.locktime),
        vout,
      },
    ];
  });
  if (deployments.length > 0) return { ok: true, deployments };
  return { ok: false, problems: ['it opens no purse with the announced terms'] };
};

const open = (announcement: PurseAnnouncement, network: Network): Announced => ({
  product: productOf(announcement.type),
  family: FAMILY,
  // Whose purses they are, and where they lie, only the transaction shows.
  sender: null,
  recipient: null,
  address: '',
  lockingBytecodes: [],
  findDeployments: (txid, transaction) => findDeployments(announcement, network, txid, transaction),
  contractOf: (stored) => followedPurse(termsOfStored(announcement, stored), network, stored.totalAmount, stored.plan),
});

/**
 * Purses of treasuries that let the chain list them: one announcement opens one or two. Anybody can open a purse for a treasury with
 * their own money: that its signers agreed is not proven.
 */
export const purseProduct: Product = {
  readTerms(bytecode, stored) {
    const announcement = decodePurseAnnouncement(bytecode);
    return announcement && termsOf(termsOfStored(announcement, stored), stored.totalAmount);
  },
  open(bytecode, network) {
    const announcement = decodePurseAnnouncement(bytecode);
    return announcement && open(announcement, network);
  },
};
