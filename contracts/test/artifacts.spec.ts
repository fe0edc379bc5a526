import { readFile } from 'node:fs/promises';
import { binToHex } from '@bitauth/libauth';
import { compileFile } from 'cashc';
import {
  clockArtifact,
  companionArtifact,
  recurringBchArtifact,
  recurringTokenArtifact,
  vaultArtifact,
  vestingBchArtifact,
  vestingTokenArtifact,
} from '../src/index.js';
import { CLOCK } from './support/clock.js';
import { COMPANION } from './support/companion.js';

const source = (name: string) => new URL(`../cash/${name}.cash`, import.meta.url);

describe('committed artifacts', () => {
  it.each([
    ['clock', clockArtifact],
    ['companion', companionArtifact],
    ['recurring-bch', recurringBchArtifact],
    ['recurring-token', recurringTokenArtifact],
    ['vault', vaultArtifact],
    ['vesting-bch', vestingBchArtifact],
    ['vesting-token', vestingTokenArtifact],
  ] as const)('%s is what its source compiles to', (name, artifact) => {
    const { contractName, constructorInputs, abi, bytecode, compiler } = compileFile(source(name));
    expect({ contractName, constructorInputs, abi, bytecode, compiler }).toEqual({
      contractName: artifact.contractName,
      constructorInputs: artifact.constructorInputs,
      abi: artifact.abi,
      bytecode: artifact.bytecode,
      compiler: artifact.compiler,
    });
  });

  it('carry no debug data, which would travel in every transaction to sign', () => {
    for (const artifact of [vaultArtifact, vestingBchArtifact, vestingTokenArtifact])
      expect(JSON.stringify(artifact).length).toBeLessThan(9_000);
    for (const artifact of [recurringBchArtifact, recurringTokenArtifact])
      expect(JSON.stringify(artifact).length).toBeLessThan(13_000);
  });
});

describe('the clock inlined in covenants', () => {
  it('is 17 bytes of script without parameters', () => {
    expect(CLOCK.script).toHaveLength(17);
    expect(clockArtifact.constructorInputs).toEqual([]);
  });

  it.each(['recurring-bch', 'recurring-token', 'vesting-bch', 'vesting-token'])(
    'stands in the source of %s, once',
    async (name) => {
      const text = await readFile(source(name), 'utf8');
      expect(text.match(/0xaa20[0-9a-f]{64}87/g)).toEqual([`0x${binToHex(CLOCK.lockingBytecode)}`]);
    },
  );
});

describe('the companion beside covenants', () => {
  it('is 14 bytes of script without parameters', () => {
    expect(COMPANION.script).toHaveLength(14);
    expect(companionArtifact.constructorInputs).toEqual([]);
  });
});

describe('recurring covenants', () => {
  it('take the same parameters and functions in both modes', () => {
    expect(recurringTokenArtifact.constructorInputs).toEqual(recurringBchArtifact.constructorInputs);
    expect(recurringTokenArtifact.abi).toEqual(recurringBchArtifact.abi);
  });
});

describe('vesting covenants', () => {
  it('take the same parameters and functions in both modes', () => {
    expect(vestingTokenArtifact.constructorInputs).toEqual(vestingBchArtifact.constructorInputs);
    expect(vestingTokenArtifact.abi).toEqual(vestingBchArtifact.abi);
  });
});
