import { binToHex } from '@bitauth/libauth';
import type { ProposalHandle } from '@weir/client';
import { BCH, openWallet, passBlocks, type Fixture } from '../fixture.js';

/** A vault: a deposit, a spend that two approve, a rejected proposal, a close. */
export const vaultScenario = async (fixture: Fixture): Promise<void> => {
  const { weir, told } = fixture;
  const signers = [await openWallet(fixture, 3n * BCH), await openWallet(fixture), await openWallet(fixture)] as const;
  const [alice, bob, carol] = signers;
  const vault = await weir.vaults.create(
    {
      name: 'Treasury',
      signers: signers.map(({ address }) => address),
      signerPubkeys: signers.map(({ publicKey }) => binToHex(publicKey)),
      totalDeposit: BCH,
      isPublic: true,
    },
    alice,
  );
  const path = `/api/vaults/${vault.id}`;
  await vault.deposit(alice);
  told.push({ path, caller: alice.address, statuses: ['active', 'closed'] });

  const carryOut = async (proposal: ProposalHandle): Promise<void> => {
    await proposal.approve(bob);
    await proposal.approve(carol);
    await proposal.execute(bob);
    told.push({ path: `/api/proposals/${proposal.id}`, caller: bob.address, statuses: ['EXECUTED'] });
  };
  await passBlocks(fixture, 1);
  await carryOut(await vault.propose({ recipient: bob.address, amount: BCH / 5n, reason: 'Rent' }, alice));
  const unwanted = await vault.propose({ recipient: bob.address, amount: BCH / 10n, reason: 'Yacht' }, alice);
  for (const signer of [bob, carol]) await unwanted.reject(signer);
  told.push({ path: `/api/proposals/${unwanted.id}`, caller: bob.address, statuses: ['REJECTED'] });
  await passBlocks(fixture, 2);
  if (fixture.isOver()) return;
  await carryOut(await vault.propose({ kind: 'close', recipient: bob.address, reason: 'Done' }, alice));
  told.push({ path, caller: alice.address, statuses: ['closed'] });
};
