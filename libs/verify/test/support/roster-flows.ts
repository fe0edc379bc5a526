import { binToHex } from '@bitauth/libauth';
import {
  buildRosterCall,
  buildRosterDeposit,
  buildRosterFirstDeposit,
  buildRosterVeto,
  createRosterContract,
  guardianHash,
  initialRosterState,
  lockingBytecodeOf,
  outpointKey,
  proposeRosterExchange,
  proposeVaultSpend,
  type RosterCoin,
  type RosterHoldings,
  type RosterMembers,
  type VaultProposal,
  vaultSigningRequest,
} from '@weir/covenants';
import type { RosterPhase } from '@weir/kinds';
import type { AskedEffect } from '../../src/index.js';
import { coinOf, hashOf, TIP, TOKEN, walletOf } from './coins.js';
import { addressAt, type Flow, flowOf, NETWORK } from './flow.js';
import { drafted, livePurse, opens } from './purse-flows.js';
import { VAULT_SIGNERS } from './vault.js';

/** Names of the three who sign, of one who joins, and of two guardians. */
export const [ANNA, BEN, CLEO, DORA, FRED, GRETA] = [0x31, 0x32, 0x33, 0x34, 0x38, 0x39];

export const guardedBy = (name: number): Uint8Array => guardianHash(lockingBytecodeOf(hashOf(name)));
export const keyAddress = (name: number): string => addressAt(lockingBytecodeOf(hashOf(name)));

export const MEMBERS: RosterMembers = {
  signers: [hashOf(ANNA), hashOf(BEN), hashOf(CLEO)],
  guardian: guardedBy(FRED),
  quiet: 26_000,
  review: 4_320,
};

/** What a signer asks for of members. */
export const termsOf = ({ signers, guardian, quiet, review }: RosterMembers) => ({
  signers: signers.map((hash) => addressAt(lockingBytecodeOf(hash))),
  guardianHash: binToHex(guardian),
  quiet,
  review,
});

export const ROSTER = createRosterContract('fb'.repeat(32), NETWORK);

/** Returns the state of the roster, and everything at its address. */
export const rosterOf = (status: RosterPhase = 'active', satoshis = 900_000n): RosterHoldings => {
  const state: RosterCoin = {
    outpoint: { txid: 'fa'.repeat(32), vout: 0 },
    satoshis,
    state: { ...initialRosterState(MEMBERS), status, spends: 7 },
  };
  return { state, coins: [coinOf(70_000n), coinOf(1_000n, { category: TOKEN, amount: 1_000_000_000n })] };
};

export const SPENDS: AskedEffect = { kind: 'SPENDS_VAULT', vault: ROSTER.address, closes: false };

/** What one signer of a roster is asked to sign, by default by Ben. */
export const askedOf = (
  name: string,
  proposal: VaultProposal,
  effects: readonly AskedEffect[],
  signer: number = BEN,
): Flow => {
  const wallet = { hash: hashOf(signer), coins: [] };
  return flowOf(name, { wcTransaction: vaultSigningRequest(proposal, wallet.hash) }, wallet, effects);
};

const asksFor = (members: RosterMembers): AskedEffect => ({
  kind: 'CHANGES_ROSTER',
  vault: ROSTER.address,
  ...termsOf(members),
});

/** Cleo has lost her key: Dora signs instead. */
export const EXCHANGED: RosterMembers = { ...MEMBERS, signers: [hashOf(ANNA), hashOf(BEN), hashOf(DORA)] };
const EXCHANGE = { seat: { of: 2, to: hashOf(DORA) } } as const;

/** Every transaction of a roster that one wallet signs alone, or that two sign as they sign those of a vault. */
export const rosterFlows = (): readonly Flow[] => {
  const [holdings, recovering] = [rosterOf(), rosterOf('recovering')];
  const depositor = walletOf(VAULT_SIGNERS[0]);
  const first = buildRosterFirstDeposit(NETWORK, MEMBERS, depositor, 500_000n);
  const listed = buildRosterFirstDeposit(NETWORK, MEMBERS, depositor, 510_000n, { tip: TIP });
  const payee = lockingBytecodeOf(hashOf(0x41));
  const pays = (amount: bigint, asset?: string): AskedEffect => ({ kind: 'PAYS', to: addressAt(payee), asset, amount });
  const guarded: RosterMembers = { ...MEMBERS, guardian: guardedBy(GRETA), quiet: 13_000, review: 2_016 };
  const owner = { owner: ROSTER.lockingBytecode, signers: MEMBERS.signers };
  const purse = livePurse(drafted(false, owner), 'ad');
  const renewed = drafted(false, { ...owner, signers: EXCHANGED.signers, amount: 400_000n });
  const spend = (from: RosterHoldings, satoshis: bigint) =>
    proposeVaultSpend(ROSTER, from, payee, { type: 'BCH', satoshis });
  return [
    flowOf('roster: first deposit', first.transaction, depositor, [
      { kind: 'OPENS_ROSTER', satoshis: 500_000n, ...termsOf(MEMBERS), guardian: keyAddress(FRED) },
    ]),
    flowOf('roster: first deposit that the chain lists', listed.transaction, depositor, [
      { kind: 'OPENS_ROSTER', satoshis: 510_000n, isListed: true, ...termsOf(MEMBERS), guardian: keyAddress(FRED) },
    ]),
    flowOf('roster: deposit', buildRosterDeposit(ROSTER, depositor, 90_000n), depositor, [
      { kind: 'PAYS', to: ROSTER.address, asset: undefined, amount: 90_000n },
    ]),
    askedOf('roster: payment of BCH', spend(holdings, 300_000n), [SPENDS, pays(300_000n)]),
    askedOf('roster: payment that ends a recovery', spend(recovering, 310_000n), [SPENDS, pays(310_000n)]),
    askedOf(
      'roster: payment of tokens',
      proposeVaultSpend(ROSTER, holdings, payee, { type: 'FUNGIBLE_TOKEN', category: TOKEN, amount: 400n }),
      [SPENDS, pays(400n, TOKEN)],
    ),
    askedOf('roster: exchange of a signer', proposeRosterExchange(ROSTER, holdings, EXCHANGE), [
      SPENDS,
      { ...asksFor(EXCHANGED), leaves: keyAddress(CLEO), joins: keyAddress(DORA) } as AskedEffect,
    ]),
    askedOf(
      'roster: another guardian and delays',
      proposeRosterExchange(ROSTER, holdings, { guardian: guarded.guardian, quiet: 13_000, review: 2_016 }),
      [SPENDS, asksFor(guarded)],
    ),
    askedOf(
      'roster: exchange with a purse renewed',
      proposeRosterExchange(ROSTER, holdings, { ...EXCHANGE, purses: { recalled: [purse], opened: [renewed] } }),
      [
        SPENDS,
        asksFor(EXCHANGED),
        { kind: 'RECALLS_PURSE', purse: purse.contract.address, outpoint: outpointKey(purse.coin.outpoint) },
        opens(renewed),
      ],
    ),
    flowOf('roster: call of a recovery', buildRosterCall(ROSTER, holdings.state, walletOf(FRED)), walletOf(FRED), [
      { kind: 'STEPS_RECOVERY', move: 'CALL', vault: ROSTER.address },
    ]),
    flowOf('roster: veto', buildRosterVeto(ROSTER, recovering.state, walletOf(BEN)), walletOf(BEN), [
      { kind: 'STEPS_RECOVERY', move: 'VETO', vault: ROSTER.address },
    ]),
  ];
};
