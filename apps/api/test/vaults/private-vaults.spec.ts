import type {
  AirdropConfirmResponse,
  ConfirmResponse,
  CreateAirdropResponse,
  CreatePaymentResponse,
  CreateStreamResponse,
  GetAirdropResponse,
  GetPaymentResponse,
  GetStreamResponse,
  ListAirdropsResponse,
} from '@weir/api-contract';
import { csvOf, sendList } from '../support/airdrop-scenario.js';
import { succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { openGrant } from '../support/grant-scenario.js';
import { paymentOf } from '../support/payment-scenario.js';
import { creationOf } from '../support/stream-scenario.js';
import { BCH } from '../support/test-asset.js';
import { createActiveVault, createVault, propose, type VaultScenario } from '../support/vault-scenario.js';

const fixture = useFixture();
let vault: VaultScenario;
beforeAll(async () => {
  vault = await createActiveVault(fixture);
});

/** A stream, a payment and a campaign that a signer creates for a vault to fund. */
const linked = async ({ id: vaultId, signers: [sender] }: VaultScenario) => {
  const recipient = fixture.wallet();
  const client = fixture.client.as(sender.address);
  const stream = await succeeded(
    client.post<CreateStreamResponse>(
      '/api/streams/create',
      creationOf(fixture, recipient, { vaultId, totalAmount: 0.1 }),
    ),
  );
  const payment = await succeeded(
    client.post<CreatePaymentResponse>(
      '/api/payments/create',
      paymentOf(fixture, recipient, { vaultId, amountPerPeriod: 0.01 }),
    ),
  );
  const airdrop = await succeeded(
    client.post<CreateAirdropResponse>('/api/airdrops/create', {
      vaultId,
      title: 'From a vault',
      totalAmount: 0.001,
      requireKyc: true,
    }),
  );
  const paths = [
    `/api/streams/${stream.stream.id}`,
    `/api/payments/${payment.payment.id}`,
    `/api/airdrops/${airdrop.campaign.id}`,
  ] as const;
  return { sender, recipient, stream, payment, airdrop, paths };
};

describe('a stream, a payment and a campaign that a private vault funds', () => {
  it('name it to who creates them and to its members, and nowhere to anybody else', async () => {
    const { sender, recipient, stream, payment, airdrop, paths } = await linked(vault);
    const { campaign } = airdrop;
    expect([stream.stream.vault_id, payment.payment.vault_id, campaign.vault_id]).toEqual(Array(3).fill(vault.id));
    const viewer = fixture.wallet();
    const inspect = async (address: string | undefined) => {
      const client = address === undefined ? fixture.client : fixture.client.as(address);
      const [one, other, third] = [
        await client.get<GetStreamResponse>(paths[0]),
        await client.get<GetPaymentResponse>(paths[1]),
        await client.get<GetAirdropResponse>(paths[2]),
      ];
      return [one.body.stream.vault_id, other.body.payment.vault_id, third.body.campaign.vault_id];
    };
    const [hidden, shown] = [
      [null, null, null],
      [vault.id, vault.id, vault.id],
    ];
    for (const stranger of [undefined, recipient.address, viewer.address])
      expect(await inspect(stranger)).toEqual(hidden);
    await succeeded(
      fixture.client.as(vault.creator.address).post(`${vault.path}/signers`, { signerAddress: viewer.address }),
    );
    for (const member of [vault.creator, ...vault.signers, viewer])
      expect(await inspect(member.address)).toEqual(shown);

    const open = (creation: Pick<CreateStreamResponse, 'proposal'>) => {
      if (creation.proposal === undefined) throw new Error('The answer names no proposal');
      return openGrant(fixture, vault, { proposal: creation.proposal });
    };
    const listed = { id: campaign.id, path: paths[2], campaign, creator: sender, asset: BCH };
    const list = await sendList(fixture, listed, csvOf(listed, [recipient]));
    expect(list).toMatchObject({ status: 200, body: { campaign: { vault_id: null } } });
    const [txHash, payed, given] = [await open(stream), await open(payment), await open(airdrop)];
    const answers = [
      ...(await Promise.all(
        [
          ...paths,
          ...[`${paths[0]}/schedule`, `${paths[0]}/claim-info`, '/api/explorer/activity'],
          ...['/api/airdrops', campaign.claim_link, `/api/airdrops/claimable?address=${recipient.address}`],
        ].map((path) => fixture.client.raw('GET', path)),
      )),
      await fixture.client.raw('POST', `${paths[0]}/confirm-funding`, { txHash }),
      await fixture.client.raw('POST', `${paths[1]}/confirm-funding`, { txHash: payed }),
      await fixture.client.raw('POST', `${paths[2]}/confirm-funding`, { txHash: given }),
      await fixture.client.raw('POST', `${paths[2]}/sync`, {}),
      // A party to it does not become a member.
      await fixture.client
        .as(recipient.address)
        .raw('POST', `${paths[0]}/claim`, { recipientAddress: recipient.address }),
      await fixture.client.as(recipient.address).raw('GET', '/api/streams'),
      await fixture.client.as(recipient.address).raw('GET', `/api/airdrops/claimable?address=${recipient.address}`),
      await fixture.client.as(sender.address).raw('GET', `/api/airdrops?creator=${campaign.creator}`),
      await fixture.client.as(sender.address).raw('GET', `/api/streams?address=${stream.stream.sender}`),
      await fixture.client.as(sender.address).raw('GET', `/api/payments?address=${stream.stream.sender}`),
      await fixture.client.as(recipient.address).raw('GET', '/api/vaults'),
    ];
    for (const { body } of answers) expect(body).not.toContain(vault.id);
    const again = await fixture.client.post<ConfirmResponse>(`${paths[0]}/confirm-funding`, { txHash });
    expect(again.body.stream.vault_id).toBeNull();
    const opened = await fixture.client.post<AirdropConfirmResponse>(`${paths[2]}/confirm-funding`, { txHash: given });
    expect(opened.body.campaign.vault_id).toBeNull();
  });

  it('name it only by proof where callers are proven, and stay open to who names themselves alone', async () => {
    const signed = await fixture.replica({ AUTH_MODE: 'signed', AUTH_DOMAIN: 'app.example' });
    const { paths } = await linked(vault);
    const [member] = vault.signers;
    const of = async (client: typeof signed) => {
      const { status, body } = await client.get<GetStreamResponse>(paths[0]);
      const airdrop = await client.get<GetAirdropResponse>(paths[2]);
      expect([airdrop.status, airdrop.body.campaign.vault_id]).toEqual([status, body.stream.vault_id]);
      return [status, body.stream.vault_id];
    };
    expect(await of(signed)).toEqual([200, null]);
    expect(await of(signed.as(member.address))).toEqual([200, null]);
    expect(await of(await signed.signedInAs(fixture.wallet()))).toEqual([200, null]);
    expect(await of(await signed.signedInAs(member))).toEqual([200, vault.id]);
    for (const path of paths) expect((await signed.bearing('nonsense').get(path)).status).toBe(401);
    // Where headers are believed, a gateway's own bearer is in nobody's way.
    expect(await of(fixture.client.bearing('nonsense'))).toEqual([200, null]);
    expect(await of(fixture.client.bearing('nonsense').as(member.address))).toEqual([200, vault.id]);
  });

  it('name a public one to everybody', async () => {
    const open = await createVault(fixture, { isPublic: true });
    const { paths } = await linked(open);
    expect((await fixture.client.get<GetStreamResponse>(paths[0])).body.stream.vault_id).toBe(open.id);
    expect((await fixture.client.get<GetPaymentResponse>(paths[1])).body.payment.vault_id).toBe(open.id);
    const { campaign } = (await fixture.client.get<GetAirdropResponse>(paths[2])).body;
    expect(campaign.vault_id).toBe(open.id);
    const { body } = await fixture.client.get<ListAirdropsResponse>(`/api/airdrops?creator=${campaign.creator}`);
    expect(body.airdrops).toEqual([campaign]);
  });
});

describe('display ids of proposals', () => {
  it('of public vaults count on without gaps, with proposals of private ones in between', async () => {
    const open = await createActiveVault(fixture, { isPublic: true });
    const numbers: number[] = [];
    const drawn: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      numbers.push(Number((await propose(fixture, open)).proposalId.replace('#WEIR-PROP-', '')));
      drawn.push((await propose(fixture, vault)).proposalId);
    }
    const [first = 0] = numbers;
    expect(numbers).toEqual([first, first + 1, first + 2]);
    for (const id of drawn) expect(id).toMatch(/^#WEIR-PROP-[1-9]\d{13}$/);
    // Nor do those of one private vault count those of the others.
    const steps = drawn.slice(1).map((id, i) => Math.abs(Number(id.slice(11)) - Number(drawn[i]?.slice(11))));
    for (const step of steps) expect(step).toBeGreaterThan(1_000);
  });
});
