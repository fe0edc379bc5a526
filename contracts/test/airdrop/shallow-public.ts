import { readFileSync } from 'node:fs';
import { compileAirdrop } from '../../scripts/airdrop-source.js';
import { airdropArtifactAt } from '../../src/airdrop-artifact.js';
import { publicCloseFee, type AirdropArtifact, type AirdropAssetType } from '../../src/index.js';

const compiled = new Map<string, AirdropArtifact>();

/** The public covenant with a shallower tree than any that is deployed: what a path does is the same at every level. */
export const shallowPublicArtifact = (asset: AirdropAssetType, depth: number): AirdropArtifact => {
  const name = asset === 'BCH' ? 'airdrop-public-bch' : 'airdrop-public-token';
  const key = `${name} ${depth}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const template = readFileSync(new URL(`../../cash/${name}.cash`, import.meta.url), 'utf8');
  const artifact = airdropArtifactAt(
    compileAirdrop({ name, depths: [depth], closeFee: () => publicCloseFee(asset) }, template),
    depth,
  );
  compiled.set(key, artifact);
  return artifact;
};
