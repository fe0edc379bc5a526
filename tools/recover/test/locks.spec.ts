import { cashAddressToLockingBytecode } from '@bitauth/libauth';
import {
  type AirdropAsset,
  buildLockFunding,
  findLockFunding,
  lockingBytecodeOf,
  lockNoteSatoshis,
  type LockOrder,
} from '@weir/covenants';
import { openListed } from './support/deploy-airdrop.js';
import { COIN, DAY, useFixture } from './support/fixture.js';

const fixture = useFixture();
const BCH: AirdropAsset = { type: 'BCH' };
const NOTE = lockNoteSatoshis('BCH');

/** Funds locks over ten days, from now on, without any API. @returns the txid of the funding */
const fundLocks = async (
  payer: ReturnType<typeof fixture.wallet>,
  orders: readonly Pick<LockOrder, 'recipient' | 'total'>[],
) => {
  const start = BigInt(fixture.node.tip.medianTimePast);
  const locks = orders.map((order) => ({ ...order, start, cliff: start, step: 1n, steps: 10n * BigInt(DAY) }));
  const draft = { asset: BCH, sender: lockingBytecodeOf(payer.publicKeyHash), locks };
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
