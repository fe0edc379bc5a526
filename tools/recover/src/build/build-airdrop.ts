import {
  airdropClosableFrom,
  airdropClosingMessage,
  type AirdropContract,
  buildAirdropClose,
  buildAirdropCloseByMessage,
  buildAirdropCloseByUnit,
  buildAirdropCompletion,
  buildAirdropSweep,
  buildKeylessWhitelistClaim,
  type BuildOptions,
  buildPaidWhitelistClaim,
  buildPublicClaim,
  buildWhitelistClaim,
  type ClosingUnit,
  CovenantError,
  findClosingUnit,
  followClosingUnit,
  isAirdropStray,
  isLaneComplete,
  isScriptAirdrop,
  type KeylessTransaction,
  MAX_AIRDROP_STRAYS,
  type PublicKeyHash,
  readCloseApproval,
  sameOutpoint,
} from '@weir/covenants';
import type { Built, BuiltTransaction } from '../actions.js';
import { type Campaign, currentTree, publicClaim, readCampaign, whitelistClaim } from '../airdrop/campaign.js';
import { readScript, type RecoverContext } from '../chain/open-chain.js';
import type { Instance } from '../find/instance.js';
import { notPossible, usage } from '../recover-error.js';
import type { Surroundings } from '../report/report-two-party.js';
import { actor, type Order, walletOf } from './build-two-party.js';

/**
 * Finds the closing unit of a script creator's campaign. It was handed over by a transaction in the creator's
 * history, and each close since has put it back. Undefined while the creator still holds it.
 *
 * @throws HistoryHiddenError, ChainUnavailableError
 */
const readClosingUnit = async (
  { creator }: AirdropContract,
  { steps: [funding, ...later] }: Instance,
  context: RecoverContext,
): Promise<ClosingUnit | undefined> => {
  const category = funding?.step.state?.category;
  if (category === undefined) return undefined;
  const history = await readScript(creator, "the creator's address", [], context);
  const [handedOver] = history.flatMap(({ txid, transaction }) => findClosingUnit(category, txid, transaction) ?? []);
  return later.reduce<ClosingUnit | undefined>(
    (unit, { transaction: { txid, transaction } }) => unit && followClosingUnit(unit, txid, transaction),
    handedOver,
  );
};

/** The action to build on a campaign. */
export interface AirdropOrder extends Order {
  /** For a keyless claim: the address whose row is paid. Defaults to `address`. */
  readonly recipient: PublicKeyHash | undefined;
  /** The campaign's list. */
  readonly csv: Uint8Array | undefined;
  /** The creator's signature of the closing message, in base64. */
  readonly signature: string | undefined;
}

interface Scene {
  readonly contract: AirdropContract;
  readonly campaign: Campaign;
  readonly instance: Instance;
  readonly order: AirdropOrder;
  readonly around: Surroundings;
  readonly options: BuildOptions;
}

/** Turns a builder's refusal into words for the user. */
const explain = (error: unknown): unknown => {
  if (!(error instanceof CovenantError)) return error;
  const reasons = {
    NOT_STARTED: 'The campaign has not started',
    LIMIT_REACHED: 'The address has made all its claims',
  };
  return error.code in reasons ? notPossible(reasons[error.code as keyof typeof reasons]) : error;
};

const buildListed = async (
  { contract, campaign, order, around, options }: Scene,
  context: RecoverContext,
): Promise<BuiltTransaction> => {
  const { parameters } = contract;
  if (parameters.kind !== 'WHITELIST') throw usage('A public campaign pays nobody who does not sign: claim instead');
  if (order.csv === undefined) throw usage('Only the list proves a row of this campaign: give it with --whitelist');
  const listed = { ...contract, parameters };
  const tree = currentTree(order.csv, listed, campaign);
  const claimOf = (hash: PublicKeyHash) => whitelistClaim(tree, listed, campaign, hash, around.time);
  if (order.action === 'claim') {
    const claimer = actor(order, undefined, 'claimer');
    return buildWhitelistClaim(claimOf(claimer), await walletOf(claimer, context), options);
  }
  const recipient = order.recipient ?? order.address;
  if (recipient === undefined) throw usage('Say whose row is to be paid with --recipient');
  const claim = claimOf(recipient);
  const keyless = buildKeylessWhitelistClaim(claim, options);
  if (keyless !== undefined) return keyless;
  if (order.address === undefined)
    throw notPossible('This campaign does not pay the fee of this claim: name who does with --address');
  return buildPaidWhitelistClaim(claim, await walletOf(order.address, context), options);
};

const buildClaim = async (scene: Scene, context: RecoverContext): Promise<BuiltTransaction> => {
  const { contract, campaign, order, around, options } = scene;
  const { parameters } = contract;
  if (parameters.kind === 'WHITELIST') return buildListed(scene, context);
  const claimer = actor(order, undefined, 'claimer');
  return buildPublicClaim(
    publicClaim({ ...contract, parameters }, campaign, claimer, around.time),
    await walletOf(claimer, context),
    options,
  );
};

const TOO_EXPENSIVE =
  'Nodes ask for more than the contract may give: without --signature the creator signs, and pays the rest; else it waits for a lower rate';

const relayable = (built: KeylessTransaction | undefined, otherwise: string): KeylessTransaction => {
  if (built === undefined) throw notPossible(otherwise);
  return built;
};

/**
 * Builds the closes that the creator signs. If nodes ask for a higher fee than the lane may pay, each uses its own
 * coins of the creator's.
 */
const buildSignedCloses = async (
  { contract, campaign, order, around: { time }, options }: Scene,
  context: RecoverContext,
): Promise<BuiltTransaction[]> => {
  const creator = actor(order, contract.creator, 'creator');
  let { coins } = await walletOf(creator, context);
  return campaign.open.map((lane) => {
    const built = buildAirdropClose(contract, lane, time, coins, options);
    coins = coins.filter((coin) => !built.inputs.some((spent) => sameOutpoint(spent, coin)));
    return built;
  });
};

/** Builds the closes of a script creator's lanes, chained by the closing unit, which each puts back for the next. */
const buildUnitCloses = async (
  { contract, campaign, instance, around: { time }, options }: Scene,
  context: RecoverContext,
): Promise<BuiltTransaction[]> => {
  let unit = await readClosingUnit(contract, instance, context);
  if (unit === undefined)
    throw notPossible(
      'The creator of this campaign is a script, which hands over the closing unit first: of a vault by "vault cancel" with the address of the campaign',
    );
  const closes: KeylessTransaction[] = [];
  for (const lane of campaign.open.filter((each) => !isLaneComplete(contract, each))) {
    const built: KeylessTransaction = relayable(
      buildAirdropCloseByUnit(contract, lane, unit, time, options),
      'Nodes ask for more than the contract may give: it waits for a lower rate',
    );
    closes.push(built);
    unit = { ...unit, outpoint: { txid: built.txid, vout: 1 } };
  }
  if (closes.length === 0) throw notPossible('Every open lane has paid all: complete ends it');
  return closes;
};

const buildCloses = async (scene: Scene, context: RecoverContext): Promise<BuiltTransaction[]> => {
  const { contract, campaign, order, options } = scene;
  const { time } = scene.around;
  const from = airdropClosableFrom(contract.parameters);
  if (time < from)
    throw notPossible(
      `This campaign can be closed from ${new Date(Number(from) * 1000).toISOString()} on, by the chain's clock`,
    );
  if (isScriptAirdrop(contract.parameters)) return buildUnitCloses(scene, context);
  if (order.signature !== undefined) {
    const approval = readCloseApproval(contract, order.signature);
    if (approval === undefined)
      throw usage(`This is not the creator's signature of "${airdropClosingMessage(contract.parameters.nonce)}"`);
    return campaign.open.map((lane) =>
      relayable(buildAirdropCloseByMessage(contract, lane, approval, time, options), TOO_EXPENSIVE),
    );
  }
  return buildSignedCloses(scene, context);
};

const buildSweep = async (
  { contract, order, around: { coins }, options }: Scene,
  context: RecoverContext,
): Promise<BuiltTransaction> => {
  if (isScriptAirdrop(contract.parameters))
    throw notPossible(
      'Other coins at a script’s campaign are swept with a coin of the script at input 0, by other software',
    );
  const strays = coins.filter(isAirdropStray).slice(0, MAX_AIRDROP_STRAYS);
  if (strays.length === 0) throw notPossible('The address holds no coins that do not belong there');
  return buildAirdropSweep(
    contract,
    strays,
    await walletOf(actor(order, contract.creator, 'creator'), context),
    options,
  );
};

const build = async (scene: Scene, context: RecoverContext): Promise<readonly BuiltTransaction[]> => {
  const { contract, campaign, order, options } = scene;
  if (order.action === 'sweep') return [await buildSweep(scene, context)];
  if (campaign.open.length === 0) throw notPossible('All lanes of the campaign are closed');
  switch (order.action) {
    case 'claim':
      return [await buildClaim(scene, context)];
    case 'push':
      return [await buildListed(scene, context)];
    case 'close':
      return buildCloses(scene, context);
    case 'complete': {
      const done = campaign.open.filter((lane) => isLaneComplete(contract, lane));
      if (done.length === 0) throw notPossible('Every lane of the campaign has claims left');
      return done.map((lane) =>
        relayable(
          buildAirdropCompletion(contract, lane, options),
          'Nodes ask for more than the contract may give: it waits for a lower rate, or the creator closes',
        ),
      );
    }
    default:
      throw usage(`An airdrop knows no ${order.action}`);
  }
};

/**
 * Builds an action on a campaign.
 *
 * @throws RecoverError, InsufficientFundsError, ChainUnavailableError
 */
export const buildAirdrop = async (
  instance: Instance,
  contract: AirdropContract,
  order: AirdropOrder,
  around: Surroundings,
  context: RecoverContext,
): Promise<Pick<Built, 'transactions' | 'remarks'>> => {
  const campaign = readCampaign(contract, instance);
  const options = { feeRate: await context.chain.feeRate() };
  try {
    const transactions = await build({ contract, campaign, instance, order, around, options }, context);
    const closes = order.action === 'close' && order.signature === undefined && !isScriptAirdrop(contract.parameters);
    const remarks = closes
      ? [
          `One signature closes all lanes, even after claims in between: sign the message "${airdropClosingMessage(contract.parameters.nonce)}" and give it with --signature`,
        ]
      : [];
    return { transactions, remarks };
  } catch (error) {
    throw explain(error);
  }
};
