import { lockingBytecodeOf } from '@weir/covenants';
import type { Wallet } from '@weir/wallet';
import { openPlan, salaryDraft, vestingDraft } from './support/deploy.js';
import { type BuiltAnswer, COIN, type Listed, only, possible, useFixture } from './support/fixture.js';

const fixture = useFixture();

/** Blocks between an announcement and its finish, where a plan says nothing else. */
const DELAY = 1_008;

const scriptOf = ({ publicKeyHash }: Wallet) => lockingBytecodeOf(publicKeyHash);
const listed = async ({ address }: Wallet): Promise<readonly Listed[]> => (await fixture.list(address)).contracts;
/** The steps of a move that are possible now. */
const stepsOf = (contract: Listed): readonly string[] =>
  possible(contract).filter((action) => action === 'announce' || action === 'undo' || action === 'finish');
const statesOf = (contracts: readonly Listed[]): string => contracts.flatMap(({ states }) => states).join(' ');
/** Signs what was built, and mines it. */
const sign = async (signer: Wallet, { transactions }: BuiltAnswer): Promise<void> => {
  await signer.signTransaction(only(transactions).wcTransaction);
  fixture.node.mine();
};

describe('streams that move to another address', () => {
  it('are announced, undone, announced again and finished by wallets alone, and each address shows them', async () => {
    const [sender, old, fresh, friend] = [
      fixture.wallet(10n * COIN),
      fixture.wallet(COIN),
      fixture.wallet(),
      fixture.wallet(COIN),
    ];
    const drafts = [scriptOf(old), scriptOf(old), scriptOf(friend)].map((party) => vestingDraft(fixture, party));
    const txid = await openPlan(fixture, sender, 'VESTING_BCH', drafts);
    const own = await listed(old);
    expect(own.map(stepsOf)).toEqual([['announce'], ['announce']]);

    const announce = async () => {
      const built = await fixture.build(
        `${statesOf(await listed(old))} --action announce --to ${fresh.address} --address ${old.address}`,
      );
      await sign(old, built);
      return built;
    };
    const { remarks } = await announce();
    expect(remarks).toEqual([expect.stringContaining('its wallet can undo it')]);
    const moving = await listed(fresh);
    expect(moving).toHaveLength(2);
    const finishableAtHeight = fixture.node.tip.height + DELAY - 1;
    for (const each of moving)
      expect(each).toMatchObject({
        roles: ['new recipient'],
        recipient: old.address,
        move: { to: fresh.address, isUndone: false, finishableAtHeight },
      });
    expect(moving.map(stepsOf)).toEqual([[], []]);
    expect((await fixture.list(fresh.address)).rejected).toEqual([]);
    expect((await fixture.run(`list ${fresh.address}`)).printed).toContain(
      `to ${fresh.address}, from height ${finishableAtHeight} on`,
    );
    expect((await listed(old)).map(stepsOf)).toEqual([['undo'], ['undo']]);
    // The third stream is somebody else's.
    expect(only(await listed(friend))).toMatchObject({ move: null, recipient: friend.address });

    const undone = await fixture.build(`${txid} --all --action undo --address ${old.address}`);
    expect(undone.remarks[0]).toBe('1 of the streams and locks allow no undo now, and are left out');
    await sign(old, undone);
    const kept = await listed(old);
    expect(kept.map(({ move }) => move?.isUndone)).toEqual([true, true]);
    expect(kept.map(stepsOf)).toEqual([['finish'], ['finish']]);
    await sign(friend, await fixture.build(`${statesOf(kept)} --action finish --address ${friend.address}`));
    expect(await listed(fresh)).toEqual([]);
    expect((await listed(old)).map(({ move, roles }) => [move, roles])).toEqual(Array(2).fill([null, ['recipient']]));

    await announce();
    expect(
      await fixture.refusal(`build ${statesOf(await listed(old))} --action finish --address ${friend.address}`),
    ).toMatch(/^5: .*its move can be finished from height \d+ on/);
    fixture.node.mine(DELAY);
    const due = await listed(fresh);
    expect(due.map(stepsOf)).toEqual([['finish'], ['finish']]);
    await sign(friend, await fixture.build(`${statesOf(due)} --action finish --address ${friend.address}`));
    expect((await listed(old)).map(({ roles, recipient }) => [roles, recipient])).toEqual(
      Array(2).fill([['former recipient'], fresh.address]),
    );

    // From now on the new address is paid, without anybody's signature.
    fixture.passDays(2);
    const moved = await listed(fresh);
    expect(moved.map(({ roles, due: base }) => [roles, BigInt(base) > 0n])).toEqual(
      Array(2).fill([['recipient'], true]),
    );
    const before = await fixture.balance(fresh);
    for (const state of moved.flatMap(({ states }) => states))
      expect((await fixture.build(`${state} --action push --broadcast`)).sent).toHaveLength(1);
    fixture.node.mine();
    const paid = moved.reduce((sum, { due: base }) => sum + BigInt(base), 0n);
    expect((await fixture.balance(fresh)) - before).toBe(paid);
  });

  it('pay the old address while a move is pending, by its own coin, and a cancel ends the move', async () => {
    const [sender, old, fresh] = [fixture.wallet(10n * COIN, COIN), fixture.wallet(COIN), fixture.wallet()];
    await openPlan(fixture, sender, 'RECURRING_BCH', [salaryDraft(fixture, scriptOf(old))]);
    const own = async () => only(await listed(old));
    const state = async () => only((await own()).states);
    await sign(
      old,
      await fixture.build(`${await state()} --action announce --to ${fresh.address} --address ${old.address}`),
    );
    fixture.passDays(2);
    // Each payment starts the delay over, so a stranger's pays nothing.
    expect(possible(await own())).toEqual(['claim', 'undo']);
    await sign(old, await fixture.build(`${await state()} --action claim --address ${old.address}`));
    expect(await own()).toMatchObject({ move: { to: fresh.address }, recipient: old.address });
    await sign(sender, await fixture.build(`${await state()} --action cancel --address ${sender.address}`));
    expect(await own()).toMatchObject({ status: 'CANCELLED', move: null, recipient: old.address });
    expect(await listed(fresh)).toEqual([]);
    // Under notice nobody holds up a refund.
    expect(
      await fixture.refusal(`build ${await state()} --action announce --to ${fresh.address} --address ${old.address}`),
    ).toMatch(/^5: .*its terms do not let it move, or it is under notice/);
  });

  it('say why they cannot move', async () => {
    const [sender, old, fresh] = [fixture.wallet(10n * COIN, COIN), fixture.wallet(COIN), fixture.wallet(COIN)];
    const txid = await openPlan(fixture, sender, 'VESTING_BCH', [vestingDraft(fixture, scriptOf(old))]);
    const refused = (line: string) => fixture.refusal(`build ${txid} ${line}`);
    expect(await refused(`--action announce --address ${old.address}`)).toMatch(
      /^2: An announcement names the new address/,
    );
    expect(await refused(`--action undo --to ${fresh.address} --address ${old.address}`)).toMatch(/^2: --to is for/);
    expect(await refused(`--action announce --to ${fresh.address}`)).toMatch(/^2: An? announce is signed/);
    expect(await refused(`--action announce --to ${fresh.address} --address ${fresh.address}`)).toMatch(
      /^5: Only the recipient/,
    );
    expect(await refused(`--action undo --address ${old.address}`)).toMatch(
      /^5: .*no move to another address is pending/,
    );
    expect(await refused(`--action finish --address ${fresh.address}`)).toMatch(/^5: .*no move to another address/);
  });
});
