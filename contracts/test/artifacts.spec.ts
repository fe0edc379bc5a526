import { readFile } from 'node:fs/promises';
import { binToHex } from '@bitauth/libauth';
import { compileFile } from 'cashc';
import {
  airdropCloserArtifact,
  clockArtifact,
  companionArtifact,
  planClockArtifact,
  planCompanionArtifact,
  planRecurringBchArtifact,
  planRecurringTokenArtifact,
  planVestingBchArtifact,
  planVestingTokenArtifact,
  recurringBchArtifact,
  recurringTokenArtifact,
  vaultArtifact,
  vestingBchArtifact,
  vestingTokenArtifact,
} from '../src/index.js';
import { PLAN_CLOCK, PLAN_COMPANION } from './plan/universal.js';
import { CLOCK } from './support/clock.js';
import { COMPANION } from './support/companion.js';

const source = (name: string) => new URL(`../cash/${name}.cash`, import.meta.url);

describe('committed artifacts', () => {
  it.each([
    ['airdrop-closer', airdropCloserArtifact],
    ['clock', clockArtifact],
    ['companion', companionArtifact],
    ['plan-clock', planClockArtifact],
    ['plan-companion', planCompanionArtifact],
    ['plan-recurring-bch', planRecurringBchArtifact],
    ['plan-recurring-token', planRecurringTokenArtifact],
    ['plan-vesting-bch', planVestingBchArtifact],
    ['plan-vesting-token', planVestingTokenArtifact],
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

describe('the clock and the companion of plans', () => {
  it('are 32 and 14 bytes of script without parameters', () => {
    expect([PLAN_CLOCK.script.length, PLAN_COMPANION.script.length]).toEqual([32, 14]);
    expect([planClockArtifact.constructorInputs, planCompanionArtifact.constructorInputs]).toEqual([[], []]);
  });

  it.each(['plan-recurring-bch', 'plan-recurring-token', 'plan-vesting-bch', 'plan-vesting-token'])(
    'stands, the clock, in the source of %s, once',
    async (name) => {
      const text = await readFile(source(name), 'utf8');
      expect(text.match(/0xaa20[0-9a-f]{64}87/g)).toEqual([`0x${binToHex(PLAN_CLOCK.lockingBytecode)}`]);
    },
  );
});

describe('plan covenants', () => {
  it('take the same parameters and functions in both modes, no arguments, and no signature', () => {
    for (const [bch, token] of [
      [planVestingBchArtifact, planVestingTokenArtifact],
      [planRecurringBchArtifact, planRecurringTokenArtifact],
    ] as const) {
      expect(token.constructorInputs).toEqual(bch.constructorInputs);
      expect(token.abi).toEqual(bch.abi);
      expect(bch.abi.flatMap(({ inputs }) => inputs)).toEqual([]);
    }
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
