import { binToHex } from '@bitauth/libauth';
import type { Wallet } from '@weir/wallet';
import { balanceOf, openWallet, type Fixture } from './fixture.js';
import { bch } from './narrator.js';
import { signAndSend } from './streams.js';

const BCH = 100_000_000n;

/** The fields of the API's vault record that the demo shows. */
interface VaultRow {
  readonly id: string;
  readonly contractAddress: string;
  readonly state: string;
  readonly currentBalanceBase: string;
}

interface ProposalRow {
  readonly id: string;
  readonly proposalId: string;
  readonly status: string;
  readonly nextStep: string;
  readonly amountBase: string;
  readonly feeBase: string;
  readonly approvals: readonly object[];
}

/** A vault with its signers, the first of whom created it. */
interface Treasury {
  readonly id: string;
  readonly address: string;
  readonly signers: readonly [Wallet, Wallet, Wallet];
}

const show = ({ say }: Fixture, vault: VaultRow): void => {
  say.fact('state', vault.state);
  say.fact('balance', bch(BigInt(vault.currentBalanceBase)));
};

const open = async (fixture: Fixture): Promise<Treasury> => {
  const { api, say } = fixture;
  const signers = [
    await openWallet(fixture, 'Alice', 10n * BCH),
    await openWallet(fixture, 'Bob', 0n),
    await openWallet(fixture, 'Carol', 0n),
  ] as const;
  const order = {
    name: 'Treasury',
    signers: signers.map(({ address }) => address),
    signerPubkeys: signers.map(({ publicKey }) => binToHex(publicKey)),
    totalDeposit: 3,
    isPublic: false,
  };
  const vault = await api.post<VaultRow>('/api/vaults', order, signers[0].address);
  say.step('Alice creates a private vault for the three of them');
  say.fact('contract', vault.contractAddress);
  return { id: vault.id, address: vault.contractAddress, signers };
};

/** The deposit the API builds, signed and reported. */
const deposit = async (fixture: Fixture, { id, signers: [alice] }: Treasury, what: string): Promise<void> => {
  const { api, control, say } = fixture;
  const built = await api.get<{ amountToDeposit: number; wcTransaction: object }>(
    `/api/vaults/${id}/deposit`,
    alice.address,
  );
  say.step(`Alice deposits ${built.amountToDeposit} BCH: ${what}`);
  const txid = await signAndSend(fixture, alice, built.wcTransaction);
  show(
    fixture,
    await api.post<VaultRow>(
      `/api/vaults/${id}/update-balance`,
      { txid, amount: built.amountToDeposit },
      alice.address,
    ),
  );
  await control.mine();
};

const propose = async (
  { api, say }: Fixture,
  { id, signers: [alice] }: Treasury,
  order: object,
): Promise<ProposalRow> => {
  const proposal = await api.post<ProposalRow>(`/api/vaults/${id}/proposals`, order, alice.address);
  say.step(`Alice proposes ${proposal.proposalId}: ${bch(BigInt(proposal.amountBase))}`);
  say.fact('fee', `${proposal.feeBase} satoshis, the vault's`);
  return proposal;
};

/** One signer's part: ask, sign in the wallet, send. */
const approve = async ({ api, say }: Fixture, signer: Wallet, name: string, id: string): Promise<void> => {
  const { wcTransaction } = await api.post<{ wcTransaction: object }>(
    `/api/proposals/${id}/approve`,
    {},
    signer.address,
  );
  const { signedTransaction } = await signer.signTransaction(wcTransaction);
  const { status, approvals } = await api.post<ProposalRow>(
    `/api/proposals/${id}/signatures`,
    { signedTransaction },
    signer.address,
  );
  say.step(`${name} signs`);
  say.fact('signatures', `${approvals.length} of 2`);
  say.fact('status', status);
};

/** What two have signed, sent and reported. */
const carryOut = async (fixture: Fixture, { signers: [, bob] }: Treasury, id: string): Promise<void> => {
  const { api, say } = fixture;
  const { txHex } = await api.post<{ txHex: string }>(`/api/proposals/${id}/execute`, {}, bob.address);
  const { txid: txHash } = await api.post<{ txid: string }>('/api/transactions/broadcast', { txHex });
  say.step('Bob sends the transaction that two have signed');
  say.fact('transaction', txHash);
  const { status, vault } = await api.post<{ status: string; vault: VaultRow }>(
    `/api/proposals/${id}/confirm-execute`,
    { txHash },
    bob.address,
  );
  say.fact('status', status);
  show(fixture, vault);
};

/** A vault of three: two deposits, two proposals that race, the one that lost signed anew, a close. */
export const treasuryVault = async (fixture: Fixture): Promise<void> => {
  const { api, control, say } = fixture;
  say.chapter('Two of three: a private vault, a payment, a proposal that lost its race, a close');
  const treasury = await open(fixture);
  const { signers, id } = treasury;
  const [alice, bob, carol] = signers;
  const supplier = await openWallet(fixture, 'Supplier', 0n);
  await deposit(fixture, treasury, "the first one makes the vault's state");
  await control.fund(treasury.address, 2n * BCH);
  await control.mine();
  say.step('Somebody sends 2 BCH to the address, as any wallet can');

  const rent = await propose(fixture, treasury, { recipient: supplier.address, amount: 1, reason: 'Rent' });
  const bonus = await propose(fixture, treasury, { recipient: supplier.address, amount: 0.5, reason: 'Bonus' });
  await approve(fixture, bob, 'Bob', rent.id);
  await approve(fixture, carol, 'Carol', rent.id);
  await carryOut(fixture, treasury, rent.id);

  const late = await api.get<ProposalRow>(`/api/proposals/${bonus.id}`, alice.address);
  say.step('The other proposal was built on the same state');
  say.fact('status', late.status);
  say.fact('next step', late.nextStep);
  await approve(fixture, alice, 'Alice', bonus.id);
  await approve(fixture, carol, 'Carol', bonus.id);
  await carryOut(fixture, treasury, bonus.id);

  await control.mine();
  const close = await propose(fixture, treasury, { kind: 'close', recipient: alice.address, reason: 'We are done' });
  await approve(fixture, alice, 'Alice', close.id);
  await approve(fixture, bob, 'Bob', close.id);
  await carryOut(fixture, treasury, close.id);

  const { state } = await api.get<{ state: string }>(`/api/vaults/${id}/state`, alice.address);
  const [paid, left] = [await balanceOf(fixture, supplier.address), await balanceOf(fixture, treasury.address)];
  say.step('The supplier has what two agreed on, the vault is empty');
  say.fact('supplier', bch(paid));
  if (state !== 'closed' || left !== 0n || paid !== (3n * BCH) / 2n)
    throw new Error(`The vault is ${state} with ${left} satoshis, the supplier has ${paid}`);
};
