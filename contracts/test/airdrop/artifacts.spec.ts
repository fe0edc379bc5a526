import { AIRDROP_COVENANTS, linkAirdrop } from '../../scripts/airdrop-source.js';
import { withFunctions } from '../../scripts/borrowed-functions.js';
import {
  airdropPublicArtifact,
  airdropWhitelistArtifact,
  scriptAirdropPublicArtifact,
  scriptAirdropWhitelistArtifact,
} from '../../src/index.js';
import { sourceOf } from '../support/sources.js';

const ASSETS = ['BCH', 'FUNGIBLE_TOKEN'] as const;

describe('committed artifacts of airdrops', () => {
  it.each(AIRDROP_COVENANTS.map((covenant) => [covenant.name, covenant] as const))(
    '%s is what its source links to',
    async (name, covenant) => {
      const committed: unknown = await import(`../../src/artifacts/${name}.js`);
      expect(committed).toMatchObject({ default: linkAirdrop(covenant, sourceOf(name)) });
    },
  );

  it('take the same parameters and functions in both modes', () => {
    for (const of of [
      airdropWhitelistArtifact,
      scriptAirdropWhitelistArtifact,
      airdropPublicArtifact,
      scriptAirdropPublicArtifact,
    ]) {
      const [bch, token] = ASSETS.map((asset) => of(asset));
      expect(token?.constructorInputs).toEqual(bch?.constructorInputs);
      expect(token?.shown.functions).toEqual(bch?.shown.functions);
      expect(token?.hidden.map(({ functions }) => functions)).toEqual(bch?.hidden.map(({ functions }) => functions));
    }
  });

  it('show the claim, and hide close and sweep in one code', () => {
    for (const asset of ASSETS)
      for (const artifact of [airdropWhitelistArtifact(asset), scriptAirdropPublicArtifact(asset)]) {
        expect(artifact.shown.functions.map(({ name }) => name)).toEqual(['claim']);
        expect(artifact.hidden.map(({ functions }) => functions.map(({ name }) => name))).toEqual([['close', 'sweep']]);
      }
  });

  it('of scripts have the claims of those of keys, and no other argument anywhere', () => {
    for (const asset of ASSETS)
      for (const [script, key] of [
        [scriptAirdropWhitelistArtifact(asset), airdropWhitelistArtifact(asset)],
        [scriptAirdropWhitelistArtifact(asset, true), airdropWhitelistArtifact(asset, true)],
        [scriptAirdropPublicArtifact(asset), airdropPublicArtifact(asset)],
      ] as const) {
        expect(script.shown).toEqual(key.shown);
        expect(script.hidden.map(({ functions }) => functions)).toEqual([
          [
            { name: 'close', inputs: [] },
            { name: 'sweep', inputs: [] },
          ],
        ]);
      }
    expect(() => withFunctions('@function claim nothing\n', () => 'contract Nothing() {}')).toThrow(
      'nothing has no function claim',
    );
  });
});
