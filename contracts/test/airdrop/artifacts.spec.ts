import { compileString } from 'cashc';
import {
  AIRDROP_COVENANTS,
  compileAirdrop,
  emptyRoot,
  expandAirdrop,
  withFunctions,
} from '../../scripts/airdrop-source.js';
import {
  airdropPublicArtifact,
  airdropWhitelistArtifact,
  scriptAirdropPublicArtifact,
  scriptAirdropWhitelistArtifact,
  whitelistCloseFee,
} from '../../src/index.js';
import { DEEP } from '../support/bytes.js';
import { compileBytecode } from '../support/compile.js';
import { sourceOf } from '../support/sources.js';
import { LaneTree } from './lane-tree.js';

describe('committed artifacts of airdrops', () => {
  it.each(AIRDROP_COVENANTS.map((covenant) => [covenant.name, covenant] as const))(
    '%s is what its source compiles to, at every depth',
    async (name, covenant) => {
      const committed: unknown = await import(`../../src/artifacts/${name}.js`);
      expect(committed).toMatchObject({
        default: compileAirdrop(covenant, sourceOf(name), DEEP ? compileString : compileBytecode),
      });
    },
  );

  it.each([0, 1, 2, 11, 20])('at depth %d are what the compiler gives that depth', (depth) => {
    const compiled = compileString(
      expandAirdrop(sourceOf('airdrop-whitelist-bch'), depth, whitelistCloseFee('BCH', depth)),
    );
    const artifact = airdropWhitelistArtifact('BCH', depth);
    expect(artifact.bytecode).toBe(compiled.bytecode);
    expect(artifact.abi).toEqual(compiled.abi);
    expect(artifact.constructorInputs).toEqual(compiled.constructorInputs);
  });

  it('take the same parameters and functions in both modes', () => {
    expect(airdropWhitelistArtifact('FUNGIBLE_TOKEN', 7).abi).toEqual(airdropWhitelistArtifact('BCH', 7).abi);
    expect(airdropWhitelistArtifact('FUNGIBLE_TOKEN', 7).constructorInputs).toEqual(
      airdropWhitelistArtifact('BCH', 7).constructorInputs,
    );
    expect(airdropPublicArtifact('FUNGIBLE_TOKEN').abi).toEqual(airdropPublicArtifact('BCH').abi);
    expect(airdropPublicArtifact('FUNGIBLE_TOKEN').constructorInputs).toEqual(
      airdropPublicArtifact('BCH').constructorInputs,
    );
    expect(airdropPublicArtifact('BCH').abi[0]?.inputs).toHaveLength(3 + 64);
  });

  it('of scripts have the claims of those of keys, and no other argument anywhere', () => {
    for (const asset of ['BCH', 'FUNGIBLE_TOKEN'] as const)
      for (const [script, key] of [
        [scriptAirdropWhitelistArtifact(asset, 7), airdropWhitelistArtifact(asset, 7)],
        [scriptAirdropPublicArtifact(asset), airdropPublicArtifact(asset)],
      ] as const) {
        expect(script.abi[0]).toEqual(key.abi[0]);
        expect(script.abi.slice(1)).toEqual([
          { name: 'close', inputs: [] },
          { name: 'sweep', inputs: [] },
        ]);
      }
    expect(() => withFunctions('@function claim nothing\n', () => 'contract Nothing() {}')).toThrow(
      'nothing has no function claim',
    );
  });

  it('exist for no other depth', () => {
    for (const depth of [-1, 21, 0.5, Number.NaN])
      expect(() => airdropWhitelistArtifact('BCH', depth)).toThrow(RangeError);
  });

  it('know the root of a tree in which every row is spent', () => {
    for (const depth of [0, 1, 5, 12]) expect(emptyRoot(depth)).toEqual(new LaneTree(depth, []).root);
  });
});
