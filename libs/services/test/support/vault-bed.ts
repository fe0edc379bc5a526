import { createAirdropsRepository, createPlansRepository, createVaultsRepository } from '@weir/infra';
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
  airdrops: createAirdropContext({ ...context, airdrops: createAirdropsRepository(db) }),
});

export const startVaultBed = async (): Promise<VaultBed> => {
  const bed = await startTestbed();
  const vaultContext = vaultContextOf(bed);
  const [plans, vaults] = [createPlansService(vaultContext), createVaultsService(vaultContext)];
  const signers = [bed.wallet(), bed.wallet(), bed.wallet()] as const;

  const sign = async (id: string, signer: Wallet): Promise<void> => {
    const { wcTransaction } = await vaults.approve(id, signer.address);
    const { signedTransaction } = await signer.signTransaction({ ...wcTransaction, broadcast: false });
    await vaults.submitSignature(id, signedTransaction, signer.address);
  };
  const carryOut = async (id: string): Promise<string> => {
    await sign(id, signers[0]);
    await sign(id, signers[2]);
    return bed.node.submit((await vaults.execute(id, signers[0].address)).txHex);
  };
  return {
    ...bed,
    vaultContext,
    plans,
    vaults,
    signers,
    async openVault(bch = 1) {
      const creator = bed.wallet(BigInt(bch + 1) * COIN);
      const { id } = await vaults.create(
        {
          name: 'Treasury',
          signers: signers.map(({ address }) => address),
          signerPubkeys: signers.map(({ publicKeyHex }) => publicKeyHex),
          totalDeposit: bch,
        },
        creator.address,
      );
      const txid = await payFirstDeposit(vaults, id, creator);
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
    sign,
    carryOut,
    async execute(id) {
      const txHash = await carryOut(id);
      await vaults.confirmExecute(id, txHash, signers[0].address);
      bed.node.mine();
      return txHash;
    },
  };
};

/** Pays a vault's first deposit, after the preparation where the wallet has no coin at a first output. @returns its hash */
export const payFirstDeposit = async (vaults: VaultsService, id: string, creator: Wallet): Promise<string> => {
  const info = await vaults.deposit(id, creator.address);
  if (info.kind === 'preparation') {
    await creator.signTransaction(info.preparationTransaction);
    return payFirstDeposit(vaults, id, creator);
  }
  if (info.wcTransaction === null) throw new Error('A pending vault asks for a deposit');
  return (await creator.signTransaction(info.wcTransaction)).signedTransactionHash;
};
