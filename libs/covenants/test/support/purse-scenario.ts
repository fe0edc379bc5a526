import { binToHex } from '@bitauth/libauth';
import { createWallet, type Wallet } from '@weir/wallet';
import {
  findPurses,
  type FoundPurse,
  lockingBytecodeOf,
  type PurseAsset,
  type PurseDraft,
  proposePurses,
  type PurseTransition,
  readPurseTransition,
  type UnsignedTransaction,
} from '../../src/index.js';
import { createParty, type Party } from './party.js';
import { openScene, type SignerName, type VaultScene, WALLETS } from './vault-scenario.js';

/** The wallet of the spender, who does not sign for the vault. */
export const SPENDER = createWallet({ privateKey: 'spender of purses' });

/** A purse of a vault, followed from payment to payment. */
export class PurseScenario {
  constructor(
    readonly scene: VaultScene,
    readonly draft: PurseDraft,
    readonly shop: Party,
    /** The purse as it is now. */
    public purse: FoundPurse,
  ) {}

  get tip() {
    return this.scene.chain.tip();
  }

  /** Has a wallet sign, and sends what it signed. @throws Error with the node's reason */
  async send(built: UnsignedTransaction, wallet: Wallet = SPENDER): Promise<string> {
    const { signedTransaction } = await wallet.signTransaction({ ...built.wcTransaction, broadcast: false });
    return this.scene.chain.node.submit(signedTransaction);
  }

  /** Reads the step that a transaction made, and follows it. */
  follow(txid: string): PurseTransition {
    const { chain } = this.scene;
    chain.mine(1);
    const { contract, coin } = this.purse;
    const step = readPurseTransition(contract, coin, txid, chain.transaction(txid), chain.tip().height);
    if (step === undefined) throw new Error(`${txid} is not a step of the purse`);
    if (step.kind === 'payment') this.purse = { contract: step.contract, coin: step.coin };
    return step;
  }

  async signed(built: UnsignedTransaction, by: SignerName): Promise<string> {
    return this.send(built, WALLETS[by]);
  }
}

/** Opens a vault, and a purse of it with a limit of 100,000 units a day. */
export const openPurse = async (type: PurseAsset['type'], change: Partial<PurseDraft> = {}): Promise<PurseScenario> => {
  const scene = await openScene(2_000_000n);
  const { chain, scenario } = scene;
  const { contract } = scenario;
  const asset: PurseAsset =
    type === 'BCH'
      ? { type }
      : { type, category: chain.node.mint(binToHex(contract.lockingBytecode), { amount: 5_000_000n }).category };
  const shop = createParty(chain, `shop of ${binToHex(contract.lockingBytecode)}`);
  const draft: PurseDraft = {
    asset,
    owner: contract.lockingBytecode,
    signers: [WALLETS.alice.publicKeyHash, WALLETS.bob.publicKeyHash, WALLETS.carol.publicKeyHash],
    spender: SPENDER.publicKeyHash,
    payees: [shop.lockingBytecode, lockingBytecodeOf(WALLETS.bob.publicKeyHash)],
    limit: 100_000n,
    period: 144,
    amount: 500_000n,
    ...change,
  };
  const proposal = proposePurses(contract, scenario.holdings, { opened: [draft] });
  const step = await scenario.execute(proposal, 'alice', 'carol');
  if (step === undefined) throw new Error('The vault did not move');
  chain.mine(1);
  const [purse] = findPurses('devnet', step.txid, chain.transaction(step.txid), chain.tip().height);
  if (purse === undefined) throw new Error('The transaction opened no purse');
  return new PurseScenario(scene, draft, shop, purse);
};
