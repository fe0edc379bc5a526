import { readFileSync } from 'node:fs';
import { compileAirdrop, withClaim } from '../../scripts/airdrop-source.js';
import { airdropArtifactAt } from '../../src/airdrop-artifact.js';
import { publicCloseFee, scriptCloseFee, type AirdropArtifact, type AirdropAssetType } from '../../src/index.js';
import { compileBytecode } from '../support/compile.js';

const compiled = new Map<string, AirdropArtifact>();

const read = (name: string): string => readFileSync(new URL(`../../cash/${name}.cash`, import.meta.url), 'utf8');

/** The public covenant with a shallower tree than any that is deployed: what a path does is the same at every level. */
export const shallowPublicArtifact = (
  asset: AirdropAssetType,
  depth: number,
  owner: '' | 'script-' = '',
): AirdropArtifact => {
  const name = `airdrop-${owner}public-${asset === 'BCH' ? 'bch' : 'token'}` as const;
  const key = `${name} ${depth}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const closeFee = owner === '' ? publicCloseFee(asset) : scriptCloseFee('PUBLIC', asset, depth);
  const artifact = airdropArtifactAt(
    compileAirdrop({ name, depths: [depth], closeFee: () => closeFee }, withClaim(read(name), read), compileBytecode),
    depth,
  );
  compiled.set(key, artifact);
  return artifact;
};
