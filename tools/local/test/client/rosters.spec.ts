import type { ProposalHandle, Review, VaultHandle, VaultTerms } from '@weir/client';
import { vaultTerms } from '@weir/lives';
import { BCH, DAY, reading, startFixture, type Fixture, type TestWallet } from './support/fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

/** Blocks of silence, and to stop a recovery: the shortest that a chain of one's own permits. */
const DELAY = 6;

const openRoster = async (change: Partial<VaultTerms> = {}) => {
  const [alice, bob, carol] = [await fixture.wallet(10n * BCH), await fixture.wallet(BCH), await fixture.wallet()];
  const guardian = await fixture.wallet(BCH);
  const roster = { guardian: guardian.address, quietBlocks: DELAY, reviewBlocks: DELAY };
  const vault = await fixture.weir.vaults.create(
    vaultTerms([alice, bob, carol], { totalDeposit: 5n * BCH, roster, ...change }),
    alice,
  );
  return { vault, alice, bob, carol, guardian };
};

/** Deposits, and mines the block that opens the treasury. */
const deposit = (vault: VaultHandle, wallet: TestWallet, onReview?: (review: Review) => boolean) =>
  vault.deposit(wallet, {
    ...(onReview !== undefined && { onReview }),
    onProgress: ({ step }) => void (step === 'waiting' && fixture.stack.control.mine()),
  });

const carryOut = async (proposal: ProposalHandle, signers: readonly TestWallet[]): Promise<string> => {
  for (const signer of signers) await proposal.approve(signer, { onReview: () => true });
  const { status } = await proposal.execute(signers[0]);
  await fixture.stack.control.mine();
  return status;
};

const opened = async () => {
  const members = await openRoster();
  await deposit(members.vault, members.alice);
  return members;
};

it('a treasury whose signers can be exchanged has no address before a block holds its checked first deposit', async () => {
  const { vault, alice, bob, guardian } = await openRoster();
  expect(vault.record).toMatchObject({ contractAddress: null, roster: { guardian: guardian.address } });
  const { read, onReview } = reading();
  await deposit(vault, alice, onReview);
  expect(read[0]).toMatch(/^Opens a treasury with 5 BCH: any two of /u);
  expect(read).toContain(`Guardian: ${guardian.address}`);
  const { contractAddress, status, roster } = await vault.get(bob);
  expect([status, roster?.phase]).toEqual(['active', 'active']);
  expect(contractAddress).toMatch(/^bchtest:r/u);
  // This client knows the address that it opened: nobody has to read a later deposit.
  await vault.deposit(alice, { amount: BCH });
});

it('two signers exchange a lost key while the address and a stream stay, after reading who leaves and who joins', async () => {
  const { vault, alice, bob, carol } = await opened();
  const [dave, erin] = [await fixture.wallet(), await fixture.wallet()];
  const startTime = await fixture.now();
  const stream = await fixture.weir.streams.create(
    {
      recipient: erin.address,
      totalAmount: BCH,
      streamType: 'LINEAR',
      startTime,
      endTime: startTime + 10 * DAY,
      vaultId: vault.id,
    },
    alice,
  );
  expect(await carryOut(await vault.proposeFunding({ streamIds: [stream.id] }, alice), [alice, bob])).toBe('EXECUTED');
  const before = await vault.get(alice);

  const exchange = { leaves: carol.address, joins: dave.address, joinsPubkey: dave.publicKeyHex };
  // A treasury without purses has none to renew.
  const proposal = await vault.proposeExchange(exchange, alice, { purseIds: [] });
  await expect(proposal.approve(carol, { onReview: () => true })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const { read, onReview } = reading();
  await proposal.approve(bob, { onReview });
  expect(read).toEqual(expect.arrayContaining([`Signs no more: ${carol.address}`, `Signs instead: ${dave.address}`]));
  // The proposer knows its own terms.
  await proposal.approve(alice);
  await proposal.execute(alice);
  await fixture.stack.control.mine();
  const after = await vault.get(alice);
  expect(after.contractAddress).toBe(before.contractAddress);
  expect(after.signers).toEqual([alice.address, bob.address, dave.address]);
  expect((await stream.get()).stream.status).toBe('ACTIVE');
  const rent = await vault.propose({ recipient: erin.address, amount: BCH / 2n }, bob);
  expect(await carryOut(rent, [dave, bob])).toBe('EXECUTED');
});

it('the guardian calls after silence, one signer stops it, and where nobody does new signers follow', async () => {
  const { vault, alice, bob, guardian: own } = await opened();
  // Its wallet gives each change an address of its own. The end still needs a coin of the guardian's key.
  const { address: fresh } = await fixture.wallet();
  const guardian = { ...own, getChangeAddress: () => Promise.resolve(fresh) };
  await expect(vault.callRecovery(guardian)).rejects.toMatchObject({ code: 'WRONG_STATE' });
  const call = async (): Promise<void> => {
    await fixture.stack.control.mine(DELAY);
    await vault.callRecovery(guardian);
    await fixture.stack.control.mine();
  };
  await call();
  expect((await vault.recovery(bob)).roster).toMatchObject({ phase: 'recovering' });
  const { read, onReview } = reading();
  expect(await vault.vetoRecovery(bob, { onReview })).toMatchObject({ status: 'active' });
  expect(read[0]).toMatch(/^Stops the recovery of /u);
  await fixture.stack.control.mine();

  await call();
  await fixture.stack.control.mine(DELAY);
  const heirs = [await fixture.wallet(), await fixture.wallet(), await fixture.wallet()];
  const members = {
    signers: heirs.map(({ address }) => address),
    signerPubkeys: heirs.map(({ publicKeyHex }) => publicKeyHex),
  };
  const [one, two] = heirs;
  if (one === undefined || two === undefined) throw new Error('Three follow');
  const end = await vault.finishRecovery(members, guardian);
  expect(await carryOut(end, [guardian, one, two])).toBe('EXECUTED');
  expect((await vault.get(one)).signers).toEqual(members.signers);
  const rent = await vault.propose({ recipient: alice.address, amount: BCH }, one);
  expect(await carryOut(rent, [one, two])).toBe('EXECUTED');
});

describe('a service that changes an exchange', () => {
  it.each([
    ['who joins', (thief: TestWallet) => ({ joins: thief.address, joinsPubkey: thief.publicKeyHex })],
    ['the guardian as well', (thief: TestWallet) => ({ guardian: thief.address })],
    ['the silence as well', () => ({ quietBlocks: DELAY + 1 })],
  ] as const)('has nothing signed: %s', async (_, change) => {
    const { vault, alice, carol } = await opened();
    const [dave, thief] = [await fixture.wallet(), await fixture.wallet()];
    const exchange = { leaves: carol.address, joins: dave.address, joinsPubkey: dave.publicKeyHex };
    const made = await vault.proposeExchange({ ...exchange, ...change(thief) }, alice);
    // The client remembers what its caller asked for by the proposal's id.
    fixture.weir.noteTerms(made.id, { kind: 'exchange', vaultId: vault.id, exchange });
    await expect(made.approve(alice, { onReview: () => true })).rejects.toMatchObject({
      code: 'UNEXPECTED_TRANSACTION',
    });
  });
});

it('a purse that an exchange did not renew is paid from, and sent home by a signer who stays', async () => {
  const { vault, alice, bob, carol } = await opened();
  const [spender, shop, dave] = [await fixture.wallet(), await fixture.wallet(), await fixture.wallet()];
  const allowance = { spender: spender.address, payees: [shop.address], limit: BCH / 10n, periodBlocks: 144 };
  const terms = { kind: 'allowance', amount: BCH, allowance } as const;
  expect(await carryOut(await vault.propose(terms, alice), [alice, bob])).toBe('EXECUTED');
  const exchange = { leaves: carol.address, joins: dave.address, joinsPubkey: dave.publicKeyHex };
  const proposal = await vault.proposeExchange(exchange, alice, { purseIds: [] });
  expect(await carryOut(proposal, [alice, bob])).toBe('EXECUTED');
  const [purse] = await fixture.weir.purses.of(vault.id, dave);
  expect(purse?.signers).toEqual([alice.address, bob.address, carol.address]);
  const at = fixture.weir.purses.at(purse?.id ?? '');
  await at.pay({ to: shop.address, amount: BCH / 20n }, spender);
  await fixture.stack.control.mine();
  // It names the signer who left in place of the new one.
  await expect(at.sendHome(dave)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await at.sendHome(bob);
  await fixture.stack.control.mine();
  expect(await fixture.weir.purses.of(vault.id, dave)).toMatchObject([{ status: 'HOME' }]);
});
