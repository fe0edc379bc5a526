import type { ListActivityResponse } from '@weir/api-contract';
import { succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import {
  confirmPurseStep,
  createPurse,
  openPurse,
  payByPurse,
  type PurseScenario,
  sendHome,
} from '../support/purse-scenario.js';
import { createActiveVault } from '../support/vault-scenario.js';

const fixture = useFixture();
const explore = (query: string) =>
  succeeded(fixture.client.get<ListActivityResponse>(`/api/explorer/activity${query}`));

describe('a purse in the explorer', () => {
  let purse: PurseScenario;
  beforeAll(async () => {
    await createPurse(fixture);
    const vault = await createActiveVault(fixture, { isPublic: true, name: 'Harbour fund' });
    purse = await openPurse(fixture, vault);
    await succeeded(confirmPurseStep(fixture, purse, 'payment', await payByPurse(fixture, purse)));
  });

  it('is listed with what was put in and what it paid, and one of a private vault is not', async () => {
    const { streams, stats } = await explore('?type=purses');
    expect(streams).toMatchObject([
      {
        activity_type: 'PURSE',
        id: purse.id,
        contract: null,
        stream_id: `#WEIR-PURSE-${purse.id.slice(-8).toUpperCase()}`,
        title: 'Harbour fund',
        sender: purse.vault.created.contractAddress,
        recipient: '',
        token_type: 'BCH',
        total_amount_base: '20000000',
        vested_amount_base: '1000000',
        progress_percentage: 5,
        stream_type: 'PURSE',
        status: 'ACTIVE',
      },
    ]);
    expect(stats).toMatchObject({ totalVolumeBase: '1000000', pendingVolumeBase: '0', activeCount: 1, totalCount: 1 });
    expect((await explore('?type=purses&status=PENDING')).streams).toEqual([]);
  });

  it('may be read by everybody who finds it there', async () => {
    expect(await fixture.client.get(purse.path)).toMatchObject({ status: 200 });
  });

  it('is CANCELLED once it was sent home, and counts what it had paid', async () => {
    const home = await sendHome(fixture, purse, purse.vault.signers[0]);
    await succeeded(confirmPurseStep(fixture, purse, 'home', home));
    const { streams, stats } = await explore('?type=purses&status=CANCELLED');
    expect(streams).toMatchObject([{ id: purse.id, total_amount_base: '20000000', vested_amount_base: '1000000' }]);
    expect(stats).toMatchObject({ totalVolumeBase: '1000000', activeCount: 0, totalCount: 1 });
  });

  it('is not listed once a reorganisation took its opening', async () => {
    const other = await openPurse(fixture, await createActiveVault(fixture, { isPublic: true }));
    const listed = async () => (await explore('?type=purses')).streams.map(({ id }) => id);
    expect(await listed()).toEqual([other.id, purse.id]);
    fixture.devnet.node.reorganise(1, { keep: 'drop' });
    await fixture.client.as(other.vault.creator.address).get(`${other.vault.path}/purses`);
    expect(await listed()).toEqual([purse.id]);
  });
});
