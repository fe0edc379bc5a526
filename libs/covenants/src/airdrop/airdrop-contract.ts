import { binToHex } from '@bitauth/libauth';
import type { Artifact, ConstructorArgument } from 'cashscript';
import {
  airdropPublicArtifact,
  airdropWhitelistArtifact,
  publicClaimFee,
  publicCloseFee,
  scriptAirdropPublicArtifact,
  scriptAirdropWhitelistArtifact,
  scriptCloseFee,
  whitelistClaimFee,
  whitelistCloseFee,
} from '@weir/contracts';
import { MIN_TIME } from '@weir/vesting';
import type { Network } from '../chain/network.js';
import { partyOfKey, type Party } from '../chain/party.js';
import { BCH_ASSET } from '../contract/asset.js';
import { createCompanionContract } from '../contract/coins.js';
import { createCovenantScript, type CovenantScript } from '../contract/covenant-script.js';
import {
  type AirdropAsset,
  airdropClaims,
  airdropClosingHash,
  type AirdropParameters,
  findAirdropProblem,
  isScriptAirdrop,
} from './airdrop-parameters.js';

/** A campaign's contract, shared by all its lanes: parameters, asset, address and paths. */
export interface AirdropContract<
  Parameters extends AirdropParameters = AirdropParameters,
  Asset extends AirdropAsset = AirdropAsset,
> extends CovenantScript {
  readonly parameters: Parameters;
  readonly asset: Asset;
  readonly network: Network;
  /** The universal script that holds the tokens beside each lane's state. */
  readonly companion: CovenantScript;
  /** Locking bytecode of the creator, who gets what is left. */
  readonly creator: Party;
  /** Satoshis a claim may take from a lane besides the amount, those of a token payout included; 0 where claimers pay. */
  readonly claimFee: bigint;
  /** Satoshis the close of a lane may take. */
  readonly closeFee: bigint;
}

/** Returns the earliest locktime at which the creator may close, Unix seconds. */
export const airdropClosableFrom = ({ cancelable, end }: AirdropParameters): bigint => (cancelable ? MIN_TIME : end);

/** Returns the creator's locking bytecode, which gets what a campaign has left. */
export const airdropCreator = ({ creator }: Pick<AirdropParameters, 'creator'>): Party => partyOfKey(binToHex(creator));

const closeFeeOf = (parameters: AirdropParameters, { type }: AirdropAsset): bigint => {
  const depth = parameters.kind === 'WHITELIST' ? parameters.depth : 0;
  if (isScriptAirdrop(parameters)) return scriptCloseFee(parameters.kind, type, depth);
  return parameters.kind === 'WHITELIST' ? whitelistCloseFee(type, depth) : publicCloseFee(type);
};

const feesOf = (
  parameters: AirdropParameters,
  asset: AirdropAsset,
): { readonly claimFee: bigint; readonly closeFee: bigint } => {
  const { type } = asset;
  const claimFee = parameters.kind === 'WHITELIST' ? whitelistClaimFee(type, parameters.depth) : publicClaimFee(type);
  return { claimFee: parameters.sponsored ? claimFee : 0n, closeFee: closeFeeOf(parameters, asset) };
};

const artifactOf = (parameters: AirdropParameters, { type }: AirdropAsset): Artifact => {
  const isScript = isScriptAirdrop(parameters);
  if (parameters.kind === 'PUBLIC') return isScript ? scriptAirdropPublicArtifact(type) : airdropPublicArtifact(type);
  return isScript
    ? scriptAirdropWhitelistArtifact(type, parameters.depth)
    : airdropWhitelistArtifact(type, parameters.depth);
};

/** Lists the constructor's arguments in the order of the covenant's parameters. */
const argumentsOf = (parameters: AirdropParameters, claimFee: bigint): ConstructorArgument[] => {
  const { creator, start, nonce, lanes } = parameters;
  const isScript = isScriptAirdrop(parameters);
  const common = [start, airdropClosableFrom(parameters), claimFee, ...(isScript ? [] : [airdropClosingHash(nonce)])];
  if (parameters.kind === 'WHITELIST') return [creator, ...common, ...(isScript ? [nonce] : [])];
  return [
    creator,
    parameters.amount,
    BigInt(parameters.limit),
    BigInt(airdropClaims(parameters) / lanes),
    BigInt(lanes),
    ...common,
    nonce,
  ];
};

/**
 * Declares data signatures as plain bytes. CashScript accepts ECDSA signatures of 70 to 72 bytes only; about one in a
 * hundred is shorter and just as valid for the covenant.
 */
const takingAnySignature = (artifact: Artifact): Artifact => ({
  ...artifact,
  abi: artifact.abi.map((path) => ({
    ...path,
    inputs: path.inputs.map((input) => (input.type === 'datasig' ? { ...input, type: 'bytes' } : input)),
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
  return {
    parameters,
    asset,
    network,
    ...createCovenantScript(artifact, argumentsOf(parameters, fees.claimFee), network),
    companion: createCompanionContract(network),
    creator: airdropCreator(parameters),
    ...fees,
  };
};
