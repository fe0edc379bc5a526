import { createWeir, type Review, type VaultHandle } from '@weir/client';
import { controlledChain, openVault, vaultTerms } from '@weir/lives';
import { BCH, carryOutAndMine, startFixture, type Fixture } from './support/fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

type Json = Readonly<Record<string, unknown>>;

/**
 * A client whose service makes treasuries public, so that the chain lists them: a beacon costs 1,200 satoshis, and shows a private
 * treasury to everybody.
 *
 * @param hides whether its answers say that they are private
 */
const listing = (hides: boolean) =>
  createWeir({
    baseUrl: fixture.stack.apiUrl,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const isCreation = request.method === 'POST' && pathname === '/api/vaults';
      const body = isCreation ? { ...((await request.clone().json()) as Json), isPublic: true } : undefined;
      const answer = await fetch(body === undefined ? request : new Request(request, { body: JSON.stringify(body) }));
      if (!hides || !answer.ok || !pathname.startsWith('/api/vaults')) return answer;
      const shown = (await answer.json()) as Json;
      return Response.json('isPublic' in shown ? { ...shown, isPublic: false } : shown, { status: answer.status });
    },
  });

const members = async () => [await fixture.wallet(10n * BCH), await fixture.wallet(), await fixture.wallet()] as const;
const purse = async () => {
  const [spender, shop] = [await fixture.wallet(), await fixture.wallet()];
  return {
    kind: 'allowance',
    amount: BCH,
    allowance: { spender: spender.address, payees: [shop.address], limit: BCH / 10n, periodBlocks: 144 },
  } as const;
};
const UNEXPECTED = { code: 'UNEXPECTED_TRANSACTION' };

describe.each([
  ['says so', false],
  ['hides it', true],
])('a service that lists a private treasury and %s', (_, hides) => {
  it('has no first deposit signed', async () => {
    const signers = await members();
    const terms = vaultTerms(signers, { totalDeposit: 2n * BCH, roster: {} });
    const vault = await listing(hides).vaults.create(terms, signers[0]);
    await expect(vault.deposit(signers[0], { onReview: () => true })).rejects.toMatchObject(UNEXPECTED);
    // The same by a correct service.
    const correct = await fixture.weir.vaults.create(terms, signers[0]);
    await correct.deposit(signers[0], {
      onProgress: ({ step }) => void (step === 'waiting' && fixture.stack.control.mine()),
    });
  });

  it('has no purse signed', async () => {
    const signers = await members();
    const [alice, bob] = signers;
    const weir = listing(hides);
    const vault = await weir.vaults.create(vaultTerms(signers, { totalDeposit: 5n * BCH }), alice);
    // The first deposit of a vault lists nothing, but the caller requested a private one.
    if (!hides) await expect(vault.deposit(alice)).rejects.toMatchObject(UNEXPECTED);
    await fixture.weir.vaults.at(vault.id).deposit(alice, { onReview: () => true });
    await fixture.stack.control.mine();
    const proposal = await vault.propose(await purse(), bob);
    await expect(proposal.approve(bob, { onReview: () => true })).rejects.toMatchObject(UNEXPECTED);
  });
});

it('the purses of a public treasury are listed: who did not request it reads that, others need not', async () => {
  const signers = await members();
  const [alice, bob, carol] = signers;
  const stage = { weir: fixture.weir, chain: controlledChain(fixture.stack.control) };
  const vault = await openVault(stage, signers, { name: 'Open', totalDeposit: 5n * BCH, isPublic: true });
  const proposal = await vault.propose(await purse(), alice);
  await proposal.approve(alice);
  const other = createWeir({ baseUrl: fixture.stack.apiUrl });
  const reviews: Review[] = [];
  await other.proposals.at(proposal.id).approve(bob, { onReview: (review) => reviews.push(review) > 0 });
  expect(reviews[0]?.rows).toContainEqual({ label: 'Listed by the chain', value: 'yes: anybody finds it' });
  // This client was only said that the treasury is public.
  const own = await other.vaults.at(vault.id).propose(await purse(), carol);
  await expect(own.approve(carol)).rejects.toMatchObject({ code: 'REVIEW_REQUIRED' });
});

it('a treasury that was private when this client first read it stays private to it', async () => {
  const signers = await members();
  const [alice, bob] = signers;
  const stage = { weir: fixture.weir, chain: controlledChain(fixture.stack.control) };
  const vault: VaultHandle = await openVault(stage, signers, { name: 'Closed', totalDeposit: 5n * BCH });
  let isShown = false;
  const weir = createWeir({
    baseUrl: fixture.stack.apiUrl,
    async fetch(request) {
      const answer = await fetch(request);
      if (!isShown || !new URL(request.url).pathname.startsWith(`/api/vaults/${vault.id}`)) return answer;
      return Response.json({ ...((await answer.json()) as Json), isPublic: true }, { status: answer.status });
    },
  });
  const approve = async () =>
    (await weir.vaults.at(vault.id).propose(await purse(), bob)).approve(bob, { onReview: () => true });
  await approve();
  isShown = true;
  await expect(approve()).rejects.toMatchObject(UNEXPECTED);
  isShown = false;
  expect(await carryOutAndMine(fixture, await vault.propose(await purse(), alice), alice, bob)).toBe('EXECUTED');
});
