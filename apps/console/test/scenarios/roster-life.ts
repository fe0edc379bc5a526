import type { Wallet } from '@weir/client';
import { carryOut, createClaimer, idOf, ownAddress, propose, sign } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { call, closeAll, DELAY, invite, openByForm, stop } from './rosters.js';
import { createSigner } from './vaults.js';

/** A caller whose address is believed, where the service demands no proof. It signs nothing. */
const callerOf = (address: string): Wallet => ({
  getAddresses: () => Promise.resolve([address]),
  signTransaction: () => Promise.reject(new Error('It signs nothing')),
});

/**
 * Tests the life of a treasury with a guardian. Each of its transactions is signed by a page's own wallet: the first deposit, two
 * exchanges, two calls of a recovery, a veto, and an end.
 */
export const rosterLife = (fixture: () => Fixture): void => {
  it('a treasury with a guardian exchanges a lost key, stops a recovery, and gets its signers by another one', async () => {
    const { stack, weir } = fixture();
    const ann = await createSigner(fixture());
    const bob = await createSigner(fixture());
    const carol = await createSigner(fixture());
    const fred = await createSigner(fixture());
    const id = await openByForm(fixture(), ann, [bob, carol], await ownAddress(fred));
    const vault = weir.vaults.at(id);
    const asAnn = callerOf(await ownAddress(ann));
    const { contractAddress } = await vault.get(asAnn);

    // No form offers delays that a test can wait out.
    const delays = await vault.proposeExchange({ quietBlocks: DELAY, reviewBlocks: DELAY }, asAnn);
    await ann.open(`/proposals/${delays.id}`);
    await carryOut(ann, bob);
    await stack.control.mine();

    const again = await createClaimer(fixture());
    await ann.open(`/vaults/${id}/exchange?lost=3`);
    await invite(ann, /\/vaults\/join\?.*place=3.*form=exchange/, again, /\/exchange\?/);
    await propose(ann, 'Propose the exchange');
    await carryOut(ann, bob);
    await stack.control.mine();
    const exchanged = await vault.get(asAnn);
    expect(exchanged).toMatchObject({ contractAddress, roster: { generation: 2 } });
    expect(exchanged.signers).toEqual([await ownAddress(ann), await ownAddress(bob), again.address]);

    await call(fixture(), fred, id);
    await bob.open(`/vaults/${id}/policies`);
    await stop(bob);
    await stack.control.mine();

    await call(fixture(), fred, id);
    // Her page still shows the answer to the first invitation.
    await carol.open('/vaults');
    const heirs = [await createClaimer(fixture()), await createClaimer(fixture()), carol] as const;
    for (const [index, heir] of heirs.entries())
      await invite(fred, new RegExp(`/vaults/join\\?.*place=${index + 1}.*form=policies`), heir, /\/policies\?/);
    await propose(fred, 'Propose these signers');
    await stack.control.mine(DELAY);
    await sign(fred);
    for (const heir of [heirs[0], carol]) {
      await heir.open(`/proposals/${idOf(fred)}`);
      await sign(heir);
    }
    await carol.page.getByText('Executed: its transaction').waitFor();
    await stack.control.mine();
    const after = await vault.get(callerOf(heirs[0].address));
    expect(after).toMatchObject({ contractAddress, roster: { phase: 'active', generation: 3 } });
    expect(after.signers).toEqual([heirs[0].address, heirs[1].address, await ownAddress(carol)]);
    await closeAll([ann, bob, fred, again, ...heirs]);
  });
};
