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
  scriptAirdropPublicArtifact,
  scriptAirdropWhitelistArtifact,
  vaultArtifact,
} from '@weir/contracts';
import { execute } from '../src/index.js';

const ARTIFACTS = [
  ...[airdropCloserArtifact, companionArtifact, planClockArtifact, planCompanionArtifact, vaultArtifact],
  ...[lockBchArtifact, lockTokenArtifact],
  ...[planVestingBchArtifact, planVestingTokenArtifact, planRecurringBchArtifact, planRecurringTokenArtifact],
  ...(['BCH', 'FUNGIBLE_TOKEN'] as const).flatMap((asset) => [
    ...[airdropWhitelistArtifact(asset, 3), airdropPublicArtifact(asset)],
    ...[scriptAirdropWhitelistArtifact(asset, 3), scriptAirdropPublicArtifact(asset)],
    ...[airdropWhitelistArtifact(asset, 3, true), scriptAirdropWhitelistArtifact(asset, 3, true)],
  ]),
];

describe('the paths of the compiled covenants', () => {
  it.each(ARTIFACTS.map((artifact) => [artifact.contractName, artifact] as const))(
    '%s: every function has paths by which it can succeed',
    (_, artifact) => {
      for (const { name } of artifact.abi) expect(execute(artifact, name).length).toBeGreaterThan(0);
    },
  );

  it('counts those of a payment', () => {
    expect(execute(planVestingBchArtifact, 'pay')).toHaveLength(5);
    expect(execute(planRecurringBchArtifact, 'stop')).toHaveLength(6);
  });

  it('refuses a function that a contract does not have', () => {
    expect(() => execute(planVestingBchArtifact, 'steal')).toThrow('PlanVestingBch has no function steal');
  });
});
