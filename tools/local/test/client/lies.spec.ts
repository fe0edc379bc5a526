import type { CurrencyTerms, PlanTerms, StreamTerms, Wallet, Weir } from '@weir/client';
import { type LocalOracle, startOracle } from '@weir/devnet';
import { vaultTerms } from '@weir/lives';
import { until } from '@weir/testing';
import {
  BCH,
  carryOutAndMine,
  DAY,
  openGrantsVault,
  startFixture,
  type Fixture,
  type TestWallet,
} from './support/fixture.js';
import { LyingService, type Outcome } from './support/lies.js';

const { WEIR_API_LIES } = process.env;
/** Lies about each flow, spread over all there are: `npm run lies` tries 200, about all flows instead of one in five. */
const LIES = Number(WEIR_API_LIES ?? 6);
const isComplete = WEIR_API_LIES !== undefined;

let fixture: Fixture;
let oracle: LocalOracle;
beforeAll(async () => {
  oracle = await startOracle({ priceAt: () => 45_000n });
  // A watcher would finish moves before their finish is asked for.
  fixture = await startFixture({ WATCHER: 'off', ORACLES: `USD:2:${oracle.publicKey}@${oracle.url}` });
  await until(
    'a price of the oracle',
    async () => (await fixture.weir.currencyPayments.oracles())[0]?.price ?? undefined,
  );
});
const tally: Record<Outcome, number> = { 'never sent': 0, 'not signed': 0, 'the correct one is signed': 0, signed: 0 };
afterAll(async () => {
  if (isComplete) console.log(tally);
  await fixture.stop();
  await oracle.stop();
});

/** Who is asked to sign, and by what. */
interface Prepared {
  readonly signer: TestWallet;
  readonly act: (weir: Weir, wallet: Wallet) => Promise<unknown>;
}
/** Makes the records of a flow. What is asked of the lying service's client itself, the client knows by itself. */
type Flow = (weir: Weir) => Promise<Prepared>;

/** Has the claimer pay for a claim, and so sign it. */
const PAID = { feeRate: 3_000 };

const payer = () => fixture.wallet(20n * BCH);
const termsTo = async ({ address }: TestWallet) => {
  const startTime = await fixture.now();
  return {
    recipient: address,
    totalAmount: BCH,
    streamType: 'LINEAR',
    startTime,
    endTime: startTime + 10 * DAY,
  } as const;
};
const lockTo = async (to: TestWallet) =>
  ({ ...(await termsTo(to)), streamType: 'STEP', intervalSeconds: DAY }) as const;
const salaryOf = ({ address }: TestWallet) =>
  ({ recipient: address, amountPerPeriod: BCH / 20n, interval: 'DAILY', pausable: true }) as const;

const running = async () => {
  const [signer, recipient] = [await payer(), await fixture.wallet(BCH)];
  const stream = await fixture.weir.streams.create(await termsTo(recipient), signer);
  await stream.fund(signer);
  await fixture.passDays(3);
  return { id: stream.id, signer, recipient };
};
/** A stream that its recipient may move soon, to a new wallet. */
const movable = async () => {
  const [sender, old, fresh] = [await payer(), await fixture.wallet(BCH), await fixture.wallet()];
  const stream = await fixture.weir.streams.create({ ...(await termsTo(old)), moveDelayBlocks: 2 }, sender);
  await stream.fund(sender);
  await fixture.stack.control.mine();
  return { ids: [stream.id], old, fresh };
};
const moving = async () => {
  const { ids, old, fresh } = await movable();
  await fixture.weir.moves.announce(ids, { to: fresh.address, proof: fresh }, old);
  await fixture.stack.control.mine(3);
  return { ids, old };
};
/** The same by the calendar: on the day of the month that comes next but one. */
const datedSalaryOf = async ({ address }: TestWallet) => {
  const day = new Date(((await fixture.now()) + 2 * DAY) * 1_000).getUTCDate();
  const calendar = { months: 1, day, time: '00:00', utcOffset: '-03:00' };
  return { recipient: address, amountPerPeriod: BCH / 20n, calendar, pausable: true } as const;
};
const salary = async (dated = false) => {
  const signer = await payer();
  const recipient = await fixture.wallet();
  const terms = dated ? await datedSalaryOf(recipient) : salaryOf(recipient);
  const payment = await fixture.weir.payments.create(terms, signer);
  await payment.fund(signer);
  await fixture.passDays(3);
  return { id: payment.id, signer };
};
/** 1,500 USD each period, with everything named that a lie about the price could change. */
const currencyTo = async ({ address }: TestWallet, dated: boolean): Promise<CurrencyTerms> => {
  const [now, second] = [await fixture.now(), await fixture.wallet()];
  return {
    recipient: address,
    currency: 'USD',
    oracle: oracle.publicKey,
    decimals: 2,
    amountPerPeriod: 1500,
    startDate: now + DAY,
    priceBounds: { lowest: 112.5, highest: 1800 },
    openingAmount: BCH,
    periods: 24,
    others: [{ recipient: second.address, amountPerPeriod: 75, openingAmount: BCH }],
    ...(dated
      ? { calendar: { months: 1, day: 15, secondDay: 31, time: '09:00', utcOffset: '-03:00' } }
      : { interval: 'DAILY' }),
  };
};
const currency = async (dated: boolean) => {
  const signer = await payer();
  const payment = await fixture.weir.currencyPayments.create(await currencyTo(await fixture.wallet(), dated), signer);
  await payment.fund(signer);
  await fixture.stack.control.mine();
  return { ids: [payment.id, ...payment.others.map(({ id }) => id)], signer };
};
const fundingOfCurrency =
  (dated: boolean): Flow =>
  async (weir) => {
    const signer = await payer();
    const payment = await weir.currencyPayments.create(await currencyTo(await fixture.wallet(), dated), signer);
    return { signer, act: (_, wallet) => payment.fund(wallet) };
  };
const moveOfCurrency =
  (dated: boolean, what: 'pause' | 'cancel'): Flow =>
  async () => {
    const { ids, signer } = await currency(dated);
    return { signer, act: (weir, wallet) => weir.currencyPayments[what](ids, wallet) };
  };
const topUpOfCurrency: Flow = async () => {
  const [id = ''] = (await currency(true)).ids;
  return { signer: await payer(), act: (weir, wallet) => weir.currencyPayments.at(id).topUp(BCH, wallet) };
};
/** Payments in a currency that one signer of a vault proposed, and another approves. */
const approvalOfCurrency: Flow = async () => {
  const { vault, alice, bob } = await openGrantsVault(fixture);
  const terms = { ...(await currencyTo(await fixture.wallet(), true)), vaultId: vault.id };
  const payment = await fixture.weir.currencyPayments.create(terms, alice);
  const { id } = await vault.proposeFunding({ currencyPaymentIds: [payment.id] }, alice);
  return { signer: bob, act: (weir, wallet) => weir.proposals.at(id).approve(wallet) };
};
const planTerms = async () => {
  const start = await fixture.now();
  const [one, two] = [await fixture.wallet(BCH), await fixture.wallet(BCH)];
  const streams = [one, two].map(({ address }) => ({ recipient: address, amount: BCH / 100n }));
  return { product: 'vesting', start, end: start + 100 * DAY, streams } as const;
};
const listed = async (weir: Weir, signer: TestWallet, claimer?: TestWallet, more: object = {}) => {
  const campaign = await weir.airdrops.create({ title: 'List', totalAmount: BCH, requireKyc: true, ...more }, signer);
  await campaign.generateList([{ address: (claimer ?? (await fixture.wallet())).address, amount: BCH / 10n }], signer);
  return campaign;
};
/** A list whose claims open locks, paid for by the claimer. */
const vested = async (weir: Weir, signer: TestWallet, claimer?: TestWallet) => {
  const startTime = await fixture.now();
  const vesting = { streamType: 'STEP', startTime, endTime: startTime + 10 * DAY, intervalSeconds: DAY };
  return listed(weir, signer, claimer, { sponsorFees: false, vesting });
};

const purseTerms = async ({ address: spender }: TestWallet, shop?: TestWallet) => {
  const payees = [(shop ?? (await fixture.wallet())).address, (await fixture.wallet()).address];
  return {
    kind: 'allowance',
    amount: BCH,
    allowance: { spender, payees, limit: BCH / 10n, periodBlocks: 144 },
  } as const;
};
const openPurse = async () => {
  const { vault, alice, bob, carol } = await openGrantsVault(fixture);
  const [dave, shop] = [await fixture.wallet(), await fixture.wallet()];
  await carryOutAndMine(fixture, await vault.propose(await purseTerms(dave, shop), alice), bob, carol);
  const [purse] = await fixture.weir.purses.of(vault.id, alice);
  if (purse === undefined) throw new Error('No purse was opened');
  return { purse, dave, shop, bob };
};

/** Blocks of silence, and to stop a recovery: the shortest that a chain of one's own permits. */
const ROSTER_DELAY = 6;
const rosterTerms = async () => {
  const signers = [await payer(), await fixture.wallet(BCH), await fixture.wallet(BCH)] as const;
  const guardian = await fixture.wallet(BCH);
  const roster = { guardian: guardian.address, quietBlocks: ROSTER_DELAY, reviewBlocks: ROSTER_DELAY };
  return { signers, guardian, terms: vaultTerms(signers, { totalDeposit: 2n * BCH, isPublic: true, roster }) };
};
const openRoster = async () => {
  const { signers, guardian, terms } = await rosterTerms();
  const vault = await fixture.weir.vaults.create(terms, signers[0]);
  await vault.deposit(signers[0], {
    onProgress: ({ step }) => void (step === 'waiting' && fixture.stack.control.mine()),
  });
  return { vault, signers, guardian };
};
const calledRoster = async () => {
  const { vault, signers, guardian } = await openRoster();
  await fixture.stack.control.mine(ROSTER_DELAY);
  await vault.callRecovery(guardian);
  await fixture.stack.control.mine();
  return { vault, signers, guardian };
};
const membersOf = (next: readonly TestWallet[]) => ({
  signers: next.map(({ address }) => address),
  signerPubkeys: next.map(({ publicKeyHex }) => publicKeyHex),
});
/** A stream on days of the month, of which the first has come. */
const datedTo = async ({ address }: TestWallet) => {
  const startTime = (await fixture.now()) - 70 * DAY;
  const calendar = { months: 1, day: 31, time: '09:00', utcOffset: '-03:00' };
  const dated = { calendar, installments: 24, cliffInstallment: 1 };
  return { recipient: address, totalAmount: BCH, streamType: 'STEP', startTime, ...dated } as const;
};
/** A stream on dates of its own, of which the first has come; two outputs of its funding announce them. */
const tranchesTo = async ({ address }: TestWallet) => {
  const now = await fixture.now();
  const tranches = Array.from({ length: 16 }, (_, place) => ({ time: now + (place - 1) * DAY, amount: BCH / 100n }));
  return { recipient: address, totalAmount: (16n * BCH) / 100n, streamType: 'STEP', tranches } as const;
};

/** Grants of several people on days of the month; a row has days of its own. */
const datedPlan = async () => {
  const start = (await fixture.now()) - 70 * DAY;
  const calendar = { months: 1, day: 31, time: '09:00', utcOffset: '-03:00' };
  const [one, two] = [await fixture.wallet(), await fixture.wallet()];
  const streams = [
    { recipient: one.address, amount: BCH / 10n },
    { recipient: two.address, amount: BCH / 20n, calendar: { ...calendar, months: 3, day: 1 }, cliffInstallment: 2 },
  ];
  return { product: 'vesting', schedule: 'INSTALLMENTS', start, calendar, installments: 24, streams } as const;
};
/** Dates and amounts of several people, of whom two have equal ones. */
const tranchesPlan = async () => {
  const [list, other] = [await tranchesTo(await fixture.wallet()), await tranchesTo(await fixture.wallet())];
  const rows = [list, other, list].map(({ tranches, totalAmount: amount }) => ({ amount, tranches }));
  const streams = await Promise.all(rows.map(async (row) => ({ ...row, recipient: (await fixture.wallet()).address })));
  return { product: 'vesting', schedule: 'TRANCHES', streams } as const;
};
const fundingOfPlan =
  (termsOf: () => Promise<PlanTerms>): Flow =>
  async (weir) => {
    const signer = await payer();
    const plan = await weir.plans.create(await termsOf(), signer);
    return { signer, act: (_, wallet) => plan.fund(wallet) };
  };

/** Terms of a stream to a wallet. */
type TermsTo = (to: TestWallet) => Promise<StreamTerms>;

const fundingOfStream =
  (termsOf: TermsTo): Flow =>
  async (weir) => {
    const signer = await payer();
    const stream = await weir.streams.create(await termsOf(await fixture.wallet()), signer);
    return { signer, act: (_, wallet) => stream.fund(wallet) };
  };

/** A stream that one signer of a vault proposed, and another approves. */
const approvalOfStream =
  (termsOf: TermsTo): Flow =>
  async () => {
    const { vault, alice, bob } = await openGrantsVault(fixture);
    const terms = { ...(await termsOf(await fixture.wallet())), vaultId: vault.id };
    const stream = await fixture.weir.streams.create(terms, alice);
    const { id } = await vault.proposeFunding({ streamIds: [stream.id] }, alice);
    return { signer: bob, act: (weir, wallet) => weir.proposals.at(id).approve(wallet) };
  };

const FLOWS: Readonly<Record<string, Flow>> = {
  'funding of a stream': fundingOfStream(termsTo),
  'funding of a payment': async (weir) => {
    const signer = await payer();
    const payment = await weir.payments.create(salaryOf(await fixture.wallet()), signer);
    return { signer, act: (_, wallet) => payment.fund(wallet) };
  },
  'funding of payments in a currency': fundingOfCurrency(false),
  'funding of payments in a currency by the calendar': fundingOfCurrency(true),
  'pause of payments in a currency by the calendar': moveOfCurrency(true, 'pause'),
  'cancelling of payments in a currency': moveOfCurrency(false, 'cancel'),
  'top-up of a payment in a currency': topUpOfCurrency,
  "approval of a vault's payments in a currency": approvalOfCurrency,
  'funding of a lock': async (weir) => {
    const signer = await payer();
    const lock = await weir.locks.create(await lockTo(await fixture.wallet()), signer);
    return { signer, act: (_, wallet) => lock.fund(wallet) };
  },
  'funding of a plan': fundingOfPlan(planTerms),
  'funding of an airdrop': async (weir) => {
    const signer = await payer();
    const campaign = await listed(weir, signer);
    return { signer, act: (_, wallet) => campaign.fund(wallet) };
  },
  'deposit to a vault': async (weir) => {
    const members = await Promise.all([payer(), fixture.wallet(), fixture.wallet()]);
    const [signer] = members;
    const signers = members.map(({ address }) => address);
    const signerPubkeys = members.map(({ publicKeyHex }) => publicKeyHex);
    const terms = { name: 'Reserve', signers, signerPubkeys, totalDeposit: 2n * BCH, isPublic: true };
    const vault = await weir.vaults.create(terms, signer);
    return { signer, act: (_, wallet) => vault.deposit(wallet) };
  },
  'later deposit to a vault': async (weir) => {
    const members = await Promise.all([payer(), fixture.wallet(), fixture.wallet()]);
    const [signer] = members;
    const signers = members.map(({ address }) => address);
    const signerPubkeys = members.map(({ publicKeyHex }) => publicKeyHex);
    const terms = { name: 'Reserve', signers, signerPubkeys, totalDeposit: BCH, isPublic: true };
    const vault = await weir.vaults.create(terms, signer);
    await vault.deposit(signer);
    return { signer, act: (_, wallet) => vault.deposit(wallet, { amount: 2n * BCH }) };
  },
  'claim of a stream': async () => {
    const { id, recipient } = await running();
    return { signer: recipient, act: (weir, wallet) => weir.streams.at(id).claim(wallet, PAID) };
  },
  'claim of a lock': async () => {
    const [sender, signer] = [await payer(), await fixture.wallet(BCH)];
    const lock = await fixture.weir.locks.create(await lockTo(signer), sender);
    await lock.fund(sender);
    await fixture.passDays(3);
    return { signer, act: (weir, wallet) => weir.streams.at(lock.id).claim(wallet, PAID) };
  },
  'cancelling of a stream': async () => {
    const { id, signer } = await running();
    return { signer, act: (weir, wallet) => weir.streams.at(id).cancel(wallet) };
  },
  'cancelling of a payment': async () => {
    const { id, signer } = await salary();
    return { signer, act: (weir, wallet) => weir.payments.at(id).cancel(wallet) };
  },
  'pause of a payment': async () => {
    const { id, signer } = await salary();
    return { signer, act: (weir, wallet) => weir.payments.at(id).pause(wallet) };
  },
  'announcement of a move': async () => {
    const { ids, old, fresh } = await movable();
    const { bearer: proof } = await fixture.weir.signIn({ wallet: fresh });
    return { signer: old, act: (weir, wallet) => weir.moves.announce(ids, { to: fresh.address, proof }, wallet) };
  },
  'undoing of a move': async () => {
    const { ids, old } = await moving();
    return { signer: old, act: (weir, wallet) => weir.moves.undo(ids, wallet) };
  },
  'finish of a move': async () => {
    const { ids } = await moving();
    return { signer: await payer(), act: (weir, wallet) => weir.moves.finish(ids, wallet) };
  },
  'cancelling of streams of a plan': async () => {
    const signer = await payer();
    const plan = await fixture.weir.plans.create(await planTerms(), signer);
    await plan.fund(signer);
    await fixture.passDays(3);
    const { streams } = await plan.streamsPage({}, signer);
    const ids = streams.map(({ id }) => id);
    return { signer, act: (weir, wallet) => weir.plans.at(plan.id).cancel(ids, wallet) };
  },
  'claim of an airdrop': async () => {
    const [creator, signer] = [await payer(), await fixture.wallet(BCH)];
    const terms = { title: 'Everybody', totalAmount: 0.1, amountPerClaim: 0.001 };
    const campaign = await fixture.weir.airdrops.create(terms, creator);
    await campaign.fund(creator);
    return { signer, act: (weir, wallet) => weir.airdrops.at(campaign.id).claim(wallet) };
  },
  'close of an airdrop': async () => {
    const signer = await payer();
    const campaign = await listed(fixture.weir, signer);
    await campaign.fund(signer);
    return { signer, act: (weir, wallet) => weir.airdrops.at(campaign.id).close(wallet) };
  },
  "approval of a vault's payment": async () => {
    const { vault, alice, bob } = await openGrantsVault(fixture);
    const supplier = await fixture.wallet();
    const { id } = await vault.propose({ recipient: supplier.address, amount: BCH }, alice);
    return { signer: bob, act: (weir, wallet) => weir.proposals.at(id).approve(wallet) };
  },
  "approval of a vault's stream": approvalOfStream(termsTo),
  'funding of an airdrop that vests': async (weir) => {
    const signer = await payer();
    const campaign = await vested(weir, signer);
    return { signer, act: (_, wallet) => campaign.fund(wallet) };
  },
  'claim of an airdrop that vests': async () => {
    const [creator, signer] = [await payer(), await fixture.wallet(BCH)];
    const campaign = await vested(fixture.weir, creator, signer);
    await campaign.fund(creator);
    return { signer, act: (weir, wallet) => weir.airdrops.at(campaign.id).claim(wallet) };
  },
  'approval of a purse': async () => {
    const { vault, alice, bob } = await openGrantsVault(fixture);
    const { id } = await vault.propose(await purseTerms(await fixture.wallet()), alice);
    return { signer: bob, act: (weir, wallet) => weir.proposals.at(id).approve(wallet) };
  },
  'payment of a purse': async () => {
    const { purse, dave, shop } = await openPurse();
    const payment = { to: shop.address, amount: BCH / 50n };
    return { signer: dave, act: (weir, wallet) => weir.purses.at(purse.id).pay(payment, wallet) };
  },
  'way home of a purse': async () => {
    const { purse, bob } = await openPurse();
    return { signer: bob, act: (weir, wallet) => weir.purses.at(purse.id).sendHome(wallet) };
  },
  'first deposit of a roster': async (weir) => {
    const { signers, terms } = await rosterTerms();
    const vault = await weir.vaults.create(terms, signers[0]);
    return { signer: signers[0], act: (_, wallet) => vault.deposit(wallet) };
  },
  'exchange of a signer': async (weir) => {
    const { vault, signers } = await openRoster();
    const joins = await fixture.wallet();
    const exchange = { leaves: signers[2].address, joins: joins.address, joinsPubkey: joins.publicKeyHex };
    const proposal = await weir.vaults.at(vault.id).proposeExchange(exchange, signers[0]);
    return { signer: signers[0], act: (_, wallet) => proposal.approve(wallet) };
  },
  'approval of an exchange that another signer proposed': async () => {
    const { vault, signers } = await openRoster();
    const joins = await fixture.wallet();
    const exchange = { leaves: signers[2].address, joins: joins.address, joinsPubkey: joins.publicKeyHex };
    const { id } = await vault.proposeExchange(exchange, signers[0]);
    return { signer: signers[1], act: (weir, wallet) => weir.proposals.at(id).approve(wallet) };
  },
  'call of a recovery': async () => {
    const { vault, guardian } = await openRoster();
    await fixture.stack.control.mine(ROSTER_DELAY);
    return { signer: guardian, act: (weir, wallet) => weir.vaults.at(vault.id).callRecovery(wallet) };
  },
  'veto against a recovery': async () => {
    const { vault, signers } = await calledRoster();
    return { signer: signers[1], act: (weir, wallet) => weir.vaults.at(vault.id).vetoRecovery(wallet) };
  },
  'end of a recovery, by its guardian': async (weir) => {
    const { vault, guardian } = await calledRoster();
    const next = [await fixture.wallet(), await fixture.wallet(), await fixture.wallet()];
    const end = await weir.vaults.at(vault.id).finishRecovery(membersOf(next), guardian);
    return { signer: guardian, act: (_, wallet) => end.approve(wallet) };
  },
  'sign-in': async () => ({
    signer: await fixture.wallet(),
    act: (weir, wallet) => weir.signIn({ wallet }),
  }),
  'funding of a payment by the calendar': async (weir) => {
    const signer = await payer();
    const payment = await weir.payments.create(await datedSalaryOf(await fixture.wallet()), signer);
    return { signer, act: (_, wallet) => payment.fund(wallet) };
  },
  'funding of a stream with installments': fundingOfStream(datedTo),
  'funding of a stream of tranches': fundingOfStream(tranchesTo),
  'cancelling of a stream of tranches': async (weir) => {
    const signer = await payer();
    const stream = await weir.streams.create(await tranchesTo(await fixture.wallet()), signer);
    await stream.fund(signer);
    return { signer, act: (known, wallet) => known.streams.at(stream.id).cancel(wallet) };
  },
  'cancelling of a payment by the calendar': async () => {
    const { id, signer } = await salary(true);
    return { signer, act: (weir, wallet) => weir.payments.at(id).cancel(wallet) };
  },
  "approval of a vault's payment by the calendar": async () => {
    const { vault, alice, bob } = await openGrantsVault(fixture);
    const terms = { ...(await datedSalaryOf(await fixture.wallet())), vaultId: vault.id };
    const payment = await fixture.weir.payments.create(terms, alice);
    const { id } = await vault.proposeFunding({ paymentIds: [payment.id] }, alice);
    return { signer: bob, act: (weir, wallet) => weir.proposals.at(id).approve(wallet) };
  },
  "approval of a vault's stream with installments": approvalOfStream(datedTo),
  "approval of a vault's stream of tranches": approvalOfStream(tranchesTo),
  'funding of a plan of installments': fundingOfPlan(datedPlan),
  'funding of a plan of tranches': fundingOfPlan(tranchesPlan),
};

const tried = Object.entries(FLOWS).filter((_, at) => isComplete || at % 5 === 2);

describe.each(tried)('a service with one false field about the %s', (_, flow) => {
  it('has nothing signed but what a correct one would', async () => {
    const service = new LyingService(fixture.stack.apiUrl);
    const known = service.client();
    const { signer, act } = await flow(known);
    const thief = await fixture.wallet();
    const wallet = service.declining(signer);
    const work = () => act(service.client(), wallet);
    const lies = await service.liesOf(work, thief.address);
    const step = Math.ceil(lies.length / LIES);
    const signed: string[] = [];
    let sent = 0;
    for (const lie of lies.filter((__, at) => at % step === 0)) {
      const outcome = await service.outcomeOf(work, lie);
      tally[outcome] += 1;
      if (outcome !== 'never sent') sent += 1;
      if (outcome === 'signed') signed.push(lie.name);
    }
    expect(signed).toEqual([]);
    expect(sent).toBeGreaterThan(0);
  });
});
