import { isWeirError, type ProposalHandle, type ProposalTerms, type Vault, type VaultHandle } from '@weir/client';
import { vaultTerms } from '@weir/lives';
import type { Wallet } from '@weir/wallet';
import { balanceOf, bch, type Fixture, openWallet, showHash } from './fixture.js';

const BCH = 100_000_000n;

/** A vault with its signers; the first is its creator. */
interface Treasury {
  readonly vault: VaultHandle;
  readonly address: string;
  readonly signers: readonly [Wallet, Wallet, Wallet];
}

const show = ({ say }: Fixture, vault: Pick<Vault, 'state' | 'currentBalanceBase'>): void => {
  say.fact('state', vault.state);
  say.fact('balance', bch(vault.currentBalanceBase));
};

const open = async (fixture: Fixture): Promise<Treasury> => {
  const { weir, say } = fixture;
  const signers = [
    await openWallet(fixture, 'Alice', 10n * BCH),
    await openWallet(fixture, 'Bob', 0n),
    await openWallet(fixture, 'Carol', 0n),
  ] as const;
  const vault = await weir.vaults.create(vaultTerms(signers, { totalDeposit: 3 }), signers[0]);
  say.step('Alice creates a private vault for the three of them');
  const { contractAddress: address } = vault.record;
  if (address === null) throw new Error('The vault has no address');
  say.fact('contract', address);
  return { vault, address, signers };
};

const deposit = async (fixture: Fixture, { vault, signers: [alice] }: Treasury, what: string): Promise<void> => {
  const { control, say } = fixture;
  const planned = await vault.get(alice);
  say.step(`Alice deposits ${bch(planned.totalDepositBase)}: ${what}`);
  show(fixture, await vault.deposit(alice, { onProgress: showHash(fixture) }));
  await control.mine();
};

const propose = async (
  { say }: Fixture,
  { vault, signers: [alice] }: Treasury,
  terms: ProposalTerms,
): Promise<ProposalHandle> => {
  const proposal = await vault.propose(terms, alice);
  const { proposalId, amountBase, feeBase } = proposal.record;
  say.step(`Alice proposes ${proposalId}: ${bch(amountBase)}`);
  say.fact('fee', `${feeBase} satoshis, the vault's`);
  return proposal;
};

const approve = async ({ say }: Fixture, signer: Wallet, name: string, proposal: ProposalHandle): Promise<void> => {
  const { status, approvals } = await proposal.approve(signer);
  say.step(`${name} signs`);
  say.fact('signatures', `${approvals.length} of 2`);
  say.fact('status', status);
};

/** Broadcasts and confirms a proposal that two have signed. */
const carryOut = async (fixture: Fixture, { signers: [, bob] }: Treasury, proposal: ProposalHandle): Promise<void> => {
  const { say } = fixture;
  say.step('Bob sends the transaction that two have signed');
  const { status, vault } = await proposal.execute(bob, { onProgress: showHash(fixture) });
  say.fact('status', status);
  if (vault !== null) show(fixture, vault);
};

/** Petty cash: a purse that one key pays from, the limit that stops it, and one signer who sends it home. */
const pettyCash = async (fixture: Fixture, treasury: Treasury, supplier: Wallet): Promise<void> => {
  const { weir, control, say } = fixture;
  const { vault, signers } = treasury;
  const [alice, bob, carol] = signers;
  const dave = await openWallet(fixture, 'Dave', 0n);
  const allowance = { spender: dave.address, payees: [supplier.address], limit: 0.1, periodBlocks: 144 };
  const proposal = await propose(fixture, treasury, { kind: 'allowance', amount: 0.3, allowance });
  await approve(fixture, alice, 'Alice', proposal);
  await approve(fixture, bob, 'Bob', proposal);
  await carryOut(fixture, treasury, proposal);
  await control.mine();
  const [purse] = await weir.purses.of(vault.id, alice);
  if (purse === undefined) throw new Error('The vault should have a purse');
  const handle = weir.purses.at(purse.id);
  say.step('Dave, who has no coin, pays an invoice out of the purse, alone');
  const paid = await handle.pay({ to: supplier.address, amount: 0.05 }, dave, { onProgress: showHash(fixture) });
  say.fact('may be paid now', bch(paid.purse?.availableBase ?? 0n));
  const stopped = await handle.pay({ to: supplier.address, amount: 0.08 }, dave).catch((error: unknown) => error);
  if (!isWeirError(stopped, 'LIMIT_EXCEEDED')) throw new Error('The limit should stop a second payment');
  say.step('A second payment exceeds the limit, which refills over a day of blocks');
  say.step('Carol sends the purse home by one signature');
  const home = await handle.sendHome(carol, { onProgress: showHash(fixture) });
  say.fact('purse', home.status);
  await control.mine();
};

/** A vault of three: two deposits, two competing proposals, the stale one signed again, a close. */
export const treasuryVault = async (fixture: Fixture): Promise<void> => {
  const { control, say } = fixture;
  say.chapter('Two of three: a private vault, a payment, a proposal that lost its race, a purse, a close');
  const treasury = await open(fixture);
  const { signers, vault } = treasury;
  const [alice, bob, carol] = signers;
  const supplier = await openWallet(fixture, 'Supplier', 0n);
  await deposit(fixture, treasury, "the first one makes the vault's state");
  await control.fund(treasury.address, 2n * BCH);
  await control.mine();
  say.step('Somebody sends 2 BCH to the address, as any wallet can');

  const rent = await propose(fixture, treasury, { recipient: supplier.address, amount: 1, reason: 'Rent' });
  const bonus = await propose(fixture, treasury, { recipient: supplier.address, amount: 0.5, reason: 'Bonus' });
  await approve(fixture, bob, 'Bob', rent);
  await approve(fixture, carol, 'Carol', rent);
  await carryOut(fixture, treasury, rent);

  const late = await bonus.get(alice);
  say.step('The other proposal was built on the same state');
  say.fact('status', late.status);
  say.fact('next step', late.nextStep);
  await approve(fixture, alice, 'Alice', bonus);
  await approve(fixture, carol, 'Carol', bonus);
  await carryOut(fixture, treasury, bonus);

  await control.mine();
  await pettyCash(fixture, treasury, supplier);
  const close = await propose(fixture, treasury, { kind: 'close', recipient: alice.address, reason: 'We are done' });
  await approve(fixture, alice, 'Alice', close);
  await approve(fixture, bob, 'Bob', close);
  await carryOut(fixture, treasury, close);

  const { state } = await vault.state(alice);
  const [paid, left] = [await balanceOf(fixture, supplier.address), await balanceOf(fixture, treasury.address)];
  say.step('The supplier has what two agreed on, the vault is empty');
  say.fact('supplier', bch(paid));
  if (state !== 'closed' || left !== 0n || paid !== (31n * BCH) / 20n)
    throw new Error(`The vault is ${state} with ${left} satoshis, the supplier has ${paid}`);
};
