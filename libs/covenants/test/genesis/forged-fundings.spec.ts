import { binToHex, type TransactionCommon } from '@bitauth/libauth';
import fc from 'fast-check';
import { Chance } from '@weir/testing';
import {
  createAirdropContract,
  decodeAirdropAnnouncement,
  findAirdropDeployment,
  findPlanFunding,
  findVaultDeployment,
} from '../../src/index.js';
import { judgeCampaign, judgeVault } from './campaign-judge.js';
import { describeTransaction, forge } from './forge.js';
import { judgePlan, type Verdict } from './plan-judge.js';
import { realCampaign, realPlan, realVault, type RealFunding } from './real-fundings.js';

const RUNS = Number(process.env['WEIR_RUNS'] ?? '1');
const TXID = 'ee'.repeat(32);

/** What the library's check of plans says, in the judge's words. */
const checkedPlan = (network: RealFunding['network'], transaction: TransactionCommon): Verdict => {
  const found = findPlanFunding(network, TXID, transaction);
  if (!found.ok) return 'unsound';
  return found.plan.streams.map(
    ({ coin: { outpoint, state, principal, reserve }, recipient, contract }) =>
      `${outpoint.vout} ${state.index} ${principal} ${reserve} ${binToHex(recipient)} ${binToHex(contract.lockingBytecode)}`,
  );
};

const checkedCampaign = (
  network: RealFunding['network'],
  transaction: TransactionCommon,
  locking: Uint8Array,
  list: RealFunding['list'],
): Verdict => {
  const announced = decodeAirdropAnnouncement(locking);
  if (announced === undefined) return 'unsound';
  const { parameters, asset } = announced;
  const contract = createAirdropContract(parameters, network, asset);
  const found = findAirdropDeployment(contract, TXID, transaction, list);
  if (!found.ok) return 'unsound';
  return found.lanes.map(
    ({ outpoint, satoshis, state: { lane, root }, companion }) =>
      `${outpoint.vout} ${lane} ${root} ${satoshis} ${companion?.amount ?? 0n}`,
  );
};

/** Each check's verdict beside the judge's, for all that a transaction could fund. */
const verdictsOf = (real: RealFunding, transaction: TransactionCommon): (readonly [string, Verdict, Verdict])[] => {
  const { network, vault, list } = real;
  /** Whether the list is one of as many rows and as much money as an output announces. */
  const isListOf = (locking: Uint8Array): boolean => {
    const parameters = decodeAirdropAnnouncement(locking)?.parameters;
    if (parameters?.kind !== 'WHITELIST' || list === undefined) return false;
    const [rows, total] = list.reduce(([a, b], lane) => [a + lane.rows, b + lane.total], [0, 0n]);
    return rows === parameters.rows && total === parameters.total && list.length <= parameters.lanes;
  };
  const announcements = transaction.outputs.filter(({ lockingBytecode }) => lockingBytecode[0] === 0x6a);
  return [
    ['plan', checkedPlan(network, transaction), judgePlan(transaction, network === 'devnet')],
    ...announcements.flatMap(({ lockingBytecode: locking }) =>
      (isListOf(locking) ? [undefined, list] : [undefined]).map(
        (known) =>
          [
            known === undefined ? 'campaign' : 'campaign with its list',
            checkedCampaign(network, transaction, locking, known),
            judgeCampaign(transaction, locking, known),
          ] as const,
      ),
    ),
    ...(vault === undefined
      ? []
      : [['vault', checkedVault(vault, transaction), judgeVault(transaction, vault.lockingBytecode)] as const]),
  ];
};

const checkedVault = (vault: NonNullable<RealFunding['vault']>, transaction: TransactionCommon): Verdict => {
  const found = findVaultDeployment(vault, TXID, transaction);
  return found.ok ? [`${found.coin.outpoint.vout}`] : 'unsound';
};

const KINDS: readonly (readonly [name: string, make: (chance: Chance) => RealFunding, forgeries: number])[] = [
  ...(['VESTING_BCH', 'VESTING_TOKEN', 'RECURRING_BCH', 'RECURRING_TOKEN'] as const).map(
    (product) => [`a plan of ${product}`, (chance: Chance) => realPlan(chance, product), 300] as const,
  ),
  ...[true, false].flatMap((isScript) =>
    [true, false].flatMap((isPublic) =>
      [true, false].map((isToken) => {
        const name = `a ${isPublic ? 'public' : 'list'} campaign of ${isToken ? 'tokens' : 'BCH'} by a ${isScript ? 'script' : 'key'}`;
        return [name, (chance: Chance) => realCampaign(chance, { isScript, isPublic, isToken }), 100] as const;
      }),
    ),
  ),
  ['a vault', realVault, 400],
];

/** Forgeries of one real funding: making one costs more than judging it. */
const EACH = 10;

describe('forged fundings', () => {
  it.each(KINDS)('of %s are judged as the documents say', (_, make, forgeries) => {
    const [sound, unsound] = [new Map<string, number>(), new Map<string, number>()];
    const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
    fc.assert(
      fc.property(fc.noShrink(fc.nat()), (seed) => {
        const chance = new Chance(seed);
        const [real, other] = [make(chance), make(chance)];
        for (const [what, checked, judged] of verdictsOf(real, real.transaction))
          expect([what, checked]).toEqual([what, judged]);
        expect(verdictsOf(real, real.transaction).some(([, checked]) => checked !== 'unsound')).toBe(true);
        for (let i = 0; i < EACH; i += 1) {
          const { transaction, done } = forge(real.transaction, other.transaction, chance);
          for (const [what, checked, judged] of verdictsOf(real, transaction)) {
            if (JSON.stringify(checked) !== JSON.stringify(judged))
              throw new Error(
                `${what}, ${done.join(', ')}: found ${JSON.stringify(checked)}, judged ${JSON.stringify(judged)}\n${describeTransaction(transaction)}`,
              );
            count(checked === 'unsound' ? unsound : sound, done[0] ?? '');
          }
        }
      }),
      { numRuns: Math.ceil((forgeries * RUNS) / EACH) },
    );
    const total = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((sum, each) => sum + each, 0);
    // The forgeries are worth something where both happen.
    expect(total(sound)).toBeGreaterThan((forgeries * RUNS) / 20);
    expect(total(unsound)).toBeGreaterThan((forgeries * RUNS) / 20);
  });
});
