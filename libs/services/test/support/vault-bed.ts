import {
  createAirdropsRepository,
  createCurrencyPaymentsRepository,
  createPlansRepository,
  createVaultsRepository,
} from '@weir/infra';
import { carryOut, vaultTerms } from '@weir/lives';
import type { Wallet } from '@weir/wallet';
import {
  createAirdropContext,
  createPlansService,
  createVaultsService,
  type PlanRowInput,
  type PlansService,
  type VaultContext,
  type VaultsService,
} from '../../src/index.js';
import { proposalRecord, vaultRecords } from './service-records.js';
import { DAY, startTestbed, type Testbed } from './testbed.js';

const COIN = 100_000_000n;

/** Vaults and plans over a testbed. */
export interface VaultBed extends Testbed {
  readonly vaultContext: VaultContext;
  readonly plans: PlansService;
  readonly vaults: VaultsService;
  readonly signers: readonly [Wallet, Wallet, Wallet];
  /** A vault with so much BCH, mined. @returns its id */
  openVault(bch?: number): Promise<string>;
  /** A plan of a vault's over ten days, by its first signer. @returns its id */
  createPlan(vaultId: string, streams: readonly PlanRowInput[], changes?: object): Promise<string>;
  sign(proposalId: string, signer: Wallet): Promise<void>;
  /** Two signatures and the broadcast. @returns the hash */
  carryOut(proposalId: string): Promise<string>;
  /** The same, reported and mined. @returns the hash */
  execute(proposalId: string): Promise<string>;
}

/** The context of vaults, and so of all products, over a testbed. */
export const vaultContextOf = ({ context, db }: Testbed): VaultContext => ({
  ...context,
  plans: createPlansRepository(db),
  vaults: createVaultsRepository(db),
  currencyPayments: createCurrencyPaymentsRepository(db),
  airdrops: createAirdropContext({ ...context, airdrops: createAirdropsRepository(db) }),
});

export const startVaultBed = async (): Promise<VaultBed> => {
  const bed = await startTestbed();
  const vaultContext = vaultContextOf(bed);
  const [plans, vaults] = [createPlansService(vaultContext), createVaultsService(vaultContext)];
  const signers = [bed.wallet(), bed.wallet(), bed.wallet()] as const;

  const sendBoth = async (id: string): Promise<string> =>
    bed.node.submit(await carryOut(proposalRecord(vaults, id), [signers[0], signers[2]]));
  return {
    ...bed,
    vaultContext,
    plans,
    vaults,
    signers,
    async openVault(bch = 1) {
      const creator = bed.wallet(BigInt(bch + 1) * COIN);
      const vault = await vaultRecords(vaults).create(vaultTerms(signers, { totalDeposit: bch }), creator);
      const { id } = vault;
      const txid = await vault.deposit(creator);
      bed.node.mine();
      await vaults.updateBalance(id, { txid, amount: bch }, creator.address);
      return id;
    },
    async createPlan(vaultId, streams, changes = {}) {
      const start = bed.node.tip.medianTimePast;
      const terms = { product: 'vesting', start, end: start + 10 * DAY } as const;
      const { plan } = await plans.create({ ...terms, vaultId, streams, ...changes }, signers[0].address, undefined);
      return plan.id;
    },
    sign: async (id, signer) => void (await proposalRecord(vaults, id).approve(signer)),
    carryOut: sendBoth,
    async execute(id) {
      const txHash = await sendBoth(id);
      await vaults.confirmExecute(id, txHash, signers[0].address);
      bed.node.mine();
      return txHash;
    },
  };
};
