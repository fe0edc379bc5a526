import { createWallet, type Wallet } from '@weir/wallet';
import {
  buildRosterFirstDeposit,
  completeVaultProposal,
  findRosterDeployment,
  guardianHash,
  lockingBytecodeOf,
  type PublicKeyHash,
  readVaultSignature,
  readRosterTransition,
  type RosterCoin,
  type RosterContract,
  type RosterHoldings,
  type RosterMembers,
  type VaultProposal,
  vaultSigningRequest,
  type RosterTransition,
  type UnsignedTransaction,
} from '../../src/index.js';
import { createTestChain, type TestChain } from './chain.js';
import { createParty, type Party } from './party.js';
import { answerOf } from './vault-scenario.js';

const open = (name: string): Wallet => createWallet({ privateKey: name });
export const NAMES = ['anna', 'ben', 'cleo', 'dora', 'egon', 'fred'] as const;
export type Name = (typeof NAMES)[number];
export const WALLETS: Readonly<Record<Name, Wallet>> = {
  anna: open('anna'),
  ben: open('ben'),
  cleo: open('cleo'),
  dora: open('dora'),
  egon: open('egon'),
  fred: open('fred'),
};
export const hashOf = (name: Name): PublicKeyHash => WALLETS[name].publicKeyHash;

export const [QUIET, REVIEW] = [20, 8];

/** Anna, Ben and Cleo sign; Fred guards. */
export const MEMBERS: RosterMembers = {
  signers: [hashOf('anna'), hashOf('ben'), hashOf('cleo')],
  guardian: guardianHash(lockingBytecodeOf(hashOf('fred'))),
  quiet: QUIET,
  review: REVIEW,
};

/** A roster on a chain, followed from state to state. */
export class RosterScenario {
  constructor(
    readonly chain: TestChain,
    readonly depositor: Party,
    readonly contract: RosterContract,
    public state: RosterCoin,
  ) {}

  get holdings(): RosterHoldings {
    return { state: this.state, coins: this.chain.coinsOf(this.contract.lockingBytecode) };
  }

  /** One signer's round: asked, answered, checked. */
  async signatureBy(proposal: VaultProposal, name: Name) {
    const answer = await answerOf(WALLETS[name], vaultSigningRequest(proposal, hashOf(name)));
    const result = readVaultSignature(proposal, hashOf(name), answer);
    if (!result.ok) throw new Error(result.problem);
    return result.signature;
  }

  /** Two signers agree; the network gets it. */
  async execute(proposal: VaultProposal, one: Name, other: Name): Promise<RosterTransition> {
    const signatures = [await this.signatureBy(proposal, one), await this.signatureBy(proposal, other)] as const;
    const built = completeVaultProposal(proposal, signatures);
    const txid = this.chain.node.submit(built.hex);
    if (txid !== built.txid) throw new Error('The builder named another txid');
    return this.follow(txid);
  }

  /** Has one wallet sign a step, and sends it. @throws Error with the node's reason */
  async send(built: UnsignedTransaction, name: Name): Promise<RosterTransition> {
    const { signedTransaction } = await WALLETS[name].signTransaction({ ...built.wcTransaction, broadcast: false });
    return this.follow(this.chain.node.submit(signedTransaction));
  }

  follow(txid: string): RosterTransition {
    this.chain.mine(1);
    const step = readRosterTransition(this.contract, this.state, txid, this.chain.transaction(txid));
    if (step === undefined) throw new Error(`${txid} is not a step of the roster`);
    this.state = step.next;
    return step;
  }

  /** A wallet of one of them with these satoshis, as builders take it. */
  fundsOf(name: Name, satoshis = 20_000n) {
    const lockingBytecode = lockingBytecodeOf(hashOf(name));
    this.chain.fund(lockingBytecode, satoshis);
    return { hash: hashOf(name), coins: this.chain.coinsOf(lockingBytecode) };
  }
}

let shared: TestChain | undefined;
let scenes = 0;

/** Opens a roster on a chain that all scenes of a file share. */
export const openRoster = async (members: RosterMembers = MEMBERS, deposit = 500_000n): Promise<RosterScenario> => {
  const chain = (shared ??= createTestChain());
  scenes += 1;
  const depositor = createParty(chain, `depositor ${scenes}`, 9_000_000n);
  const built = buildRosterFirstDeposit('devnet', members, depositor.funds(), deposit);
  if (built.kind === 'preparation') throw new Error('This wallet must be prepared first');
  const txid = await depositor.send(built.transaction);
  chain.mine(1);
  const found = findRosterDeployment('devnet', txid, chain.transaction(txid));
  if (!found.ok) throw new Error(found.problem);
  return new RosterScenario(chain, depositor, found.contract, found.coin);
};
