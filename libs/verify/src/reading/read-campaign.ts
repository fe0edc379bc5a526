import { binsAreEqual, binToHex, decodeTransactionBch, hash256, type Output } from '@bitauth/libauth';
import {
  AIRDROP_COMPANION_SATOSHIS,
  airdropClaims,
  airdropLaneFloor,
  airdropPool,
  CLOSING_UNIT_SATOSHIS,
  createAirdropContract,
  decodeAirdropAnnouncement,
  decodeAirdropState,
  findAirdropDeployment,
  heldByLane,
  isClosingUnit,
  isScriptAirdrop,
  lockingBytecodeOf,
  partyAddress,
  readAirdropTransition,
  readCompanionCoin,
  readHex,
  vestingOf,
  type AirdropCoin,
  type AirdropContract,
  type AirdropParameters,
  type AirdropTransition,
  type Network,
} from '@weir/covenants';
import { Difference } from '../difference.js';
import type { ClaimsAirdrop, ClosesLane, OpensCampaign } from '../effects.types.js';
import type { SpentOutput } from '../request/signing-request.js';
import { lockKey, UNSIGNED, type Account } from './account.js';
import { vestingOfLock } from './read-locks.js';
import { explainBeacon } from './read-plan-funding.js';

/** A campaign as its funding announced it. */
interface Announced {
  readonly contract: AirdropContract;
  /** The output that announces it. */
  readonly announcement: Output;
}

const announcedIn = (outputs: readonly Output[], network: Network): Announced | undefined => {
  for (const announcement of outputs) {
    const announced = decodeAirdropAnnouncement(announcement.lockingBytecode);
    if (announced !== undefined)
      return { announcement, contract: createAirdropContract(announced.parameters, network, announced.asset) };
  }
  return undefined;
};

const satoshisOf = (lanes: readonly AirdropCoin[]): bigint => lanes.reduce((sum, { satoshis }) => sum + satoshis, 0n);

/** Returns the satoshis that the lanes of a campaign must hold together, companions aside. */
const neededBy = (contract: AirdropContract, lanes: number): bigint => {
  const { asset, claimFee, parameters } = contract;
  const pool = asset.type === 'BCH' ? airdropPool(parameters) : 0n;
  return airdropLaneFloor(contract) * BigInt(lanes) + claimFee * BigInt(airdropClaims(parameters)) + pool;
};

/** Returns when the locks of a campaign's claims vest; nothing where claims pay at once. */
const vestingIn = ({ parameters }: AirdropContract): Pick<OpensCampaign, 'vesting'> => {
  const schedule = vestingOf(parameters);
  if (schedule === undefined) return {};
  return { vesting: vestingOfLock(schedule) };
};

const openingOf = (contract: AirdropContract, lanes: readonly AirdropCoin[]): OpensCampaign => {
  const { parameters, asset, network, address, creator } = contract;
  const { kind, start, end, cancelable, sponsored } = parameters;
  return {
    kind: 'OPENS_CAMPAIGN',
    list: kind,
    campaign: address,
    creator: partyAddress(creator, network) ?? '',
    asset: asset.type === 'BCH' ? undefined : asset.category,
    pool: airdropPool(parameters),
    claims: airdropClaims(parameters),
    lanes: parameters.lanes,
    ...(parameters.kind === 'PUBLIC' && { amount: parameters.amount, limit: parameters.limit }),
    start,
    end,
    isCancelable: cancelable,
    paysFees: sponsored,
    claimFees: contract.claimFee * BigInt(airdropClaims(parameters)),
    roots: lanes.map(({ state }) => state.root),
    ...vestingIn(contract),
  };
};

/**
 * Reads the campaign that a transaction opens; undefined where it announces none.
 *
 * @throws Difference OTHER_TERMS where it is not sound, or locks more than its claims and their fees need
 */
export const readCampaignFunding = (account: Account, network: Network): OpensCampaign | undefined => {
  const { transaction } = account.draft;
  const announced = announcedIn(transaction.outputs, network);
  if (announced === undefined) return undefined;
  const { contract, announcement } = announced;
  const found = findAirdropDeployment(contract, UNSIGNED, transaction);
  if (!found.ok)
    throw new Difference('OTHER_TERMS', `The campaign that it opens is not sound: ${found.problems.join('; ')}`);
  const { lanes } = found;
  const hasCompanion = contract.asset.type !== 'BCH';
  const excess = satoshisOf(lanes) - neededBy(contract, lanes.length);
  const isEven = lanes.every(({ companion }) => !hasCompanion || companion?.satoshis === AIRDROP_COMPANION_SATOSHIS);
  const tokens = lanes.reduce((sum, { companion }) => sum + (companion?.amount ?? 0n), 0n);
  if (excess !== 0n || !isEven || (hasCompanion && tokens !== airdropPool(contract.parameters)))
    throw new Difference('OTHER_TERMS', 'The campaign would lock more than its claims and their fees need');
  for (const { outpoint } of lanes) {
    account.output(outpoint.vout);
    if (hasCompanion) account.output(outpoint.vout + 1);
  }
  account.outputWhere((output) => output === announcement && output.valueSatoshis === 0n);
  explainBeacon(account, contract.lockingBytecode);
  const category = lanes[0]?.category ?? '';
  if (isScriptAirdrop(contract.parameters))
    account.outputWhere(
      (output) =>
        isClosingUnit(output, category) &&
        output.valueSatoshis === CLOSING_UNIT_SATOSHIS &&
        binsAreEqual(output.lockingBytecode, contract.creator),
    );
  return openingOf(contract, lanes);
};

/** A campaign whose lanes may be spent: its contract, the category of its lanes, and how it was opened. */
interface KnownCampaign {
  readonly contract: AirdropContract;
  readonly category: string;
  readonly opening: OpensCampaign;
}

/**
 * Reads the campaigns that fundings opened.
 *
 * @param fundings transactions from the chain, hex: nothing but their own bytes is believed
 * @throws Difference REQUEST_MALFORMED for a transaction that is no funding of a campaign
 */
export const campaignsOf = (fundings: readonly string[], network: Network): ReadonlyMap<string, KnownCampaign> =>
  new Map(
    fundings.map((hex) => {
      const bytes = readHex(hex) ?? new Uint8Array();
      const transaction = decodeTransactionBch(bytes);
      const announced = typeof transaction === 'string' ? undefined : announcedIn(transaction.outputs, network);
      if (typeof transaction === 'string' || announced === undefined)
        throw new Difference('REQUEST_MALFORMED', 'A funding that was given opens no campaign');
      const { contract } = announced;
      const txid = binToHex(hash256(bytes).reverse());
      const found = findAirdropDeployment(contract, txid, transaction);
      if (!found.ok) throw new Difference('REQUEST_MALFORMED', `A campaign is not sound: ${found.problems.join('; ')}`);
      return [
        lockKey(contract.lockingBytecode),
        { contract, category: found.lanes[0]?.category ?? '', opening: openingOf(contract, found.lanes) },
      ];
    }),
  );

/** Reads the lane at an input, with the companion that the next input spends. */
const laneAt = (
  { contract, category }: KnownCampaign,
  { outpoint, valueSatoshis: satoshis, token }: SpentOutput,
  behind: SpentOutput | undefined,
): AirdropCoin | undefined => {
  const state = token?.nft && decodeAirdropState(binToHex(token.nft.commitment));
  if (token === undefined || state === undefined || binToHex(token.category) !== category) return undefined;
  const lane = { outpoint, satoshis, category, state, ...(token.amount > 0n && { units: token.amount }) };
  if (contract.asset.type === 'BCH') return lane;
  if (behind === undefined || !binsAreEqual(behind.lockingBytecode, contract.companion.lockingBytecode))
    return undefined;
  return { ...lane, companion: readCompanionCoin(behind) };
};

type Claim = Extract<AirdropTransition, { readonly kind: 'claim' }>;

/** Whom a claim pays or a close returns to, by locking bytecode, and what the transaction does to the lane. */
interface LaneRead {
  readonly effect: ClaimsAirdrop | ClosesLane;
  /** Whose key the contract sees, where it sees one. */
  readonly party: Uint8Array;
}

const closeOf = (
  { address: campaign, creator, network, asset }: AirdropContract,
  { spent, satoshisToCreator: satoshis, tokensToCreator: tokens }: AirdropTransition & { readonly next: undefined },
): LaneRead => ({
  effect: {
    ...{ kind: 'CLOSES_LANE', campaign, lane: spent.state.lane, satoshis, tokens },
    creator: partyAddress(creator, network) ?? '',
    asset: asset.type === 'BCH' ? undefined : asset.category,
  },
  party: creator,
});

/**
 * Returns whom a claim must pay. The claimer of a public campaign signs in the contract's input, with a key that is
 * not filled in yet: it is the signer's.
 */
const payeeOf = (
  { kind }: AirdropParameters,
  { claimed }: Claim,
  paid: Output,
  own: ReadonlySet<string>,
): Uint8Array => {
  if (kind === 'WHITELIST') return lockingBytecodeOf(claimed.recipient);
  if (!own.has(lockKey(paid.lockingBytecode)))
    throw new Difference('UNEXPECTED_OUTPUT', 'The claim pays an address that is not yours');
  return paid.lockingBytecode;
};

/**
 * Reads the claim or the close of a campaign's lane at input 0; undefined where input 0 is no lane of a known campaign.
 *
 * @param own keys of the signer's locking bytecodes
 * @throws Difference UNEXPECTED_INPUT where the lane is spent by neither
 */
export const readLane = (
  account: Account,
  campaigns: ReadonlyMap<string, KnownCampaign>,
  own: ReadonlySet<string>,
): LaneRead | undefined => {
  const { spent, transaction } = account.draft;
  const [first, second] = spent;
  const campaign = first && campaigns.get(lockKey(first.lockingBytecode));
  if (first === undefined || campaign === undefined) return undefined;
  const { contract } = campaign;
  const coin = laneAt(campaign, first, second);
  const step = coin && readAirdropTransition(contract, coin, UNSIGNED, transaction);
  if (coin === undefined || step === undefined)
    throw new Difference('UNEXPECTED_INPUT', 'It spends a lane of the campaign by neither a claim nor a close');
  const hasCompanion = contract.asset.type !== 'BCH';
  account.input(0);
  if (hasCompanion) account.input(1);
  account.output(0);
  if (step.kind !== 'claim') return closeOf(contract, step);
  // Nobody gains by satoshis that a payer leaves on a lane or adds to a payout: they are the signer's loss.
  const payout = hasCompanion ? (transaction.outputs[2]?.valueSatoshis ?? 0n) : 0n;
  if (heldByLane(step.next) > heldByLane(coin) || payout > contract.payoutSatoshis)
    throw new Difference('UNEXPECTED_OUTPUT', 'The claim would leave more satoshis on the campaign than it found');
  if (hasCompanion) account.output(1);
  const paid = account.output(hasCompanion ? 2 : 1);
  const amount = hasCompanion ? (paid.token?.amount ?? 0n) : paid.valueSatoshis;
  const party = payeeOf(contract.parameters, step, paid, own);
  const payee =
    contract.parameters.kind === 'WHITELIST' ? contract.payee(step.claimed.recipient, step.claimed.amount) : party;
  if (!binsAreEqual(paid.lockingBytecode, payee) || amount !== step.claimed.amount)
    throw new Difference('UNEXPECTED_OUTPUT', 'The claim pays somebody else than it names');
  const { asset, address, network } = contract;
  const effect: ClaimsAirdrop = {
    ...{ kind: 'CLAIMS_AIRDROP', campaign: address, lane: step.spent.state.lane, amount },
    recipient: partyAddress(party, network) ?? '',
    asset: asset.type === 'BCH' ? undefined : asset.category,
    isSigned: step.claimed.signed,
    ...vestingIn(contract),
  };
  return { effect, party };
};
