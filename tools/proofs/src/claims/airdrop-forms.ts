import {
  airdropPublicArtifact,
  airdropWhitelistArtifact,
  publicCloseFee,
  scriptAirdropPublicArtifact,
  scriptAirdropWhitelistArtifact,
  scriptCloseFee,
  whitelistCloseFee,
} from '@weir/contracts';
import type { LinkedArtifact } from '../execute/execute.js';
import type { Asset } from './plan-coin.js';

const TYPES = { BCH: 'BCH', TOKEN: 'FUNGIBLE_TOKEN' } as const;
const KINDS = ['whitelist', 'vested', 'public'] as const;

/** One covenant of airdrops. */
export interface Form {
  /** Of its artifact. */
  readonly name: string;
  readonly artifact: LinkedArtifact;
  readonly asset: Asset;
  readonly isScript: boolean;
  readonly isPublic: boolean;
  /** Whether the claims of a list pay locks. */
  readonly vested: boolean;
  readonly closeFee: bigint;
}

const formOf = (isScript: boolean, asset: Asset, kind: (typeof KINDS)[number]): Form => {
  const type = TYPES[asset];
  const [isPublic, vested] = [kind === 'public', kind === 'vested'];
  const list = isScript ? scriptAirdropWhitelistArtifact : airdropWhitelistArtifact;
  const open = isScript ? scriptAirdropPublicArtifact : airdropPublicArtifact;
  const ofKey = isPublic ? publicCloseFee(type) : whitelistCloseFee(type, vested);
  return {
    asset,
    isScript,
    isPublic,
    vested,
    name: `airdrop-${isScript ? 'script-' : ''}${kind}-${asset === 'BCH' ? 'bch' : 'token'}`,
    closeFee: isScript ? scriptCloseFee(isPublic ? 'PUBLIC' : 'WHITELIST', type, vested) : ofKey,
    artifact: isPublic ? open(type) : list(type, vested),
  };
};

/** All covenants of airdrops. */
export const FORMS: readonly Form[] = KINDS.flatMap((kind) =>
  [false, true].flatMap((isScript) => (['BCH', 'TOKEN'] as const).map((asset) => formOf(isScript, asset, kind))),
);
