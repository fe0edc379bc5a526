import { AIRDROP_PUBLIC_LEVELS, type AirdropAssetType } from './airdrop-fees.js';
import publicBch from './artifacts/airdrop-public-bch.js';
import publicToken from './artifacts/airdrop-public-token.js';
import scriptPublicBch from './artifacts/airdrop-script-public-bch.js';
import scriptPublicToken from './artifacts/airdrop-script-public-token.js';
import scriptVestedBch from './artifacts/airdrop-script-vested-bch.js';
import scriptVestedToken from './artifacts/airdrop-script-vested-token.js';
import scriptWhitelistBch from './artifacts/airdrop-script-whitelist-bch.js';
import scriptWhitelistToken from './artifacts/airdrop-script-whitelist-token.js';
import vestedBch from './artifacts/airdrop-vested-bch.js';
import vestedToken from './artifacts/airdrop-vested-token.js';
import whitelistBch from './artifacts/airdrop-whitelist-bch.js';
import whitelistToken from './artifacts/airdrop-whitelist-token.js';

interface Input {
  readonly name: string;
  readonly type: string;
}

interface Function {
  readonly name: string;
  readonly inputs: readonly Input[];
}

/** The shape of an artifact that cashscript's `Contract` takes, with arguments checked when they are encoded. */
export interface AirdropArtifact {
  readonly contractName: string;
  readonly constructorInputs: readonly Input[];
  readonly abi: readonly Function[];
  readonly bytecode: string;
  readonly source: string;
  readonly compiler: { readonly name: string; readonly version: string };
  readonly updatedAt: string;
}

/** A covenant compiled for several depths: one interface, whose last inputs of a claim are repeated for each level. */
export interface AirdropBytecodes extends Omit<AirdropArtifact, 'bytecode' | 'source' | 'updatedAt'> {
  readonly levelInputs: number;
  readonly bytecodes: Readonly<Record<string, string>>;
}

/** Names in the template end in the level's number. */
const atLevel = ({ name, type }: Input, level: number): Input => ({
  name: name.replace(/0$/u, level.toString()),
  type,
});

const claimOf = (claim: Function, levelInputs: number, depth: number): Function => {
  const fixed = claim.inputs.slice(0, claim.inputs.length - levelInputs);
  const level = claim.inputs.slice(fixed.length);
  return {
    ...claim,
    inputs: [...fixed, ...Array.from({ length: depth }, (_, i) => level.map((input) => atLevel(input, i))).flat()],
  };
};

/**
 * The artifact of a covenant for a depth.
 *
 * @throws RangeError when it is not compiled for that depth
 */
export const airdropArtifactAt = (
  { contractName, constructorInputs, abi, levelInputs, bytecodes, compiler }: AirdropBytecodes,
  depth: number,
): AirdropArtifact => {
  const bytecode = bytecodes[depth.toString()];
  if (bytecode === undefined) throw new RangeError(`${contractName} is not compiled for depth ${depth}`);
  const functions = abi.map((each, index) => (index === 0 ? claimOf(each, levelInputs, depth) : each));
  return { contractName, constructorInputs, abi: functions, bytecode, source: '', compiler, updatedAt: '' };
};

/** What the claims of a list pay to: the recipients themselves, or their locks. */
const WHITELISTS = {
  KEY: {
    PLAIN: { BCH: whitelistBch, FUNGIBLE_TOKEN: whitelistToken },
    VESTED: { BCH: vestedBch, FUNGIBLE_TOKEN: vestedToken },
  },
  SCRIPT: {
    PLAIN: { BCH: scriptWhitelistBch, FUNGIBLE_TOKEN: scriptWhitelistToken },
    VESTED: { BCH: scriptVestedBch, FUNGIBLE_TOKEN: scriptVestedToken },
  },
} as const;

/**
 * The covenant of a whitelist's lanes.
 *
 * @param depth of a lane's tree, 0 to 20
 * @param vested whether claims pay locks; the covenant then has one more parameter
 * @throws RangeError for any other depth
 */
export const airdropWhitelistArtifact = (asset: AirdropAssetType, depth: number, vested = false): AirdropArtifact =>
  airdropArtifactAt(WHITELISTS.KEY[vested ? 'VESTED' : 'PLAIN'][asset], depth);

/** The covenant of a public airdrop's lanes. */
export const airdropPublicArtifact = (asset: AirdropAssetType): AirdropArtifact =>
  airdropArtifactAt(asset === 'BCH' ? publicBch : publicToken, AIRDROP_PUBLIC_LEVELS);

/**
 * The covenant of a whitelist's lanes where the campaign is a script's, a vault's for one.
 *
 * @param depth of a lane's tree, 0 to 20
 * @param vested whether claims pay locks; the covenant then has one more parameter
 * @throws RangeError for any other depth
 */
export const scriptAirdropWhitelistArtifact = (
  asset: AirdropAssetType,
  depth: number,
  vested = false,
): AirdropArtifact => airdropArtifactAt(WHITELISTS.SCRIPT[vested ? 'VESTED' : 'PLAIN'][asset], depth);

/** The covenant of a public airdrop's lanes where the campaign is a script's. */
export const scriptAirdropPublicArtifact = (asset: AirdropAssetType): AirdropArtifact =>
  airdropArtifactAt(asset === 'BCH' ? scriptPublicBch : scriptPublicToken, AIRDROP_PUBLIC_LEVELS);
