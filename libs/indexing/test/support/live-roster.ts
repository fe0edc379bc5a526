import { binToHex } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import {
  buildRosterCall,
  buildRosterFirstDeposit,
  buildRosterVeto,
  completeRosterRecovery,
  completeVaultProposal,
  findRosterDeployment,
  guardianHash,
  lockingBytecodeOf,
  proposeRosterRecovery,
  readRecoverySignature,
  readRosterTransition,
  readVaultSignature,
  recoveryGuardianRequest,
  recoverySigningRequest,
  type RosterCoin,
  type RosterContract,
  type RosterHoldings,
  type RosterMembers,
  type VaultProposal,
  vaultSigningRequest,
} from '@weir/covenants';
import type { ChainNode } from '@weir/devnet';
import { decodeHex, sign } from '@weir/simulation';
import { createWallet, type Wallet } from '@weir/wallet';
import type { BaseParty } from './chain-base.js';

/** Blocks of silence before the guardian may call, and of review after it. */
export const [QUIET, REVIEW] = [6, 6];

const open = (name: string): Wallet => createWallet({ privateKey: `roster, ${name}` });
export const SIGNERS = { anna: open('anna'), ben: open('ben'), cleo: open('cleo'), dora: open('dora') } as const;
export const GUARDIAN = open('guardian');
export type Name = keyof typeof SIGNERS;

export const hashOf = (name: Name): Uint8Array => SIGNERS[name].publicKeyHash;

/** Anna, Ben and Cleo sign; a guardian may recover. */
export const MEMBERS: RosterMembers = {
  signers: [hashOf('anna'), hashOf('ben'), hashOf('cleo')],
  guardian: guardianHash(lockingBytecodeOf(GUARDIAN.publicKeyHash)),
  quiet: QUIET,
  review: REVIEW,
};

type Request = ReturnType<typeof vaultSigningRequest>;

const answerOf = async (wallet: Wallet, request: Request): Promise<string> =>
  (await wallet.signTransaction({ ...request, broadcast: false })).signedTransaction;

/** A roster on a node, followed from state to state. */
export class LiveRoster {
  /** Coins with tokens at its address. */
  tokens: readonly Utxo[] = [];

  private constructor(
    readonly node: ChainNode,
    readonly contract: RosterContract,
    readonly txid: string,
    public state: RosterCoin,
  ) {}

  /**
   * Opens one with the coins of a party; the funding is offered to the node.
   *
   * @param isListed whether the chain lists it
   */
  static async open(node: ChainNode, { wallet, coins }: BaseParty, isListed = true): Promise<LiveRoster> {
    const depositor = { hash: wallet.publicKeyHash, coins };
    const options = isListed ? { tip: { height: node.tip.height } } : {};
    const built = buildRosterFirstDeposit('devnet', MEMBERS, depositor, 50_000_000n, options);
    if (built.kind === 'preparation') throw new Error('The wallet has a coin at index 0');
    const signed = await sign(wallet, built.transaction);
    node.submit(signed.hex);
    const found = findRosterDeployment('devnet', signed.txid, signed.transaction);
    if (!found.ok) throw new Error(found.problem);
    return new LiveRoster(node, found.contract, signed.txid, found.coin);
  }

  get holdings(): RosterHoldings {
    return { state: this.state, coins: this.tokens };
  }

  /** Puts tokens of a new category at its address. @returns the category */
  mint(amount: bigint): string {
    const { category, transaction } = this.node.mint(binToHex(this.contract.lockingBytecode), { amount });
    const [output] = transaction.outputs;
    this.tokens = [{ txid: transaction.txid, vout: 0, satoshis: output?.satoshis ?? 0n, token: { category, amount } }];
    return category;
  }

  /** Two signers agree, and the node gets it. @returns its txid */
  async execute(proposal: VaultProposal, one: Name, other: Name): Promise<string> {
    const signatureBy = async (name: Name) => {
      const answer = await answerOf(SIGNERS[name], vaultSigningRequest(proposal, hashOf(name)));
      const result = readVaultSignature(proposal, hashOf(name), answer);
      if (!result.ok) throw new Error(result.problem);
      return result.signature;
    };
    return this.#follow(completeVaultProposal(proposal, [await signatureBy(one), await signatureBy(other)]).hex);
  }

  async call(): Promise<string> {
    const built = buildRosterCall(this.contract, this.state, this.#fundsOf(GUARDIAN));
    return this.#follow((await sign(GUARDIAN, built)).hex);
  }

  async veto(name: Name): Promise<string> {
    const built = buildRosterVeto(this.contract, this.state, this.#fundsOf(SIGNERS[name]));
    return this.#follow((await sign(SIGNERS[name], built)).hex);
  }

  /** The guardian and two of the next signers end a recovery. */
  async finish(members: RosterMembers, one: Name, other: Name): Promise<string> {
    const recovery = proposeRosterRecovery(this.contract, this.state, members, this.#fundsOf(GUARDIAN, 60_000n));
    const byGuardian = await answerOf(GUARDIAN, recoveryGuardianRequest(recovery));
    const signatureBy = async (name: Name) => {
      const answer = await answerOf(SIGNERS[name], recoverySigningRequest(recovery, hashOf(name)));
      const result = readRecoverySignature(recovery, hashOf(name), answer);
      if (!result.ok) throw new Error(result.problem);
      return result.signature;
    };
    const signatures = [await signatureBy(one), await signatureBy(other)] as const;
    return this.#follow(completeRosterRecovery(recovery, byGuardian, signatures).hex);
  }

  #fundsOf({ publicKeyHash: hash }: Wallet, satoshis = 20_000n) {
    const { txid } = this.node.fund(binToHex(lockingBytecodeOf(hash)), satoshis);
    return { hash, coins: [{ txid, vout: 0, satoshis }] };
  }

  #follow(hex: string): string {
    const txid = this.node.submit(hex);
    const step = readRosterTransition(this.contract, this.state, txid, decodeHex(hex));
    if (step === undefined) throw new Error(`${txid} is not a step of the roster`);
    this.state = step.next;
    return txid;
  }
}
