import { isWeirError, type Progress, type ProposalHandle, type VaultHandle } from '@weir/client';
import { DAY, vaultTerms } from '@weir/lives';
import type { Wallet } from '@weir/wallet';
import { balanceOf, bch, type Fixture, openWallet, showHash } from './fixture.js';

const BCH = 100_000_000n;
/** Blocks: the shortest that a chain of one's own permits. */
const DELAY = 6;

/** A treasury whose signers can be exchanged, with its guardian. */
interface Guarded {
  readonly vault: VaultHandle;
  readonly guardian: Wallet;
}

const carryOut = async (
  { control }: Fixture,
  proposal: ProposalHandle,
  signers: readonly Wallet[],
  sender: Wallet,
): Promise<void> => {
  for (const signer of signers) await proposal.approve(signer);
  await proposal.execute(sender);
  await control.mine();
};

const showSigners = async ({ say }: Fixture, { vault }: Guarded, reader: Wallet): Promise<void> => {
  const { signers, contractAddress } = await vault.get(reader);
  say.fact('address', contractAddress ?? 'none');
  for (const signer of signers) say.fact('signs', signer);
};

const open = async (
  fixture: Fixture,
  signers: readonly [Wallet, Wallet, Wallet],
  guardian: Wallet,
): Promise<Guarded> => {
  const { weir, control, say } = fixture;
  const [alice] = signers;
  const roster = { guardian: guardian.address, quietBlocks: DELAY, reviewBlocks: DELAY };
  const vault = await weir.vaults.create(vaultTerms(signers, { totalDeposit: 3, roster }), alice);
  say.step('Alice opens it with a deposit. Nobody is shown its address before a block holds that');
  say.fact('address so far', vault.record.contractAddress ?? 'none');
  await vault.deposit(alice, {
    onProgress(progress: Progress) {
      showHash(fixture)(progress);
      // Its genesis is checked in a block.
      if (progress.step === 'waiting') void control.mine();
    },
  });
  await showSigners(fixture, { vault, guardian }, alice);
  return { vault, guardian };
};

/** A stream of the treasury, which an exchange leaves alone. @returns its id */
const payStream = async (
  fixture: Fixture,
  { vault }: Guarded,
  [alice, bob]: readonly [Wallet, Wallet],
): Promise<string> => {
  const { weir, say } = fixture;
  const recipient = await openWallet(fixture, 'Erin', 0n);
  const { chain } = await weir.info();
  const startTime = chain?.time ?? 0;
  const stream = await weir.streams.create(
    {
      recipient: recipient.address,
      totalAmount: 1,
      streamType: 'LINEAR',
      startTime,
      endTime: startTime + 10 * DAY,
      vaultId: vault.id,
    },
    alice,
  );
  await carryOut(fixture, await vault.proposeFunding({ streamIds: [stream.id] }, alice), [alice, bob], bob);
  say.step('It pays Erin a stream of 1 BCH');
  return stream.id;
};

const callAndWait = async ({ control, say }: Fixture, { vault, guardian }: Guarded): Promise<void> => {
  await control.mine(DELAY);
  say.step(`${DELAY} blocks of silence: the guardian calls a recovery, which moves no money`);
  const { status } = await vault.callRecovery(guardian);
  say.fact('phase', status);
  await control.mine();
};

/** A key is lost and exchanged; a guardian's call is stopped by one signer; another one, when all are lost, is not. */
export const exchangedKeys = async (fixture: Fixture): Promise<void> => {
  const { weir, control, say } = fixture;
  say.chapter('A lost key: a treasury whose signers can be exchanged, with a guardian');
  const alice = await openWallet(fixture, 'Alice', 5n * BCH);
  const bob = await openWallet(fixture, 'Bob', BCH);
  const carol = await openWallet(fixture, 'Carol', 0n);
  const guardian = await openWallet(fixture, 'Fred the guardian', BCH);
  const treasury = await open(fixture, [alice, bob, carol], guardian);
  const { vault } = treasury;
  const before = (await vault.get(alice)).contractAddress;
  const stream = await payStream(fixture, treasury, [alice, bob]);

  const dave = await openWallet(fixture, 'Dave', 0n);
  say.step('Carol loses her key. Alice and Bob give her place to Dave, in one transaction');
  const exchange = { leaves: carol.address, joins: dave.address, joinsPubkey: dave.publicKeyHex };
  await carryOut(fixture, await vault.proposeExchange(exchange, alice), [alice, bob], bob);
  await showSigners(fixture, treasury, alice);
  const { stream: running } = await weir.streams.at(stream).get();
  say.fact('stream to Erin', running.status);
  const after = (await vault.get(alice)).contractAddress;
  if (before === null || after !== before || running.status !== 'ACTIVE')
    throw new Error('Address and stream should have stayed');

  await callAndWait(fixture, treasury);
  say.step('Bob stops it, alone');
  const { status } = await vault.vetoRecovery(bob, { onProgress: showHash(fixture) });
  say.fact('phase', status);
  await control.mine();

  await callAndWait(fixture, treasury);
  await control.mine(DELAY);
  const gina = await openWallet(fixture, 'Gina', 0n);
  const hank = await openWallet(fixture, 'Hank', 0n);
  const heirs = [gina, hank, await openWallet(fixture, 'Iris', 0n)];
  say.step('Nobody stops it this time. The guardian and two of the new signers end it');
  const members = {
    signers: heirs.map(({ address }) => address),
    signerPubkeys: heirs.map(({ publicKeyHex }) => publicKeyHex),
  };
  const end = await vault.finishRecovery(members, guardian);
  await carryOut(fixture, end, [guardian, gina, hank], guardian);
  await showSigners(fixture, treasury, gina);

  const supplier = await openWallet(fixture, 'Supplier', 0n);
  const rent = await vault.propose({ recipient: supplier.address, amount: 0.5, reason: 'Rent' }, gina);
  const late = await rent.approve(bob).catch((error: unknown) => error);
  if (!isWeirError(late, 'FORBIDDEN')) throw new Error('A former signer should be refused');
  say.step('Bob, a former signer, is refused');
  await carryOut(fixture, rent, [gina, hank], hank);
  say.step('The new signers pay the rent from the same address');
  const paid = await balanceOf(fixture, supplier.address);
  say.fact('supplier', bch(paid));
  if (paid !== BCH / 2n) throw new Error(`The supplier has ${paid} satoshis`);
};
