import type { CancelAirdropResponse, CreateAirdropResponse, ListAirdropsResponse } from '@weir/api-contract';
import {
  askClaim,
  confirmAirdropClaim,
  confirmAirdropFunding,
  createActiveAirdrop,
  createActiveList,
  createAirdrop,
  csvOf,
  payAirdropClaim,
  payAirdropFunding,
  relayClaim,
  sendList,
  SHARE,
  type AirdropScenario,
} from '../support/airdrop-scenario.js';
import { succeeded } from '../support/client.js';
import { Recorder } from '../support/recorder.js';
import { ASSETS, type TestAsset } from '../support/test-asset.js';

const NO_HASH = 'a'.repeat(64);
const UNKNOWN = '/api/airdrops/0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2';

const readAll = async ({ fixture: { client } }: Recorder, { path, creator }: AirdropScenario): Promise<void> => {
  await client.get(path);
  await client.as(creator.address).get(path);
  await client.get(`${path}/lanes`);
};

/** A campaign for a list, to its end. */
const followList = async (recorder: Recorder, asset: TestAsset): Promise<void> => {
  const { fixture } = recorder;
  const { client } = fixture;
  const wallets = [fixture.wallet(), fixture.wallet(10_000n), fixture.wallet()] as const;
  recorder.scene(`List, ${asset.name}: PENDING`);
  const listed = await createAirdrop(
    fixture,
    { requireKyc: true, amountPerClaim: null, lanes: 2, description: 'For members', totalAmount: asset.text(100_000n) },
    asset,
  );
  const { path, creator } = listed;
  await readAll(recorder, listed);
  await sendList(fixture, listed, 'address,amount\nnone,1');
  await sendList(fixture, listed, csvOf(listed, wallets));
  await client.as(creator.address).get(`${path}/whitelist`);
  await client.as(wallets[0].address).get(`${path}/proof/${wallets[0].address}`);
  await confirmAirdropFunding(fixture, path, NO_HASH);
  await askClaim(fixture, path, wallets[0]);

  recorder.scene(`List, ${asset.name}: ACTIVE`);
  const fundingTxHash = await payAirdropFunding(fixture, listed);
  await confirmAirdropFunding(fixture, path, fundingTxHash);
  await confirmAirdropFunding(fixture, path, fundingTxHash);
  await client.get(`${path}/funding-info`);
  await readAll(recorder, listed);
  await client.get(`/api/airdrops/claimable?address=${wallets[0].address}`);
  await client.get(`/api/airdrops/claim/${listed.campaign.claim_link.split('/').at(-1) ?? ''}`);
  await relayClaim(fixture, path, wallets[0]);
  const claimTxHash = await payAirdropClaim(fixture, path, wallets[1]);
  await confirmAirdropClaim(fixture, path, { txHash: claimTxHash, claimerAddress: wallets[1].address });
  await askClaim(fixture, path, wallets[0]);
  await askClaim(fixture, path, fixture.wallet());
  await readAll(recorder, listed);
  await client.as(wallets[1].address).get(`${path}/proof/${wallets[1].address}`);
  await client.as(wallets[2].address).get(`${path}/proof/${wallets[2].address}`);

  recorder.scene(`List, ${asset.name}: CANCELLED`);
  const { body } = await client.as(creator.address).post<CancelAirdropResponse>(`${path}/cancel`);
  await client.as(wallets[0].address).post(`${path}/cancel`);
  await client.post(`${path}/close`, { signature: 'none' });
  await client.post(`${path}/close`, { signature: creator.signMessage(body.message) });
  await fixture.mine();
  await client.post(`${path}/sync`);
  await readAll(recorder, listed);

  recorder.scene(`List, ${asset.name}: COMPLETED`);
  const one = fixture.wallet();
  const whole = await createActiveList(fixture, [one], { totalAmount: asset.text(SHARE) }, asset);
  await relayClaim(fixture, whole.path, one);
  await readAll(recorder, whole);
};

/** A campaign for everybody, to its end. */
const followPublic = async (recorder: Recorder, asset: TestAsset): Promise<void> => {
  const { fixture } = recorder;
  const { client } = fixture;
  recorder.scene(`Public, ${asset.name}`);
  const open = await createActiveAirdrop(fixture, { totalAmount: asset.text(3n * SHARE) }, asset);
  const claimers = [fixture.wallet(), fixture.wallet()] as const;
  await readAll(recorder, open);
  await client.get(`/api/airdrops/claimable?address=${claimers[0].address}`);
  const first = await payAirdropClaim(fixture, open.path, claimers[0]);
  await confirmAirdropClaim(fixture, open.path, { txHash: first });
  await askClaim(fixture, open.path, claimers[0]);
  await readAll(recorder, open);
  const { body } = await client.as(open.creator.address).post<CancelAirdropResponse>(`${open.path}/cancel`);
  const { signedTransactionHash: txHash } = await open.creator.signTransaction(body.wcTransaction);
  await client.post(`${open.path}/confirm-cancel`, { txHash });
  await readAll(recorder, open);
  await askClaim(fixture, open.path, claimers[1]);

  recorder.scene(`Public, ${asset.name}: not cancelable, with a window`);
  const [startDate, endDate] = [fixture.time() + 1_000, fixture.time() + 100_000];
  const later = await createAirdrop(
    fixture,
    { startDate, endDate, cancelable: false, maxClaimsPerAddress: 2, sponsorFees: false },
    asset,
  );
  await confirmAirdropFunding(fixture, later.path, await payAirdropFunding(fixture, later));
  await askClaim(fixture, later.path, claimers[1]);
  await client.as(later.creator.address).post(`${later.path}/cancel`);
  await readAll(recorder, later);

  recorder.scene(`Lists, ${asset.name}`);
  await client.get(`/api/airdrops?creator=${open.creator.address}`);
  await client.get('/api/airdrops?status=COMPLETED');
  const { body: page } = await client.get<ListAirdropsResponse>('/api/airdrops?limit=1');
  await client.get(`/api/airdrops?limit=1&cursor=${page.nextCursor ?? ''}`);
};

describe('the routes of airdrops', () => {
  it('answer what was recorded', async () => {
    const recorder = await Recorder.start();
    const { fixture } = recorder;
    try {
      // The list of a campaign is its creator's, who proves to be it.
      const creator = fixture.wallet(1_000_000n);
      const signedIn = (await fixture.client.signedInAs(creator)).as(creator.address);
      recorder.scene('The list of its creator');
      const terms = { title: 'Listed', totalAmount: 0.001, amountPerClaim: null, requireKyc: true };
      await signedIn.post('/api/airdrops/preview', { ...terms, recipients: 1 });
      const { campaign } = await succeeded(signedIn.post<CreateAirdropResponse>('/api/airdrops/create', terms));
      const path = `/api/airdrops/${campaign.id}`;
      await signedIn.post(`${path}/generate-merkle`, { recipients: [{ address: creator.address, amount: 0.0005 }] });
      await signedIn.post(`${path}/replace-addresses`, {
        replacements: [{ from: creator.address, to: fixture.wallet().address }],
      });
      await signedIn.get(`${path}/whitelist`);
      for (const asset of ASSETS) await followList(recorder, asset);
      for (const asset of ASSETS) await followPublic(recorder, asset);
      recorder.scene('Refusals');
      const asCreator = fixture.client.as(creator.address);
      for (const wrong of [{}, { ...terms, cancelable: false }, { ...terms, totalAmount: -1 }, { ...terms, titel: '' }])
        await asCreator.post('/api/airdrops/create', wrong);
      await fixture.client.get(UNKNOWN);
      await fixture.client.get('/api/airdrops/claim/none');
      recorder.assertAsRecorded('airdrops', ['/api/airdrops']);
    } finally {
      await fixture.stop();
    }
  });
});
