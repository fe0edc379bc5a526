import { binToHex, cashAddressToLockingBytecode } from '@bitauth/libauth';
import {
  type AirdropAsset,
  buildLockFunding,
  findLockFunding,
  type LockDraft,
  lockingBytecodeOf,
  lockNoteSatoshis,
  type LockOrder,
  MOVE_NOTE_SATOSHIS,
} from '@weir/covenants';
import { openListed } from './support/deploy-airdrop.js';
import { COIN, DAY, only, possible, type Proposal, termsOf, useFixture } from './support/fixture.js';

const fixture = useFixture();
const BCH: AirdropAsset = { type: 'BCH' };
const NOTE = lockNoteSatoshis('BCH');

/** What locks hold, and after how many blocks they may move, if they may. */
type Kind = Partial<Pick<LockDraft, 'asset' | 'delay'>>;

/** Funds locks over ten days, from now on, without any API. @returns the txid of the funding */
const fundLocks = async (
  payer: ReturnType<typeof fixture.wallet>,
  orders: readonly Pick<LockOrder, 'recipient' | 'total'>[],
  { asset = BCH, delay }: Kind = {},
) => {
  const start = BigInt(fixture.node.tip.medianTimePast);
  const locks = orders.map((order) => ({ ...order, start, cliff: start, step: 1n, steps: 10n * BigInt(DAY) }));
  const draft = { asset, sender: lockingBytecodeOf(payer.publicKeyHash), locks, delay };
  const built = buildLockFunding(draft, await fixture.funds(payer), 'devnet', fixture.tip());
  const txid = await fixture.send(payer, built);
  fixture.node.mine(1, { timeStep: 1 });
  const found = findLockFunding('devnet', txid, (await fixture.chain.transaction(txid)).transaction);
  if (!found.ok) throw new Error(found.problem);
  return { txid, locks: found.found.locks, start };
};

describe('locks of BCH', () => {
  it('are found from the recipient alone, paid out without a signature, and listed as ended', async () => {
    const [sender, recipient, other] = [fixture.wallet(10n * COIN), fixture.wallet(), fixture.wallet()];
    const of = ({ publicKeyHash }: typeof recipient, total: bigint) => ({
      recipient: lockingBytecodeOf(publicKeyHash),
      total,
    });
    const { txid, locks, start } = await fundLocks(sender, [of(recipient, COIN), of(other, 2n * COIN)]);
    const [mine] = locks;
    if (mine === undefined) throw new Error('Two were funded');
    expect(await fixture.listed(recipient.address)).toMatchObject({
      contractAddress: mine.contract.address,
      funding: `${txid}:${mine.coin.outpoint.vout}`,
      product: 'LOCK_BCH',
      roles: ['recipient'],
      status: 'ACTIVE',
      funded: '100000000',
      paid: '0',
    });

    fixture.passDays(4);
    const time = BigInt(fixture.node.tip.medianTimePast - 1);
    const due = (COIN * (time - start)) / (10n * BigInt(DAY));
    const listed = await fixture.listed(recipient.address);
    expect(listed.due).toBe(due.toString());
    expect(listed.actions).toMatchObject([
      { action: 'claim', signed: false },
      { action: 'push', signed: false },
    ]);
    await fixture.sendOne(`${mine.contract.address} --action push`);
    const got = (await fixture.balance(recipient)) - NOTE;
    expect(due - got).toBeLessThan(420n);
    expect(await fixture.listed(recipient.address)).toMatchObject({ paid: due.toString(), status: 'ACTIVE' });
    expect(await fixture.refusal(`build ${mine.contract.address} --action cancel --address ${sender.address}`)).toMatch(
      /A lock knows no cancel/u,
    );

    fixture.passDays(7);
    await fixture.sendOne(`${mine.contract.address} --action claim --address ${recipient.address}`);
    fixture.node.mine();
    expect(await fixture.listed(recipient.address)).toMatchObject({
      status: 'COMPLETED',
      ended: true,
      paid: '100000000',
    });
    expect(COIN + NOTE - (await fixture.balance(recipient))).toBeLessThan(840n);
    expect(await fixture.refusal(`build ${txid}:${mine.coin.outpoint.vout} --action push`)).toMatch(/has ended/u);
  });
});

describe('a lock that can move', () => {
  const DELAY = 8;

  /** Funds a lock of this kind to a wallet with coins, beside one that stays, and names a wallet without any. */
  const open = async (kind: Kind = {}) => {
    const [sender, old, fresh] = [fixture.wallet(10n * COIN, COIN), fixture.wallet(COIN, COIN), fixture.wallet()];
    const order = { recipient: lockingBytecodeOf(old.publicKeyHash), total: COIN };
    const { txid, locks } = await fundLocks(sender, [order], { delay: DELAY, ...kind });
    const { contract, coin } = only(locks);
    return { old, fresh, txid, place: `${txid}:${coin.outpoint.vout}`, address: contract.address };
  };
  type Opened = Awaited<ReturnType<typeof open>>;

  const announce = async ({ old, fresh, place }: Opened): Promise<void> => {
    await fixture.sign(old, `${place} --action announce --to ${fresh.address}`);
    fixture.node.mine();
  };

  it('is paid out where it never moved', async () => {
    const { old, place, address } = await open();
    const funded = await fixture.listed(old.address);
    expect(funded).toMatchObject({ contractAddress: address, roles: ['recipient'], move: null });
    expect(possible(funded)).toContain('announce');
    const before = await fixture.balance(old);
    fixture.passDays(11);
    await fixture.sendOne(`${place} --action push`);
    fixture.node.mine();
    expect(COIN - ((await fixture.balance(old)) - before)).toBeLessThan(470n);
    expect(await fixture.listed(old.address)).toMatchObject({ status: 'COMPLETED', paid: '100000000' });
  });

  it('pays the old address while a move is pending, by its own coin alone', async () => {
    const opened = await open();
    const { old, fresh, txid, place, address } = opened;
    await announce(opened);
    const moving = await fixture.listed(fresh.address);
    expect(moving).toMatchObject({
      funding: place,
      roles: ['new recipient'],
      recipient: old.address,
      move: { to: fresh.address, isUndone: false, finishableAtHeight: fixture.node.tip.height + DELAY - 1 },
      actions: [],
    });
    // The contract is elsewhere now, and found from both addresses of its own.
    expect(moving.contractAddress).not.toBe(address);
    for (const named of [address, moving.contractAddress, txid, place, only(moving.states)])
      expect(await fixture.refusal(`build ${named} --action finish`)).toMatch(/^5: .*can be finished from height/u);

    fixture.passDays(4);
    // Each payment starts the delay over, so a stranger's pays nothing.
    expect(await fixture.refusal(`build ${place} --action push --address ${fresh.address}`)).toMatch(
      /^5: A move of the lock is pending/u,
    );
    const listed = await fixture.listed(old.address);
    expect([listed.roles, possible(listed)]).toEqual([['recipient'], expect.arrayContaining(['claim', 'undo'])]);
    const before = await fixture.balance(old);
    const { fee } = await fixture.sign(old, `${place} --action claim`);
    fixture.node.mine();
    expect((await fixture.balance(old)) - before).toBe(BigInt(listed.due) - BigInt(fee));
    expect(await fixture.listed(fresh.address)).toMatchObject({ paid: listed.due, move: { to: fresh.address } });
  });

  it('pays the new address once it has moved, and all of it gets out there', async () => {
    const opened = await open();
    const { old, fresh, place } = opened;
    await announce(opened);
    fixture.node.mine(DELAY);
    expect(await fixture.listed(fresh.address)).toMatchObject({ actions: [{ action: 'finish', signed: false }] });
    await fixture.sendOne(`${place} --action finish`);
    fixture.node.mine();
    const moved = await fixture.listed(fresh.address);
    expect(moved).toMatchObject({ roles: ['recipient'], recipient: fresh.address, move: null, paid: '0' });
    expect(await fixture.listed(old.address)).toMatchObject({ roles: ['former recipient'], recipient: fresh.address });

    fixture.passDays(4);
    await fixture.sendOne(`${moved.contractAddress} --action push`);
    fixture.passDays(7);
    await fixture.sendOne(`${place} --action push`);
    fixture.node.mine();
    expect(COIN + MOVE_NOTE_SATOSHIS - (await fixture.balance(fresh))).toBeLessThan(940n);
    expect(await fixture.listed(fresh.address)).toMatchObject({ status: 'COMPLETED', paid: '100000000' });
  });

  it('stays where its move was undone, and moves back from the new address', async () => {
    const opened = await open();
    const { old, fresh, place } = opened;
    await announce(opened);
    await fixture.sign(old, `${place} --action undo`);
    fixture.node.mine();
    expect(await fixture.listed(old.address)).toMatchObject({ move: { isUndone: true } });
    await fixture.sendOne(`${place} --action finish`);
    fixture.node.mine();
    expect(await fixture.listed(old.address)).toMatchObject({ roles: ['recipient'], move: null });
    expect((await fixture.list(fresh.address)).contracts).toEqual([]);

    await announce(opened);
    fixture.node.mine(DELAY);
    await fixture.sendOne(`${place} --action finish`);
    // The new address has a note and nothing else: it cannot pay for an announcement.
    expect(
      await fixture.refusal(`build ${place} --action announce --to ${old.address} --address ${fresh.address}`),
    ).toMatch(/^5: /u);
    fixture.node.fund(binToHex(lockingBytecodeOf(fresh.publicKeyHash)), 10_000n);
    fixture.node.mine();
    await fixture.sign(fresh, `${place} --action announce --to ${old.address}`);
    fixture.node.mine(DELAY);
    await fixture.sendOne(`${place} --action finish`);
    fixture.node.mine();
    expect(await fixture.listed(old.address)).toMatchObject({ roles: ['recipient'], recipient: old.address });
    fixture.passDays(11);
    const before = await fixture.balance(old);
    await fixture.sendOne(`${place} --action push`);
    expect(COIN - ((await fixture.balance(old)) - before)).toBeLessThan(470n);
  });

  it('holds tokens, and takes them along', async () => {
    const [sender, old, fresh] = [fixture.wallet(10n * COIN, COIN), fixture.wallet(COIN, COIN), fixture.wallet()];
    const category = fixture.mint(sender, 1_000n);
    const order = { recipient: lockingBytecodeOf(old.publicKeyHash), total: 1_000n };
    const asset: AirdropAsset = { type: 'FUNGIBLE_TOKEN', category };
    const { txid, locks } = await fundLocks(sender, [order], { asset, delay: DELAY });
    const place = `${txid}:${only(locks).coin.outpoint.vout}`;
    const held = only(locks).coin.satoshis;
    await fixture.sign(old, `${place} --action announce --to ${fresh.address}`);
    fixture.node.mine(DELAY);
    await fixture.sendOne(`${place} --action finish`);
    const moved = await fixture.listed(fresh.address);
    const { transaction } = await fixture.chain.transaction(only(moved.states).split(':')[0] ?? '');
    expect(transaction.outputs[0]?.valueSatoshis).toBe(held);
    fixture.passDays(11);
    await fixture.sendOne(`${place} --action push`);
    expect(await fixture.tokens(fresh, category)).toBe(1_000n);
  });

  it('is moved by two signers of a vault that receives it, who keep it first', async () => {
    const [sender, alice, bob, carol] = [
      fixture.wallet(10n * COIN, COIN),
      fixture.wallet(COIN),
      fixture.wallet(),
      fixture.wallet(),
    ];
    const [fresh, stranger] = [fixture.wallet(), fixture.wallet(COIN, COIN)];
    const vault = await fixture.openVault([alice, bob, carol], 0x6b, alice, COIN / 2n);
    const terms = termsOf([alice, bob, carol], '6b');
    const order = { recipient: vault.lockingBytecode, total: COIN };
    const { txid, locks } = await fundLocks(sender, [order], { delay: DELAY });
    const place = `${txid}:${only(locks).coin.outpoint.vout}`;
    const theirs = await open();
    const propose = async (what: string, file: string): Promise<void> => {
      const proposal = await fixture.ask<Proposal>(`vault ${what} ${terms} --out ${file}`);
      await fixture.join(file, proposal, [alice, carol]);
      fixture.node.mine();
    };
    const said = (line: string) => fixture.refusal(`vault ${line} ${terms} --out no.json`);
    expect(await said(`announce ${place}`)).toMatch(/^2: .*--to/u);
    expect(await said(`undo ${place} --to ${fresh.address}`)).toMatch(/^2: .*not for an undo/u);
    expect(await said(`undo ${place}`)).toMatch(/^5: .*no move to another address is pending/u);
    expect(await said(`announce ${theirs.place} --to ${stranger.address}`)).toMatch(/^5: .*another recipient/u);

    await propose(`announce ${place} --to ${fresh.address}`, 'move.json');
    expect(await fixture.listed(vault.address)).toMatchObject({ move: { to: fresh.address, isUndone: false } });
    await propose(`undo ${place}`, 'keep.json');
    await fixture.sendOne(`${place} --action finish`);
    fixture.node.mine();
    expect(await fixture.listed(vault.address)).toMatchObject({ roles: ['recipient'], move: null });

    await propose(`announce ${place} --to ${fresh.address}`, 'again.json');
    fixture.node.mine(DELAY);
    await fixture.sendOne(`${place} --action finish`);
    fixture.passDays(11);
    await fixture.sendOne(`${place} --action push`);
    fixture.node.mine();
    expect(COIN + 2n * MOVE_NOTE_SATOSHIS - (await fixture.balance(fresh))).toBeLessThan(940n);
  });

  it('does not move where its terms do not say so', async () => {
    const { old, fresh, place } = await open({ delay: undefined });
    expect(possible(await fixture.listed(old.address))).toEqual([]);
    expect(
      await fixture.refusal(`build ${place} --action announce --to ${fresh.address} --address ${old.address}`),
    ).toMatch(/^5: .*its terms do not let it move/u);
  });
});

describe('the lock of a claim', () => {
  it('is found from the campaign and the recipient, and paid out by its address', async () => {
    const [creator, recipient, other] = [fixture.wallet(10n * COIN), fixture.wallet(COIN), fixture.wallet()];
    const csv = ['address,amount', `${recipient.address},0.5`, `${other.address},0.7`].join('\n');
    fixture.files.set('vested.csv', csv);
    const start = BigInt(fixture.node.tip.medianTimePast);
    const vesting = { start, cliff: start, step: 1n, steps: 10n * BigInt(DAY) };
    const campaign = await openListed(fixture, creator, csv, { lanes: 1, sponsored: true, vesting });
    const push = `${campaign} --action push --recipient ${recipient.address} --whitelist vested.csv --broadcast`;
    expect((await fixture.build(push)).sent).toHaveLength(1);
    fixture.passDays(4);

    const { contracts } = await fixture.list(`${recipient.address} --campaign ${campaign}`);
    const lock = contracts.find(({ product }) => product === 'LOCK_BCH');
    if (lock === undefined) throw new Error('The claim made a lock');
    expect(lock).toMatchObject({ roles: ['recipient'], funded: '50000000', paid: '0' });
    // Who created the campaign a claim does not show: the sender is the address of its lanes.
    expect(cashAddressToLockingBytecode(lock.sender ?? '')).toMatchObject({
      bytecode: (cashAddressToLockingBytecode(campaign) as { readonly bytecode: Uint8Array }).bytecode,
    });
    const before = await fixture.balance(recipient);
    await fixture.sendOne(`${lock.contractAddress} --action push`);
    expect((await fixture.balance(recipient)) - before).toBeGreaterThan((COIN * 39n) / 200n);
    fixture.passDays(7);
    await fixture.sendOne(`${lock.contractAddress} --action claim --address ${recipient.address}`);
    expect((await fixture.balance(recipient)) - before).toBeGreaterThan(COIN / 2n - 1_000n);
  });
});
