import {
  airdropCloserArtifact,
  airdropPublicArtifact,
  airdropWhitelistArtifact,
  companionArtifact,
  lockBchArtifact,
  lockTokenArtifact,
  planClockArtifact,
  planCompanionArtifact,
  planRecurringBchArtifact,
  planRecurringTokenArtifact,
  planVestingBchArtifact,
  planVestingTokenArtifact,
  purseBchArtifact,
  purseTokenArtifact,
  rosterArtifact,
  scriptAirdropPublicArtifact,
  scriptAirdropWhitelistArtifact,
  vaultArtifact,
} from '@weir/contracts';
import { execute, functionsOf } from '../src/index.js';

const ARTIFACTS = [
  ...[airdropCloserArtifact, companionArtifact, planClockArtifact, planCompanionArtifact, vaultArtifact],
  ...[lockBchArtifact, lockTokenArtifact, purseBchArtifact, purseTokenArtifact, rosterArtifact],
  ...[planVestingBchArtifact, planVestingTokenArtifact, planRecurringBchArtifact, planRecurringTokenArtifact],
  ...(['BCH', 'FUNGIBLE_TOKEN'] as const).flatMap((asset) => [
    ...[airdropWhitelistArtifact(asset), airdropPublicArtifact(asset)],
    ...[scriptAirdropWhitelistArtifact(asset), scriptAirdropPublicArtifact(asset)],
    ...[airdropWhitelistArtifact(asset, true), scriptAirdropWhitelistArtifact(asset, true)],
  ]),
];

describe('the paths of the compiled covenants', () => {
  it.each(ARTIFACTS.map((artifact) => [artifact.contractName, artifact] as const))(
    '%s: every function has paths by which it can succeed',
    (_, artifact) => {
      for (const name of functionsOf(artifact))
        expect(execute(artifact, name, { loop: { kind: 'turns', turns: 2 } }).length).toBeGreaterThan(0);
    },
  );

  it('counts those of a payment', () => {
    expect(execute(planVestingBchArtifact, 'pay')).toHaveLength(1);
    expect(execute(planVestingBchArtifact, 'end')).toHaveLength(4);
    expect(execute(planRecurringBchArtifact, 'stop')).toHaveLength(6);
  });

  it('counts those of a claim by the turns of its loop: whether a sibling is given is one of two in each', () => {
    const claim = (turns: number) => execute(airdropPublicArtifact('BCH'), 'claim', { loop: { kind: 'turns', turns } });
    expect([1, 2, 3].map((turns) => claim(turns).length)).toEqual([2, 4, 8]);
    expect(() => execute(airdropPublicArtifact('BCH'), 'claim')).toThrow('OP_BEGIN');
  });

  it('refuses a function that a contract does not have', () => {
    expect(() => execute(planVestingBchArtifact, 'steal')).toThrow('PlanVestingBch has no function steal');
  });
});
