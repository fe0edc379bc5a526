import {
  airdropPublicArtifact,
  airdropWhitelistArtifact,
  publicCloseFee,
  scriptAirdropPublicArtifact,
  scriptAirdropWhitelistArtifact,
  scriptCloseFee,
  whitelistCloseFee,
} from '@weir/contracts';
import type { Artifact } from '../execute/execute.js';
import type { Asset } from './plan-coin.js';

/** Depths of lists that are proven: the least two, whose scripts differ by one level, and the greatest. */
const DEPTHS = [0, 1, 20] as const;
const TYPES = { BCH: 'BCH', TOKEN: 'FUNGIBLE_TOKEN' } as const;

/** One covenant of airdrops. */
export interface Form {
  readonly name: string;
  readonly file: string;
  readonly artifact: Artifact;
  readonly asset: Asset;
  readonly isScript: boolean;
  /** Levels of a list's tree; undefined of a public campaign. */
  readonly depth: number | undefined;
  /** Whether the claims of a list pay locks. */
  readonly vested: boolean;
  readonly closeFee: bigint;
}

const closeFeeOf = (isScript: boolean, asset: Asset, depth: number | undefined, vested: boolean): bigint => {
  const type = TYPES[asset];
  if (isScript) return scriptCloseFee(depth === undefined ? 'PUBLIC' : 'WHITELIST', type, depth ?? 0, vested);
  return depth === undefined ? publicCloseFee(type) : whitelistCloseFee(type, depth, vested);
};

const formOf = (isScript: boolean, asset: Asset, depth: number | undefined, vested: boolean): Form => {
  const type = TYPES[asset];
  const list = isScript ? scriptAirdropWhitelistArtifact : airdropWhitelistArtifact;
  const open = isScript ? scriptAirdropPublicArtifact : airdropPublicArtifact;
  const kind = depth === undefined ? 'public' : vested ? 'vested' : 'whitelist';
  const file = `airdrop-${isScript ? 'script-' : ''}${kind}-${asset === 'BCH' ? 'bch' : 'token'}`;
  return {
    file,
    asset,
    isScript,
    depth,
    vested,
    closeFee: closeFeeOf(isScript, asset, depth, vested),
    name: depth === undefined ? file : `${file} of depth ${depth}`,
    artifact: depth === undefined ? open(type) : list(type, depth, vested),
  };
};

const OWNERS_AND_ASSETS = [false, true].flatMap((isScript) =>
  (['BCH', 'TOKEN'] as const).map((asset) => [isScript, asset] as const),
);

/** All covenants of airdrops whose claims are proven. */
export const FORMS: readonly Form[] = [
  ...OWNERS_AND_ASSETS.flatMap(([isScript, asset]) =>
    [...DEPTHS, undefined].map((depth) => formOf(isScript, asset, depth, false)),
  ),
  ...OWNERS_AND_ASSETS.flatMap(([isScript, asset]) => DEPTHS.map((depth) => formOf(isScript, asset, depth, true))),
];
