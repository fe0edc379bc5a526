import { binsAreEqual, binToHex, type Output, type TransactionCommon } from '@bitauth/libauth';
import { MIN_VESTED_ROW, P2PKH_DUST } from '@weir/kinds';
import { makesCategory } from '../chain/outpoint.js';
import type { AirdropCoin } from './airdrop-coin.js';
import type { AirdropContract } from './airdrop-contract.js';
import {
  AIRDROP_COMPANION_SATOSHIS,
  airdropLaneFloor,
  airdropLaneFundings,
  type LaneFunding,
  type WhitelistLane,
} from './airdrop-funding.js';
import { isScriptAirdrop, vestingOf, type WhitelistParameters } from './airdrop-parameters.js';
import { decodeAirdropState, isRowlessRoot } from './airdrop-state.js';
import { CLOSING_UNIT_SATOSHIS, isClosingUnit } from './closing-unit.js';

/** A lane that a funding made, or why an output is not one. */
interface LaneGenesis {
  readonly coin: AirdropCoin | undefined;
  readonly problems: readonly string[];
}

const none = (...problems: string[]): LaneGenesis => ({ coin: undefined, problems });

/** Returns the companion behind a state, or what keeps the output there from being one. */
const companionBehind = (
  { asset, companion }: AirdropContract,
  output: Output | undefined,
): Pick<AirdropCoin, 'companion'> | string => {
  if (asset.type === 'BCH') return {};
  if (output === undefined || !binsAreEqual(output.lockingBytecode, companion.lockingBytecode))
    return 'the output behind it is not locked by the companion script';
  if (output.valueSatoshis < AIRDROP_COMPANION_SATOSHIS)
    return `its companion holds less than ${AIRDROP_COMPANION_SATOSHIS.toString()} satoshis`;
  const { token } = output;
  if (token === undefined || binToHex(token.category) !== asset.category)
    return `its companion carries no tokens of ${asset.category}`;
  if (token.nft !== undefined) return 'its companion carries an NFT beside the tokens';
  return { companion: { satoshis: output.valueSatoshis, amount: token.amount } };
};

/**
 * Reads an output at a contract's address as a new lane: a mutable NFT of a category made in this transaction, no
 * fungible units, a state without claims, and in token mode the companion behind it. A whitelist's root must not be
 * known to have no rows: a lane that starts with all its rows spent could be closed at once by anybody, no matter what the
 * terms say.
 */
const readLaneGenesis = (
  contract: AirdropContract,
  txid: string,
  transaction: TransactionCommon,
  vout: number,
): LaneGenesis => {
  const output = transaction.outputs[vout];
  const token = output?.token;
  if (output === undefined || token?.nft === undefined) return none('it carries no NFT');
  const category = binToHex(token.category);
  const state = decodeAirdropState(binToHex(token.nft.commitment));
  if (!makesCategory(transaction, category)) return none('the NFT is not of a category made in this transaction');
  if (token.nft.capability !== 'mutable') return none(`the NFT is ${token.nft.capability}, not mutable`);
  if (token.amount !== 0n) return none(`it carries ${token.amount.toString()} fungible units of its category`);
  if (state === undefined || state.claims !== 0) return none('the commitment is not that of a new lane');
  if (contract.parameters.kind === 'WHITELIST' && isRowlessRoot(state.root))
    return none('its root is that of a tree without a row to claim');
  const companion = companionBehind(contract, transaction.outputs[vout + 1]);
  if (typeof companion === 'string') return none(companion);
  return {
    coin: { outpoint: { txid, vout }, satoshis: output.valueSatoshis, category, state, ...companion },
    problems: [],
  };
};

/**
 * All lanes of a campaign in order of their numbers, or why a transaction is not its funding, in words for the user.
 */
export type AirdropDeploymentResult =
  | { readonly ok: true; readonly lanes: readonly AirdropCoin[] }
  | { readonly ok: false; readonly problems: readonly string[] };

const tokensOf = ({ companion }: AirdropCoin): bigint => companion?.amount ?? 0n;

/** Compares the lanes found with what each must hold. */
const findFundingProblems = (lanes: readonly AirdropCoin[], fundings: readonly LaneFunding[]): string[] => [
  ...fundings.flatMap(({ state, satoshis, tokens }) => {
    const coin = lanes.find((lane) => lane.state.lane === state.lane);
    if (coin === undefined) return [`lane ${state.lane} is missing`];
    return [
      ...(coin.state.root === state.root
        ? []
        : [`lane ${state.lane} has the root ${coin.state.root}, not ${state.root}`]),
      ...(coin.satoshis >= satoshis
        ? []
        : [`lane ${state.lane} holds ${coin.satoshis.toString()} satoshis, less than ${satoshis.toString()}`]),
      ...(tokensOf(coin) >= tokens
        ? []
        : [`lane ${state.lane} has ${tokensOf(coin).toString()} tokens, less than ${tokens.toString()}`]),
    ];
  }),
  ...lanes
    .filter(({ state }) => !fundings.some((funding) => funding.state.lane === state.lane))
    .map(({ state }) => `lane ${state.lane} has no rows`),
];

/**
 * Finds lanes that could not pay a single claim. Each lane that is funded has at least one row, so it must hold one
 * claim's fee and the smallest amount.
 */
const findPoorLanes = (contract: AirdropContract, lanes: readonly AirdropCoin[]): string[] => {
  const inBch = contract.asset.type === 'BCH';
  const leastRow = vestingOf(contract.parameters) === undefined ? P2PKH_DUST : MIN_VESTED_ROW;
  const least = airdropLaneFloor(contract) + contract.claimFee + (inBch ? leastRow : 0n);
  return lanes.flatMap((lane) => [
    ...(lane.satoshis >= least
      ? []
      : [
          `lane ${lane.state.lane} holds ${lane.satoshis.toString()} satoshis, less than ${least.toString()} for a single claim`,
        ]),
    ...(inBch || tokensOf(lane) > 0n ? [] : [`lane ${lane.state.lane} has no tokens`]),
  ]);
};

/** Checks that the announced rows fit the lanes: at least one in each, and no more than their trees have leaves. */
const findRowProblems = (rows: number, depth: number, lanes: number): string[] => [
  ...(lanes <= rows ? [] : [`there are ${lanes} lanes for ${rows} rows: some of them have none`]),
  ...(rows <= lanes * 2 ** depth ? [] : [`${rows} rows do not fit ${lanes} lanes of depth ${depth}`]),
];

/**
 * Finds what is wrong with a whitelist's lanes without knowing its list: together they must hold what was announced,
 * and each must be able to pay a row.
 */
const findListlessProblems = (
  contract: AirdropContract,
  { rows, depth, total }: WhitelistParameters,
  lanes: readonly AirdropCoin[],
): string[] => {
  const { asset, claimFee } = contract;
  const inBch = asset.type === 'BCH';
  const needed = airdropLaneFloor(contract) * BigInt(lanes.length) + claimFee * BigInt(rows) + (inBch ? total : 0n);
  const held = lanes.reduce((sum, { satoshis }) => sum + satoshis, 0n);
  const tokens = lanes.reduce((sum, lane) => sum + tokensOf(lane), 0n);
  return [
    ...findRowProblems(rows, depth, lanes.length),
    ...findPoorLanes(contract, lanes),
    ...(held >= needed ? [] : [`the lanes hold ${held.toString()} satoshis, less than ${needed.toString()}`]),
    ...(inBch || tokens >= total ? [] : [`the lanes have ${tokens.toString()} tokens, less than ${total.toString()}`]),
  ];
};

/**
 * Checks that the creator of a script's campaign gets exactly one closing unit: without it nobody could ever close
 * the campaign, and with another one somebody else could.
 */
const findUnitProblems = (contract: AirdropContract, outputs: readonly Output[], category: string): string[] => {
  const units = outputs.filter(
    (output) =>
      isClosingUnit(output, category) &&
      output.valueSatoshis >= CLOSING_UNIT_SATOSHIS &&
      binsAreEqual(output.lockingBytecode, contract.creator),
  );
  return units.length === 1 ? [] : ['the creator does not get the closing unit'];
};

/** Finds what keeps outputs of one category, each sound by itself, from being a campaign's lanes. */
const findSetProblems = (
  contract: AirdropContract,
  transaction: TransactionCommon,
  lanes: readonly AirdropCoin[],
  whitelist: readonly WhitelistLane[] | undefined,
): string[] => {
  const { parameters } = contract;
  const category = lanes[0]?.category;
  const ofCategory = transaction.outputs.filter(
    ({ token }) => token !== undefined && binToHex(token.category) === category,
  );
  const isScript = isScriptAirdrop(parameters);
  const numbers = new Set(lanes.map(({ state }) => state.lane));
  const problems = [
    ...(ofCategory.length === lanes.length + (isScript ? 1 : 0) ? [] : ['the category of the lanes has other outputs']),
    ...(isScript ? findUnitProblems(contract, ofCategory, category ?? '') : []),
    ...(numbers.size === lanes.length ? [] : ['two lanes have the same number']),
    ...(lanes.every(({ state }) => state.lane < parameters.lanes) ? [] : ['a lane has a number that does not exist']),
  ];
  if (problems.length > 0) return problems;
  if (parameters.kind === 'WHITELIST' && whitelist === undefined)
    return findListlessProblems(contract, parameters, lanes);
  return findFundingProblems(lanes, airdropLaneFundings(contract, whitelist));
};

/**
 * Finds the campaign that a transaction funds: the outputs at the contract's address that carry a category made in
 * this transaction (and nothing else does), one for each lane, each holding its pool, its reserve and its floor.
 *
 * @param txid display-order hex
 * @param whitelist lanes of the tree, where it is known. Without them a whitelist is judged by what it announced
 *   and by what rules out any list: whether the rows under its roots are those announced can be checked only with the
 *   list
 * @throws RangeError when the given lanes do not match the parameters
 */
export const findAirdropDeployment = (
  contract: AirdropContract,
  txid: string,
  transaction: TransactionCommon,
  whitelist?: readonly WhitelistLane[],
): AirdropDeploymentResult => {
  const found = transaction.outputs.flatMap(({ lockingBytecode }, vout) =>
    binsAreEqual(lockingBytecode, contract.lockingBytecode)
      ? [{ vout, ...readLaneGenesis(contract, txid, transaction, vout) }]
      : [],
  );
  if (found.length === 0) return { ok: false, problems: [`no output pays to ${contract.address}`] };
  const coins = found.flatMap(({ coin }) => (coin === undefined ? [] : [coin]));
  const problems = found.flatMap(({ vout, problems: own }) => own.map((problem) => `output ${vout}: ${problem}`));
  for (const category of new Set(coins.map((coin) => coin.category))) {
    const lanes = coins.filter((coin) => coin.category === category).sort((a, b) => a.state.lane - b.state.lane);
    const setProblems = findSetProblems(contract, transaction, lanes, whitelist);
    if (setProblems.length === 0) return { ok: true, lanes };
    problems.push(...setProblems);
  }
  return { ok: false, problems };
};
