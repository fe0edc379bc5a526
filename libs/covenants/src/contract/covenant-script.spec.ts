import { binToHex, cashAddressToLockingBytecode } from '@bitauth/libauth';
import { Contract, type Artifact, type ConstructorArgument } from 'cashscript';
import fc from 'fast-check';
import {
  airdropCloserArtifact,
  airdropPublicArtifact,
  airdropWhitelistArtifact,
  companionArtifact,
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
import { NETWORKS } from '../chain/network.js';
import { createCovenantScript } from './covenant-script.js';
import { offlineProvider } from './instance.js';

const ARTIFACTS: readonly Artifact[] = [
  ...[planVestingBchArtifact, planVestingTokenArtifact, planRecurringBchArtifact, planRecurringTokenArtifact],
  ...[planClockArtifact, planCompanionArtifact, companionArtifact, airdropCloserArtifact, vaultArtifact],
  ...(['BCH', 'FUNGIBLE_TOKEN'] as const).flatMap((asset) => [
    ...[airdropPublicArtifact(asset), scriptAirdropPublicArtifact(asset)],
    ...[0, 7, 20].flatMap((depth) => [
      airdropWhitelistArtifact(asset, depth),
      scriptAirdropWhitelistArtifact(asset, depth),
    ]),
  ]),
];

const ARGUMENTS: Readonly<Record<string, fc.Arbitrary<ConstructorArgument>>> = {
  int: fc.oneof(fc.bigInt({ min: -1n, max: 17n }), fc.bigInt({ min: 0n, max: 2n ** 62n })),
  bool: fc.boolean(),
  bytes: fc.uint8Array({ minLength: 0, maxLength: 35 }),
};

/** Arguments of the types that a constructor declares: `int`, `bool`, `bytes`, `bytes20`, … */
const argumentOf = (type: string): fc.Arbitrary<ConstructorArgument> => {
  const length = Number(/^bytes(\d+)$/.exec(type)?.[1]);
  const arbitrary = Number.isNaN(length) ? ARGUMENTS[type] : fc.uint8Array({ minLength: length, maxLength: length });
  if (arbitrary === undefined) throw new Error(`No arguments of type ${type}`);
  return arbitrary;
};

describe('a covenant’s script', () => {
  it.each(ARTIFACTS.map((artifact) => [artifact.contractName, artifact] as const))(
    'is the one that CashScript makes: %s',
    (_, artifact) => {
      const given = fc.tuple(
        fc.constantFrom(...NETWORKS),
        fc.tuple(...artifact.constructorInputs.map(({ type }) => argumentOf(type))),
      );
      fc.assert(
        fc.property(given, ([network, args]) => {
          const script = createCovenantScript(artifact, args, network);
          const contract = new Contract(artifact, args, { provider: offlineProvider(network) });
          expect(binToHex(script.redeemScript)).toBe(contract.bytecode);
          expect(script.address).toBe(contract.tokenAddress);
          expect(cashAddressToLockingBytecode(contract.address)).toMatchObject({ bytecode: script.lockingBytecode });
        }),
        { numRuns: 10 },
      );
    },
  );

  it('refuses what its covenant has not: a function, an argument of its type', () => {
    expect(() => createCovenantScript(planClockArtifact, [], 'devnet').unlock('pay')).toThrow(
      'PlanClock has no function pay',
    );
    expect(() => createCovenantScript(vaultArtifact, [1n, 2n, 3n, 4n], 'devnet')).toThrow(/bytes20/);
  });
});
