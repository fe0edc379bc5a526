import type { ClaimableResponse, WhitelistProofResponse } from '@weir/api-contract';
import type { Wallet } from '@weir/wallet';
import {
  askClaim,
  createActiveList,
  createAirdrop,
  csvOf,
  relayClaim,
  sendList,
  type AirdropScenario,
} from '../support/airdrop-scenario.js';
import type { Answer, Client, Refusal } from '../support/client.js';
import { useFixture } from '../support/fixture.js';

/** A campaign for a list, and everybody who may ask about it. */
interface Listed extends AirdropScenario {
  readonly claimer: Wallet;
  readonly other: Wallet;
}

const fixture = useFixture({ AUTH_DOMAIN: 'app.example' });
let signed: Client;
/** Funded; waiting for its funding; funded and open to all. */
let [funded, pending, open]: Listed[] = [];
let stranger: Wallet;

const listed = async (changes: object, isFunded = true): Promise<Listed> => {
  const [claimer, other] = [fixture.wallet(), fixture.wallet()];
  if (isFunded) return { ...(await createActiveList(fixture, [claimer, other], changes)), claimer, other };
  const scenario = await createAirdrop(fixture, { requireKyc: true, amountPerClaim: null, ...changes });
  await sendList(fixture, scenario, csvOf(scenario, [claimer, other]));
  return { ...scenario, claimer, other };
};

beforeAll(async () => {
  signed = await fixture.replica({ AUTH_MODE: 'signed', AUTH_DOMAIN: 'app.example' });
  stranger = fixture.wallet();
  funded = await listed({});
  pending = await listed({}, false);
  open = await listed({ publicList: true });
});

const the = (listing: Listed | undefined): Listed => {
  if (listing === undefined) throw new Error('The campaign was not made');
  return listing;
};
const proof = <Body = WhitelistProofResponse>(client: Client, { path }: Listed, { address }: Wallet) =>
  client.get<Body>(`${path}/proof/${address}`);
const claimable = (client: Client, { address }: Wallet): Promise<Answer<ClaimableResponse>> =>
  client.get(`/api/airdrops/claimable?address=${address}`);
const idsOf = ({ body }: Answer<ClaimableResponse>) => body.campaigns.map(({ id }) => id);
const verdict = ({ status, body }: Answer<object>) => [status, 'code' in body ? body.code : undefined];

/** A server's clients by how callers are identified on it, and a caller without proof. */
const servers = [
  ['where callers are believed', () => fixture.client, 'believed'],
  ['where callers are proven', () => signed, 'proven'],
] as const;

describe.each(servers)('a private list, %s', (_, client, mode) => {
  /** Somebody as most of their requests come. */
  const as = (wallet: Wallet): Promise<Client> | Client =>
    mode === 'proven' ? client().signedInAs(wallet) : client().as(wallet.address);

  it.each([
    ['funded', () => the(funded)],
    ['not funded yet', () => the(pending)],
  ])('that is %s shows a row to whom it is for', async (__, listing) => {
    const { claimer } = listing();
    const { status, body } = await proof(await as(claimer), listing(), claimer);
    expect([status, body.address, body.row]).toEqual([200, claimer.address, 0]);
  });

  it.each([
    ['funded', () => the(funded)],
    ['not funded yet', () => the(pending)],
  ])('that is %s says nothing to others, on the list or not', async (__, listing) => {
    const { claimer, other } = listing();
    for (const asked of [claimer, stranger]) {
      expect(verdict(await proof(client(), listing(), asked))).toEqual([401, 'CALLER_REQUIRED']);
      expect(verdict(await proof(await as(other), listing(), asked))).toEqual([403, 'FORBIDDEN']);
      expect(verdict(await proof(await as(fixture.wallet()), listing(), asked))).toEqual([403, 'FORBIDDEN']);
    }
    const refused = await proof(client(), listing(), claimer);
    expect(refused.headers['www-authenticate']).toBe('Bearer');
  });

  it('is shown to the creator by proof, and never by the address alone, which everybody knows', async () => {
    const { creator, claimer, path } = the(funded);
    const [named, proven] = [client().as(creator.address), await client().signedInAs(creator)];
    expect(verdict(await proof(named, the(funded), claimer))).toEqual([401, 'CALLER_REQUIRED']);
    expect(verdict(await proof(named, the(funded), stranger))).toEqual([401, 'CALLER_REQUIRED']);
    expect((await proof(proven, the(funded), claimer)).status).toBe(200);
    expect(verdict(await proof(proven, the(funded), stranger))).toEqual([403, 'NOT_ELIGIBLE']);
    const download = async (by: Client) => (await by.raw('GET', `${path}/whitelist`)).statusCode;
    expect(await Promise.all([client(), named, proven].map(download))).toEqual([401, 401, 200]);
    for (const wallet of [claimer, stranger]) expect(await download(await client().signedInAs(wallet))).toBe(403);
  });

  it('takes no forged proof for one', async () => {
    const { creator, claimer } = the(funded);
    const forged = client().bearing('e30.e30.e30').as(creator.address);
    // Where headers are believed it may be a gateway's own, which proves nothing.
    const refused = mode === 'proven' ? 'TOKEN_INVALID' : 'CALLER_REQUIRED';
    expect(verdict(await proof(forged, the(funded), claimer))).toEqual([401, refused]);
    expect((await forged.raw('GET', `${the(funded).path}/whitelist`)).statusCode).toBe(401);
    const contradicted = (await client().signedInAs(stranger)).as(claimer.address);
    expect(verdict(await proof(contradicted, the(funded), claimer))).toEqual([403, 'FORBIDDEN']);
    expect(verdict(await claimable(contradicted, claimer))).toEqual([403, 'FORBIDDEN']);
  });

  it('is looked through for what an address can claim where the address asks', async () => {
    const { claimer, id } = the(funded);
    const own = await claimable(await as(claimer), claimer);
    expect([idsOf(own), own.body.privateListsIncluded]).toEqual([[id], true]);
    const others = [client(), await as(stranger), await as(the(funded).creator), await client().signedInAs(stranger)];
    for (const by of others) {
      const { status, body } = await claimable(by, claimer);
      expect([status, body.campaigns, body.privateListsIncluded]).toEqual([200, [], false]);
    }
  });

  it('that was made open shows every row to everybody', async () => {
    const { claimer, other, id } = the(open);
    for (const by of [client(), await as(stranger), await as(other)]) {
      expect((await proof(by, the(open), claimer)).body.row).toBe(0);
      expect(idsOf(await claimable(by, claimer))).toEqual([id]);
    }
    expect(verdict(await proof(client(), the(open), stranger))).toEqual([403, 'NOT_ELIGIBLE']);
    // Its whole is work, and its creator's.
    expect((await client().raw('GET', `${the(open).path}/whitelist`)).statusCode).toBe(401);
  });
});

describe('claims of a private list', () => {
  it('work where callers are believed for a client that names itself in the body alone', async () => {
    const { path, claimer } = the(await listed({}));
    expect((await askClaim(fixture, path, claimer)).status).toBe(200);
    expect((await relayClaim(fixture, path, claimer)).status).toBe(200);
  });

  it('are asked for by the claimer alone where callers are proven, and refuse others before they look at the list', async () => {
    const { path, claimer } = the(funded);
    const own = { client: await signed.signedInAs(claimer) };
    const others = { client: await signed.signedInAs(stranger) };
    expect((await askClaim(own, path, claimer)).status).toBe(200);
    expect(verdict(await askClaim<Refusal>({ client: signed }, path, claimer))).toEqual([401, 'CALLER_REQUIRED']);
    for (const asked of [claimer, fixture.wallet()])
      expect(verdict(await askClaim<Refusal>(others, path, asked))).toEqual([403, 'FORBIDDEN']);
  });
});

it('a list is open only where there is one', async () => {
  const { status, body } = await fixture.client
    .as(stranger.address)
    .post<Refusal>('/api/airdrops/create', { title: 'x', totalAmount: 1, amountPerClaim: 1, publicList: true });
  expect([status, body.code, body.details]).toEqual([400, 'INVALID_REQUEST', { field: 'publicList', given: true }]);
});
