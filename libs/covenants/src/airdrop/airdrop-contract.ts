import { binToHex, hexToBin } from '@bitauth/libauth';
import type { ConstructorArgument } from 'cashscript';
import {
  airdropPublicArtifact,
  airdropWhitelistArtifact,
  publicClaimFee,
  publicCloseFee,
  scriptAirdropPublicArtifact,
  scriptAirdropWhitelistArtifact,
  scriptCloseFee,
  type LinkedArtifact,
  whitelistClaimFee,
  whitelistCloseFee,
} from '@weir/contracts';
import { MIN_TIME } from '@weir/vesting';
import { lockingBytecodeOf, type PublicKeyHash } from '../chain/address.js';
import type { Network } from '../chain/network.js';
import { partyOfKey, type Party } from '../chain/party.js';
import { BCH_ASSET } from '../contract/asset.js';
import { createLinkedScript, type CovenantScript, type LinkedCovenantScript } from '../contract/covenant-script.js';
import { universalScripts } from '../contract/universal-scripts.js';
import { lockLockingBytecode, lockTail } from '../lock/lock-contract.js';
import { LOCK_RESERVE } from '../lock/lock-limits.js';
import { TOKEN_OUTPUT_SATOSHIS } from '../transaction/token-selection.js';
import {
  type AirdropAsset,
  airdropClaims,
  airdropClosingHash,
  type AirdropParameters,
  findAirdropProblem,
  isScriptAirdrop,
  vestingOf,
} from './airdrop-parameters.js';
import { emptyAirdropRoot } from './airdrop-state.js';

/** A campaign's contract, shared by all its lanes: parameters, asset, address and paths. */
export interface AirdropContract<
  Parameters extends AirdropParameters = AirdropParameters,
  Asset extends AirdropAsset = AirdropAsset,
> extends LinkedCovenantScript {
  readonly parameters: Parameters;
  readonly asset: Asset;
  readonly network: Network;
  /** The universal script that holds the tokens beside each lane's state. */
  readonly companion: CovenantScript;
  /** Locking bytecode of the creator, who gets what is left. */
  readonly creator: Party;
  /** Satoshis a claim may take from a lane in addition to the amount, those of a token payout included; 0 where claimers pay. */
  readonly claimFee: bigint;
  /** Satoshis the close of a lane may take. */
  readonly closeFee: bigint;
  /** Returns the locking bytecode that a claim pays to: the recipient's, or of their lock where the list vests. */
  readonly payee: (recipient: PublicKeyHash, amount: bigint) => Party;
  /** Satoshis that go with a payment of tokens; of a lock they are the reserve of its last payment. */
  readonly payoutSatoshis: bigint;
}

/** Returns the earliest locktime at which the creator may close, Unix seconds. */
export const airdropClosableFrom = ({ cancelable, end }: AirdropParameters): bigint => (cancelable ? MIN_TIME : end);

/** Returns the creator's locking bytecode, which gets what a campaign has left. */
export const airdropCreator = ({ creator }: Pick<AirdropParameters, 'creator'>): Party => partyOfKey(binToHex(creator));

const closeFeeOf = (parameters: AirdropParameters, { type }: AirdropAsset): bigint => {
  const vested = vestingOf(parameters) !== undefined;
  if (isScriptAirdrop(parameters)) return scriptCloseFee(parameters.kind, type, vested);
  return parameters.kind === 'WHITELIST' ? whitelistCloseFee(type, vested) : publicCloseFee(type);
};

const feesOf = (
  parameters: AirdropParameters,
  asset: AirdropAsset,
): { readonly claimFee: bigint; readonly closeFee: bigint } => {
  const { type } = asset;
  const claimFee =
    parameters.kind === 'WHITELIST'
      ? whitelistClaimFee(type, parameters.depth, vestingOf(parameters) !== undefined)
      : publicClaimFee(type);
  return { claimFee: parameters.sponsored ? claimFee : 0n, closeFee: closeFeeOf(parameters, asset) };
};

const artifactOf = (parameters: AirdropParameters, { type }: AirdropAsset): LinkedArtifact => {
  const isScript = isScriptAirdrop(parameters);
  if (parameters.kind === 'PUBLIC') return isScript ? scriptAirdropPublicArtifact(type) : airdropPublicArtifact(type);
  const vested = parameters.vesting !== undefined;
  return isScript ? scriptAirdropWhitelistArtifact(type, vested) : airdropWhitelistArtifact(type, vested);
};

/** Returns the part of the locks' script that a vested list's rows share; undefined where claims pay at once. */
const lockTailOf = (parameters: AirdropParameters, { type }: AirdropAsset): Uint8Array | undefined => {
  const vesting = vestingOf(parameters);
  return vesting && lockTail(type, vesting);
};

/** Lists the constructor's arguments in the order of the covenant's parameters. */
const argumentsOf = (
  parameters: AirdropParameters,
  claimFee: bigint,
  tail: Uint8Array | undefined,
): ConstructorArgument[] => {
  const { creator, start, nonce, lanes } = parameters;
  const isScript = isScriptAirdrop(parameters);
  const times = [start, airdropClosableFrom(parameters), claimFee];
  if (parameters.kind === 'WHITELIST') {
    const tree = [1n << BigInt(parameters.depth), hexToBin(emptyAirdropRoot(parameters.depth))];
    const name = isScript ? nonce : airdropClosingHash(nonce);
    return [creator, ...times, ...tree, name, ...(tail === undefined ? [] : [tail])];
  }
  return [
    creator,
    parameters.amount,
    BigInt(parameters.limit),
    BigInt(airdropClaims(parameters) / lanes),
    BigInt(lanes),
    ...times,
    ...(isScript ? [] : [airdropClosingHash(nonce)]),
    nonce,
  ];
};

/**
 * Declares data signatures as plain bytes. CashScript accepts ECDSA signatures of 70 to 72 bytes only; about one in a
 * hundred is shorter and just as valid for the covenant.
 */
const takingAnySignature = (artifact: LinkedArtifact): LinkedArtifact => ({
  ...artifact,
  hidden: artifact.hidden.map((code) => ({
    ...code,
    functions: code.functions.map((path) => ({
      ...path,
      inputs: path.inputs.map((input) => (input.type === 'datasig' ? { ...input, type: 'bytes' } : input)),
    })),
  })),
});

/**
 * Creates the contract of a set of parameters; in BCH unless an asset is given.
 *
 * @throws RangeError when the parameters break a rule (see `findAirdropProblem`): such a contract must not be funded
 */
export const createAirdropContract = <Parameters extends AirdropParameters>(
  parameters: Parameters,
  network: Network,
  asset: AirdropAsset = BCH_ASSET,
): AirdropContract<Parameters> => {
  const problem = findAirdropProblem(parameters, asset);
  if (problem !== undefined) throw new RangeError(`No airdrop contract of these parameters: ${problem}`);
  const fees = feesOf(parameters, asset);
  const artifact = takingAnySignature(artifactOf(parameters, asset));
  const tail = lockTailOf(parameters, asset);
  return {
    parameters,
    asset,
    network,
    ...createLinkedScript(artifact, argumentsOf(parameters, fees.claimFee, tail), network),
    companion: universalScripts(network).companion,
    creator: airdropCreator(parameters),
    payee(recipient, amount) {
      const to = lockingBytecodeOf(recipient);
      return tail === undefined ? to : lockLockingBytecode(tail, to, amount);
    },
    payoutSatoshis: tail === undefined ? TOKEN_OUTPUT_SATOSHIS : LOCK_RESERVE,
    ...fees,
  };
};
