import { binToHex } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import { createWallet, type Wallet } from '@weir/wallet';
import {
  type AirdropAsset,
  type BuildOptions,
  buildVaultDeposit,
  buildVaultFirstDeposit,
  completeVaultProposal,
  createVaultContract,
  encodeWcTransaction,
  findVaultDeployment,
  readVaultSignature,
  readVaultTransition,
  type VaultCoin,
  type VaultContract,
  type VaultHoldings,
  type VaultProposal,
  type VaultSignature,
  vaultSigningRequest,
  type VaultTransition,
  type WcTransaction,
} from '../../src/index.js';
import { createTestChain, type TestChain } from './chain.js';
import { createParty, type Party } from './party.js';

export const SIGNER_NAMES = ['alice', 'bob', 'carol'] as const;
export type SignerName = (typeof SIGNER_NAMES)[number];

const open = (name: SignerName): Wallet => createWallet({ privateKey: name });
/** Three wallets of one key each, that know nothing of each other. */
export const WALLETS: Readonly<Record<SignerName, Wallet>> = {
  alice: open('alice'),
  bob: open('bob'),
  carol: open('carol'),
};

const encodings = [
  (request: WcTransaction): unknown => request,
  (request: WcTransaction): unknown => encodeWcTransaction(request, 'tagged'),
  (request: WcTransaction): unknown => JSON.stringify(encodeWcTransaction(request, 'plain')),
] as const;
let asked = 0;

/** What a wallet answers, hex; asked in each encoding in turn. */
export const answerOf = async (wallet: Wallet, request: WcTransaction): Promise<string> => {
  asked += 1;
  const { signedTransaction } = await wallet.signTransaction(
    (encodings[asked % encodings.length] ?? encodings[0])(request),
  );
  return signedTransaction;
};

/** One signer's round: asked, answered, checked. */
export const signatureBy = async (proposal: VaultProposal, name: SignerName): Promise<VaultSignature> => {
  const { publicKeyHash } = WALLETS[name];
  const result = readVaultSignature(
    proposal,
    publicKeyHash,
    await answerOf(WALLETS[name], vaultSigningRequest(proposal, publicKeyHash)),
  );
  if (!result.ok) throw new Error(result.problem);
  return result.signature;
};

/** A vault of the three on a chain, followed from state to state. */
export class VaultScenario {
  state: VaultCoin | undefined;

  constructor(
    readonly chain: TestChain,
    readonly contract: VaultContract,
  ) {}

  /** @param nonce a byte that makes the address its own */
  static create(chain: TestChain, nonce = 1): VaultScenario {
    const signers = [WALLETS.alice.publicKeyHash, WALLETS.bob.publicKeyHash, WALLETS.carol.publicKeyHash] as const;
    return new VaultScenario(chain, createVaultContract({ signers, nonce: new Uint8Array(16).fill(nonce) }, 'devnet'));
  }

  /** A vault with its state. */
  static async open(
    chain: TestChain,
    creator: Party,
    satoshis: bigint,
    nonce?: number,
    options: BuildOptions = {},
  ): Promise<VaultScenario> {
    const scenario = VaultScenario.create(chain, nonce);
    const deposit = buildVaultFirstDeposit(scenario.contract, creator.funds(), satoshis, options);
    if (deposit.kind === 'preparation') throw new Error('This wallet must be prepared first');
    const txid = await creator.send(deposit.transaction);
    const found = findVaultDeployment(scenario.contract, txid, chain.transaction(txid));
    if (!found.ok) throw new Error(found.problems.join('; '));
    scenario.state = found.coin;
    return scenario;
  }

  get coins(): Utxo[] {
    return this.chain.coinsOf(this.contract.lockingBytecode);
  }

  get holdings(): VaultHoldings {
    return { state: this.state, coins: this.coins };
  }

  get satoshis(): bigint {
    return this.coins.reduce((sum, coin) => sum + coin.satoshis, 0n);
  }

  async deposit(from: Party, ...satoshis: bigint[]): Promise<void> {
    for (const each of satoshis) await from.send(buildVaultDeposit(this.contract, from.funds(), each));
  }

  /** Two signers agree; the network gets it. */
  async execute(proposal: VaultProposal, one: SignerName, other: SignerName): Promise<VaultTransition | undefined> {
    const signatures = await Promise.all([signatureBy(proposal, one), signatureBy(proposal, other)]);
    const [first, second] = signatures;
    const built = completeVaultProposal(proposal, [first, second]);
    const txid = this.chain.node.submit(built.hex);
    if (txid !== built.txid) throw new Error('The builder named another txid');
    return this.follow(txid);
  }

  /** Takes the step a transaction made; undefined where it left the state alone. */
  follow(txid: string): VaultTransition | undefined {
    const transition = this.state && readVaultTransition(this.contract, this.state, txid, this.chain.transaction(txid));
    if (transition !== undefined) this.state = transition.next;
    return transition;
  }
}

/** A vault with its state, somebody who can deposit and somebody to pay, strangers to every other scene. */
export interface VaultScene {
  readonly chain: TestChain;
  readonly creator: Party;
  readonly payee: Party;
  readonly scenario: VaultScenario;
}

let shared: TestChain | undefined;
let scenes = 0;

/** A new vault on a chain that all scenes of a file share. @param deposit satoshis of the state */
export const openScene = async (deposit = 500_000n): Promise<VaultScene> => {
  const chain = (shared ??= createTestChain());
  scenes += 1;
  const creator = createParty(chain, `creator ${scenes}`, 9_000_000n);
  return {
    chain,
    creator,
    payee: createParty(chain, `payee ${scenes}`),
    scenario: await VaultScenario.open(chain, creator, deposit, scenes),
  };
};

/**
 * Opens a vault that has enough to pay a campaign, of tokens 5,000,000.
 *
 * @param payer who makes the first deposit
 * @param number distinguishes vaults
 */
export const openCampaignVault = async (
  chain: TestChain,
  payer: Party,
  type: AirdropAsset['type'],
  number: number,
): Promise<{ readonly scenario: VaultScenario; readonly asset: AirdropAsset }> => {
  const scenario = await VaultScenario.open(chain, payer, 500_000n, number);
  const { lockingBytecode } = scenario.contract;
  chain.fund(lockingBytecode, 4_000_000_000n);
  if (type === 'BCH') return { scenario, asset: { type } };
  const { category } = chain.node.mint(binToHex(lockingBytecode), { amount: 5_000_000n });
  return { scenario, asset: { type, category } };
};
