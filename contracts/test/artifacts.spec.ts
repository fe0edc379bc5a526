import { readFile } from 'node:fs/promises';
import { binToHex } from '@bitauth/libauth';
import { compileFile } from 'cashc';
import { linkMovableLock, MOVABLE_LOCKS } from '../scripts/lock-source.js';
import { linkPlan, PLAN_COVENANTS } from '../scripts/plan-source.js';
import {
  airdropCloserArtifact,
  companionArtifact,
  currencyTillArtifact,
  movableLockBchArtifact,
  movableLockTokenArtifact,
  planClockArtifact,
  planCompanionArtifact,
  planRecurringBchArtifact,
  planRecurringTokenArtifact,
  planVestingBchArtifact,
  planVestingTokenArtifact,
  purseBchArtifact,
  purseTokenArtifact,
  rosterArtifact,
  vaultArtifact,
  type LinkedArtifact,
} from '../src/index.js';
import { PLAN_CLOCK, PLAN_COMPANION } from './plan/covenant.js';
import { COMPANION } from './support/contract.js';
import { sourceOf } from './support/sources.js';

const source = (name: string) => new URL(`../cash/${name}.cash`, import.meta.url);

describe('committed artifacts', () => {
  it.each([
    ['airdrop-closer', airdropCloserArtifact],
    ['companion', companionArtifact],
    ['currency-till', currencyTillArtifact],
    ['plan-clock', planClockArtifact],
    ['plan-companion', planCompanionArtifact],
    ['purse-bch', purseBchArtifact],
    ['purse-token', purseTokenArtifact],
    ['roster', rosterArtifact],
    ['vault', vaultArtifact],
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
    for (const artifact of [
      vaultArtifact,
      purseBchArtifact,
      purseTokenArtifact,
      rosterArtifact,
      planVestingBchArtifact,
      planVestingTokenArtifact,
      planRecurringBchArtifact,
      planRecurringTokenArtifact,
    ])
      expect(JSON.stringify(artifact).length).toBeLessThan(13_000);
  });
});

describe('the companion of campaigns', () => {
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
    'are in the source of %s: the clock, once',
    async (name) => {
      const text = await readFile(source(name), 'utf8');
      expect(text.match(/0xaa20[0-9a-f]{64}87/g)).toEqual([`0x${binToHex(PLAN_CLOCK.lockingBytecode)}`]);
    },
  );
});

describe('plan covenants', () => {
  it.each(PLAN_COVENANTS.map((covenant) => [covenant.name, covenant] as const))(
    '%s is what its source links to',
    async (name, covenant) => {
      const committed: unknown = await import(`../src/artifacts/${name}.js`);
      expect(committed).toMatchObject({ default: linkPlan(covenant, sourceOf(name)) });
    },
  );

  it('take the same parameters and functions in both modes, no arguments, and no signature', () => {
    for (const [bch, token] of [
      [planVestingBchArtifact, planVestingTokenArtifact],
      [planRecurringBchArtifact, planRecurringTokenArtifact],
    ] as const) {
      expect(token.constructorInputs).toEqual(bch.constructorInputs);
      expect(token.shown.functions).toEqual(bch.shown.functions);
      expect(token.hidden.map(({ functions }) => functions)).toEqual(bch.hidden.map(({ functions }) => functions));
      for (const { functions } of [bch.shown, ...bch.hidden])
        expect(functions.flatMap(({ inputs }) => inputs)).toEqual([]);
    }
  });

  it('show the payment, and hide the functions whose size matters in a code of their own', () => {
    const codes = ({ shown, hidden }: LinkedArtifact) =>
      [shown, ...hidden].map(({ functions }) => functions.map(({ name }) => name).join());
    expect(codes(planVestingBchArtifact)).toEqual([
      'pay',
      'end,refund',
      'cancel',
      'announce',
      'finish',
      'sweep,collect',
    ]);
    expect(codes(planRecurringBchArtifact)).toEqual([
      ...['pay', 'end', 'stop', 'settle,refund', 'announce', 'finish', 'resume,sweep,collect'],
    ]);
  });
});

describe('locks that can move', () => {
  it.each(MOVABLE_LOCKS)('%s is what its source links to', async (name) => {
    const committed: unknown = await import(`../src/artifacts/${name}.js`);
    expect(committed).toMatchObject({ default: linkMovableLock(sourceOf(name)) });
  });

  it('take the same parameters and functions in both assets, no arguments, and begin with recipient and amount', () => {
    const [bch, token]: readonly LinkedArtifact[] = [movableLockBchArtifact, movableLockTokenArtifact];
    expect(token?.constructorInputs).toEqual(bch?.constructorInputs);
    for (const artifact of [bch, token]) {
      expect(artifact?.front).toEqual(['amount', 'recipient']);
      const codes = artifact === undefined ? [] : [artifact.shown, ...artifact.hidden];
      expect(codes.map(({ functions }) => functions)).toEqual(
        ['pay', 'announce', 'finish', 'collect'].map((name) => [{ name, inputs: [] }]),
      );
      expect(codes.map(({ parameters }) => parameters)).toEqual([
        ['steps', 'step', 'start', 'cliff'],
        [],
        ['delay'],
        ['steps', 'step', 'start', 'cliff'],
      ]);
    }
  });
});
