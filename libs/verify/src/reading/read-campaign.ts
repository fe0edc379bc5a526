import { binsAreEqual, binToHex, type Output, type TransactionCommon } from '@bitauth/libauth';
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
  isClosingUnit,
  isScriptAirdrop,
  lockingBytecodeOf,
  partyAddress,
  readAirdropTransition,
  readCompanionCoin,
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
import { type Ledger, lockKey, type Part, UNSIGNED } from './ledger.js';
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

/** Returns how many claims a lane can pay: rows are dealt out in turns, public claims evenly. */
const claimsOf = ({ parameters }: AirdropContract, lane: number): number =>
  Math.floor((airdropClaims(parameters) + parameters.lanes - 1 - lane) / parameters.lanes);

/** Returns what each lane gives away: what it holds beside its floor and the fees of its claims. */
const poolsOf = (contract: AirdropContract, lanes: readonly AirdropCoin[]): readonly bigint[] =>
  lanes.map(({ state, satoshis, companion }) =>
    contract.asset.type === 'BCH'
      ? satoshis - airdropLaneFloor(contract) - contract.claimFee * BigInt(claimsOf(contract, state.lane))
      : (companion?.amount ?? 0n),
  );

/** Whether the lanes are the first ones, and those of a token hold the satoshis of their own claims. */
const arePaid = (contract: AirdropContract, lanes: readonly AirdropCoin[]): boolean =>
  lanes.every(
    ({ state, satoshis }, index) =>
      state.lane === index &&
      (contract.asset.type === 'BCH' ||
        satoshis === airdropLaneFloor(contract) + contract.claimFee * BigInt(claimsOf(contract, index))),
  );

/** Levels that the tree of a list's lane has: one at least, and as few as its rows need, which are dealt out in turns. No proof fits another number. */
const depthOf = (rows: number, lanes: number): number => {
  let depth = 1;
  while (2 ** depth < Math.ceil(rows / lanes)) depth += 1;
  return depth;
};

/** Whether the claims of a list can be made: its contract takes proofs of so many levels as its trees have. */
const canBeClaimed = ({ parameters }: AirdropContract): boolean =>
  parameters.kind === 'PUBLIC' || parameters.depth === depthOf(parameters.rows, parameters.lanes);

/** Whether each lane of a public campaign holds its share; the rows of a list's lanes are not on the chain. */
const areEven = (contract: AirdropContract, lanes: readonly AirdropCoin[]): boolean => {
  if (contract.parameters.kind !== 'PUBLIC') return true;
  const [first] = lanes;
  return lanes.every((lane) => lane.satoshis === first?.satoshis && lane.companion?.amount === first.companion?.amount);
};

const of = (reason: Part['reason'], part: Omit<Part, 'owner' | 'reason'>): Part => ({
  owner: 'CONTRACT',
  reason,
  ...part,
});

/** Posts the lanes of a new campaign and, of one by a script, the unit that closes it. */
const postOpening = (ledger: Ledger, contract: AirdropContract, lanes: readonly AirdropCoin[]): void => {
  const { asset, parameters, creator } = contract;
  for (const { outpoint, satoshis, category, companion } of lanes) {
    ledger.made(category, 0n, 1n);
    ledger.output(outpoint.vout, [of('OPENING', { satoshis, category, nft: 'STATE' })]);
    if (asset.type === 'BCH') continue;
    ledger.output(outpoint.vout + 1, [
      of('OPENING', { satoshis: AIRDROP_COMPANION_SATOSHIS, category: asset.category, units: companion?.amount ?? 0n }),
    ]);
  }
  if (!isScriptAirdrop(parameters)) return;
  const category = lanes[0]?.category ?? '';
  ledger.made(category, 1n, 0n);
  const unit = { satoshis: CLOSING_UNIT_SATOSHIS, category, units: 1n };
  const posted = ledger.outputWhere(
    (output) => isClosingUnit(output, category) && binsAreEqual(output.lockingBytecode, creator),
    [{ owner: ledger.ownerOf({ lockingBytecode: creator }), reason: 'OPENING', ...unit }],
  );
  if (posted === undefined) throw new Difference('UNEXPECTED_OUTPUT', 'The output that closes the campaign is missing');
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
    pools: poolsOf(contract, lanes),
    ...vestingIn(contract),
  };
};

/**
 * Reads the campaign that a transaction opens; undefined where it announces none.
 *
 * @throws Difference OTHER_TERMS where it is not sound, or locks more than its claims and their fees need
 */
export const readCampaignFunding = (ledger: Ledger, network: Network): OpensCampaign | undefined => {
  const { transaction } = ledger.draft;
  const announced = announcedIn(transaction.outputs, network);
  if (announced === undefined) return undefined;
  const { contract, announcement } = announced;
  const found = findAirdropDeployment(contract, UNSIGNED, transaction);
  if (!found.ok)
    throw new Difference('OTHER_TERMS', `The campaign that it opens is not sound: ${found.problems.join('; ')}`);
  const { lanes } = found;
  const tokens = lanes.reduce((sum, { companion }) => sum + (companion?.amount ?? 0n), 0n);
  const isExact = contract.asset.type === 'BCH' || tokens === airdropPool(contract.parameters);
  if (
    satoshisOf(lanes) !== neededBy(contract, lanes.length) ||
    !isExact ||
    !areEven(contract, lanes) ||
    !arePaid(contract, lanes)
  )
    throw new Difference('OTHER_TERMS', 'The campaign would not lock exactly what its claims and their fees need');
  if (!canBeClaimed(contract))
    throw new Difference('OTHER_TERMS', 'The campaign would take no claims: its list has trees of another depth');
  postOpening(ledger, contract, lanes);
  ledger.outputWhere((output) => output === announcement, [{ owner: 'NOBODY', reason: 'OPENING' }]);
  explainBeacon(ledger, contract.lockingBytecode);
  return openingOf(contract, lanes);
};

/** A campaign whose lanes may be spent: its contract, the category of its lanes, and how it was opened. */
export interface KnownCampaign {
  readonly contract: AirdropContract;
  readonly category: string;
  readonly opening: OpensCampaign;
}

/**
 * Reads the campaign that a transaction opened; undefined where it announces none.
 *
 * @param txid display-order hex
 * @throws Difference REQUEST_MALFORMED for a campaign that is not sound
 */
export const campaignIn = (
  transaction: TransactionCommon,
  txid: string,
  network: Network,
): KnownCampaign | undefined => {
  const announced = announcedIn(transaction.outputs, network);
  if (announced === undefined) return undefined;
  const { contract } = announced;
  const found = findAirdropDeployment(contract, txid, transaction);
  if (!found.ok) throw new Difference('REQUEST_MALFORMED', `A campaign is not sound: ${found.problems.join('; ')}`);
  return { contract, category: found.lanes[0]?.category ?? '', opening: openingOf(contract, found.lanes) };
};

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
    kind: 'CLOSES_LANE',
    campaign,
    lane: spent.state.lane,
    satoshis,
    tokens,
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

/** Posts what a claim or close spends: the lane and, of tokens, its companion. */
const postLane = (ledger: Ledger, { asset }: AirdropContract, coin: AirdropCoin): void => {
  const { satoshis, category, units, companion } = coin;
  const state = of('STATE', { category, units: units ?? 0n, nft: 'STATE' });
  if (asset.type === 'BCH') {
    ledger.input(0, [of('HELD', { satoshis }), state]);
    return;
  }
  ledger.input(0, [of('RESERVE', { satoshis }), state]);
  const { nft, ...held } = companion ?? { satoshis: 0n, amount: 0n };
  const tokens = { category: asset.category, units: held.amount, nft };
  ledger.input(1, [of('RESERVE', { satoshis: held.satoshis }), of('HELD', tokens)]);
  // No step carries on what somebody attached to the tokens.
  if (nft !== undefined) ledger.burnt(asset.category, 0n, nft);
};

/** Posts what a close returns: all that the lane held and, beside coins of the creator, the rest of these. */
const postClose = (ledger: Ledger, { asset, creator }: AirdropContract, coin: AirdropCoin): void => {
  const [output] = ledger.outputs;
  // The contract adds the rest of the payer's coins to what it returns.
  ledger.mergeChange();
  if (ledger.hasPayer && !ledger.isPayers({ lockingBytecode: creator }))
    throw new Difference('UNEXPECTED_INPUT', 'A coin of yours would go to the creator of a campaign that is not yours');
  const returned = { owner: ledger.ownerOf({ lockingBytecode: creator }), reason: 'RETURN' } as const;
  const tokens = asset.type === 'BCH' ? {} : { category: asset.category, units: coin.companion?.amount ?? 0n };
  ledger.burnt(coin.category, coin.units ?? 0n);
  ledger.output(0, [{ ...returned, ...tokens, satoshis: output?.valueSatoshis ?? 0n }]);
};

/**
 * Returns the satoshis that a claim takes from its lane beside the amount. Beside coins of a payer one that its recipient
 * signs takes the whole bound, where it costs at least as much, and any other takes nothing. Without such coins the lane pays
 * all.
 */
const takenBy = (ledger: Ledger, contract: AirdropContract, { spent, next, claimed }: Claim): bigint => {
  const paid = contract.asset.type === 'BCH' ? claimed.amount : 0n;
  if (!ledger.hasPayer) return spent.satoshis - paid - next.satoshis;
  if (!claimed.signed) return 0n;
  const costs = ledger.fee + (contract.asset.type === 'BCH' ? 0n : contract.payoutSatoshis);
  if (costs < contract.claimFee)
    throw new Difference('UNEXPECTED_OUTPUT', 'The claim would take more of its campaign than its fee');
  return contract.claimFee;
};

/** Posts what a claim leaves and pays, to the unit. @returns the payment, and whom it is for */
const postClaim = (
  ledger: Ledger,
  contract: AirdropContract,
  step: Claim,
  own: ReadonlySet<string>,
): { readonly paid: Output; readonly party: Uint8Array } => {
  const { asset, parameters, payoutSatoshis, companion } = contract;
  const { spent, claimed } = step;
  const { category, units } = spent;
  const isBch = asset.type === 'BCH';
  const taken = takenBy(ledger, contract, step);
  const state = of('STATE', { category, units: units ?? 0n, nft: 'STATE' });
  const left = spent.satoshis - taken - (isBch ? claimed.amount : 0n);
  const at = isBch ? 1 : 2;
  const payout = ledger.outputs[at];
  if (payout === undefined) throw new Difference('UNEXPECTED_OUTPUT', 'The claim pays nobody');
  const party = payeeOf(parameters, step, payout, own);
  const payee = parameters.kind === 'WHITELIST' ? contract.payee(claimed.recipient, claimed.amount) : party;
  if (!binsAreEqual(payout.lockingBytecode, payee))
    throw new Difference('UNEXPECTED_OUTPUT', 'The claim pays somebody else than it names');
  const paid = { owner: ledger.ownerOf(payout), reason: 'PAYOUT' } as const;
  ledger.output(0, [of(isBch ? 'HELD' : 'RESERVE', { satoshis: left }), state]);
  if (isBch) return { party, paid: ledger.output(1, [{ ...paid, satoshis: claimed.amount }]) };
  const beside = spent.companion ?? { satoshis: 0n, amount: 0n };
  const behind = ledger.output(1, [
    of('RESERVE', { satoshis: beside.satoshis }),
    of('HELD', { category: asset.category, units: beside.amount - claimed.amount }),
  ]);
  if (!binsAreEqual(behind.lockingBytecode, companion.lockingBytecode))
    throw new Difference('UNEXPECTED_OUTPUT', 'The claim leaves the tokens of its campaign elsewhere');
  const tokens = { satoshis: payoutSatoshis, category: asset.category, units: claimed.amount };
  return { party, paid: ledger.output(2, [{ ...paid, ...tokens }]) };
};

/**
 * Reads the claim or the close of a campaign's lane at input 0; undefined where input 0 does not spend a lane of a known campaign.
 *
 * @param own keys of the signer's locking bytecodes
 * @throws Difference UNEXPECTED_INPUT where the lane is spent by neither
 */
export const readLane = (
  ledger: Ledger,
  campaigns: ReadonlyMap<string, KnownCampaign>,
  own: ReadonlySet<string>,
): LaneRead | undefined => {
  const { spent, transaction } = ledger.draft;
  const [first, second] = spent;
  const campaign = first && campaigns.get(lockKey(first.lockingBytecode));
  if (first === undefined || campaign === undefined) return undefined;
  const { contract } = campaign;
  const coin = laneAt(campaign, first, second);
  const step = coin && readAirdropTransition(contract, coin, UNSIGNED, transaction);
  if (coin === undefined || step === undefined)
    throw new Difference('UNEXPECTED_INPUT', 'It spends a lane of the campaign by neither a claim nor a close');
  postLane(ledger, contract, coin);
  if (step.kind !== 'claim') {
    postClose(ledger, contract, coin);
    return closeOf(contract, step);
  }
  const { paid, party } = postClaim(ledger, contract, step, own);
  const amount = contract.asset.type === 'BCH' ? paid.valueSatoshis : (paid.token?.amount ?? 0n);
  const { asset, address, network } = contract;
  const effect: ClaimsAirdrop = {
    kind: 'CLAIMS_AIRDROP',
    campaign: address,
    lane: step.spent.state.lane,
    amount,
    recipient: partyAddress(party, network) ?? '',
    asset: asset.type === 'BCH' ? undefined : asset.category,
    isSigned: step.claimed.signed,
    ...vestingIn(contract),
  };
  return { effect, party };
};
