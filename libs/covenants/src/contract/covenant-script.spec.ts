import { binToHex, cashAddressToLockingBytecode, encodeDataPush, flattenBinArray } from '@bitauth/libauth';
import { Contract, type Artifact, type ConstructorArgument } from 'cashscript';
import fc from 'fast-check';
import {
  airdropCloserArtifact,
  airdropWhitelistArtifact,
  companionArtifact,
  planClockArtifact,
  planCompanionArtifact,
  vaultArtifact,
} from '@weir/contracts';
import { NETWORKS } from '../chain/network.js';
import { createCovenantScript, createLinkedScript } from './covenant-script.js';
import { offlineProvider } from './instance.js';

const ARTIFACTS: readonly Artifact[] = [
  planClockArtifact,
  planCompanionArtifact,
  companionArtifact,
  airdropCloserArtifact,
  vaultArtifact,
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

describe('a linked covenant’s script', () => {
  const args = [
    new Uint8Array(20).fill(1),
    500_000_000n,
    500_000_001n,
    0n,
    8n,
    new Uint8Array(32),
    new Uint8Array(32).fill(2),
  ];
  const script = createLinkedScript(airdropWhitelistArtifact('BCH'), args, 'devnet');
  const [key, signature, empty] = [new Uint8Array(33).fill(3), new Uint8Array(65).fill(4), new Uint8Array()];
  const options = {
    transaction: { inputs: [], locktime: 0, outputs: [], version: 2 },
    sourceOutputs: [],
    inputIndex: 0,
  };
  const unlocked = (name: string, given: readonly (Uint8Array | bigint)[]): Uint8Array =>
    script.unlock(name, given).generateUnlockingBytecode(options);

  it.each([
    ['claim', [empty, empty, new Uint8Array(20).fill(5), 546n, 3n, new Uint8Array(96).fill(6)]],
    ['close', [key, empty, new Uint8Array(71).fill(7)]],
    ['sweep', [key, signature]],
  ] as const)('reads its own calls: %s', (name, given) => {
    const call = script.readCall(unlocked(name, given));
    expect(call?.name).toBe(name);
    expect(call?.args).toHaveLength(given.length);
    expect(call?.args[0]).toEqual(given[0]);
  });

  it('reads no call of another script', () => {
    const other = createLinkedScript(
      airdropWhitelistArtifact('BCH'),
      [...args.slice(0, 6), new Uint8Array(32)],
      'devnet',
    );
    expect(other.readCall(unlocked('close', [key, empty, empty]))).toBeUndefined();
    // The hidden code of the one before the script of the other.
    const hidden = unlocked('sweep', [key, signature]).slice(0, -script.redeemScript.length - 2);
    expect(other.readCall(flattenBinArray([hidden, encodeDataPush(other.redeemScript)]))?.name).toBe('claim');
  });

  it('shows wallets the code that signatures cover: the script in a claim, hidden code in a close', () => {
    const claim = script.unlock('claim', [key, signature, new Uint8Array(20), 546n, 3n, empty]);
    expect(claim).toMatchObject({ walletContract: { redeemScript: script.redeemScript } });
    expect(script.unlock('close', [key, signature, empty])).not.toMatchObject({
      walletContract: { redeemScript: script.redeemScript },
    });
  });

  it('refuses another function, another number of arguments and an argument of another type', () => {
    expect(() => script.unlock('pay')).toThrow('AirdropWhitelistBch has no function pay');
    expect(() => script.unlock('sweep', [key])).toThrow('AirdropWhitelistBch.sweep takes 2 arguments, received 1');
    expect(() => createLinkedScript(airdropWhitelistArtifact('BCH'), [1n, ...args.slice(1)], 'devnet')).toThrow(
      /bytes20/,
    );
  });
});
