import { readFile } from 'node:fs/promises';
import { binToHex } from '@bitauth/libauth';
import { compileFile } from 'cashc';
import { clockArtifact, vestingBchArtifact } from '../src/index.js';
import { CLOCK } from './support/clock.js';

const source = (name: string) => new URL(`../cash/${name}.cash`, import.meta.url);

describe('committed artifacts', () => {
  it.each([
    ['clock', clockArtifact],
    ['vesting-bch', vestingBchArtifact],
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
    expect(JSON.stringify(vestingBchArtifact).length).toBeLessThan(8_000);
  });
});

describe('the clock inlined in covenants', () => {
  it('is 17 bytes of script without parameters', () => {
    expect(CLOCK.script).toHaveLength(17);
    expect(clockArtifact.constructorInputs).toEqual([]);
  });

  it('stands in the source of vesting-bch, once', async () => {
    const text = await readFile(source('vesting-bch'), 'utf8');
    expect(text.match(/0xaa20[0-9a-f]{64}87/g)).toEqual([`0x${binToHex(CLOCK.lockingBytecode)}`]);
  });
});
