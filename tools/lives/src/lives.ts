import type {
  AirdropHandle,
  CurrencyPaymentHandle,
  CurrencyTerms,
  PaymentHandle,
  PlanHandle,
  ProposalHandle,
  PurseHandle,
  StreamHandle,
  VaultHandle,
  Weir,
  WeirEvent,
} from '@weir/client';
import { createWallet, type Wallet } from '@weir/wallet';
import { carryOut } from './open.js';
import type { Stage } from './stage.js';
import {
  campaignTerms,
  currencyTerms,
  DAY,
  listTerms,
  paymentTerms,
  planTerms,
  streamTerms,
  vaultTerms,
} from './terms.js';

/** Blocks after which a notice of the local chain is over, and after which a step is final. */
const AFTER_NOTICE = 7;
const AFTER_FINALITY = 11;

/** The wallets of a life, each with coins. */
export interface LifeWallets {
  readonly alice: Wallet;
  readonly bob: Wallet;
  readonly carol: Wallet;
}

/** What a life acts on. Only over HTTP there are events of it. */
export interface LifeStage extends Stage<Weir> {
  readonly wallets: LifeWallets;
}

/** A part of a record's life: what is done, and which events come of it. */
interface Chapter<Handle> {
  readonly kinds: readonly WeirEvent['kind'][];
  act(handle: Handle, stage: LifeStage): Promise<unknown>;
}

/** A record's life, from its creation on, in chapters that follow each other. */
export interface Life<Handle = unknown> {
  create(stage: LifeStage): Promise<Handle & { readonly id: string }>;
  readonly chapters: readonly Chapter<Handle>[];
}

const pass =
  (days: number) =>
  (_: unknown, { chain }: LifeStage) =>
    chain.passTime(days * DAY);
const mine =
  (blocks: number) =>
  (_: unknown, { chain }: LifeStage) =>
    chain.mine(blocks);
/** Time or blocks without an event of their own. */
const meanwhile = (act: Chapter<unknown>['act']): Chapter<unknown> => ({ kinds: [], act });
const notice = meanwhile(mine(AFTER_NOTICE));
const final: Chapter<unknown> = { kinds: ['final'], act: mine(AFTER_FINALITY) };

const life = <Handle>(create: Life<Handle>['create'], ...chapters: readonly Chapter<Handle>[]): Life => ({
  create,
  chapters,
});

const fund: Chapter<StreamHandle> = { kinds: ['funded'], act: (stream, { wallets }) => stream.fund(wallets.alice) };
const claim: Chapter<StreamHandle> = { kinds: ['claimed'], act: (stream, { wallets }) => stream.claim(wallets.bob) };
const createStream = async ({ weir, wallets: { alice, bob }, chain }: LifeStage): Promise<StreamHandle> =>
  weir.streams.create(streamTerms(bob.address, await chain.now()), alice);
/** Blocks between the announcement of another address and the move to it. */
const MOVE_DELAY = 2;
const block = meanwhile(mine(1));
const announceMove: Chapter<StreamHandle>['act'] = ({ id }, { weir, wallets: { bob, carol } }) =>
  weir.moves.announce([id], { to: carol.address, proof: carol }, bob);
const streams: readonly Life[] = [
  life<StreamHandle>(createStream, fund, meanwhile(pass(5)), claim, final, meanwhile(pass(6)), {
    kinds: ['completed'],
    act: (stream, { wallets }) => stream.claim(wallets.bob),
  }),
  life<StreamHandle>(
    createStream,
    fund,
    meanwhile(pass(5)),
    { kinds: ['cancelled'], act: (stream, { wallets }) => stream.cancel(wallets.alice) },
    { ...notice, kinds: ['refunded'] },
  ),
  life<StreamHandle>(
    async ({ weir, wallets: { alice, bob }, chain }) =>
      weir.streams.create({ ...streamTerms(bob.address, await chain.now()), moveDelayBlocks: MOVE_DELAY }, alice),
    fund,
    block,
    { kinds: ['move_announced'], act: announceMove },
    block,
    {
      kinds: ['move_undone', 'move_kept'],
      act: ({ id }, { weir, wallets }) => weir.moves.undo([id], wallets.bob),
    },
    block,
    meanwhile(announceMove),
    // The service finishes it by itself.
    { kinds: ['move_finished'], act: mine(MOVE_DELAY) },
  ),
];

const createPayment = async ({ weir, wallets: { alice, bob }, chain }: LifeStage): Promise<PaymentHandle> =>
  weir.payments.create(paymentTerms(bob.address, await chain.now()), alice);
const fundPayment: Chapter<PaymentHandle> = {
  kinds: ['funded'],
  act: (payment, { wallets }) => payment.fund(wallets.alice),
};
const payments: readonly Life[] = [
  life<PaymentHandle>(
    createPayment,
    fundPayment,
    meanwhile(pass(3)),
    { kinds: ['claimed'], act: (payment, { wallets }) => payment.claim(wallets.bob) },
    { kinds: ['paused'], act: (payment, { wallets }) => payment.pause(wallets.alice) },
    {
      kinds: ['settled'],
      act: async (payment, { chain }) => [await chain.mine(AFTER_NOTICE), await payment.untilSettled()],
    },
    { kinds: ['resumed'], act: (payment, { wallets }) => payment.resume(wallets.alice) },
    { kinds: ['cancelled'], act: (payment, { wallets }) => payment.cancel(wallets.alice) },
    { ...notice, kinds: ['refunded'] },
    final,
  ),
  life<PaymentHandle>(createPayment, fundPayment, meanwhile(pass(14)), {
    kinds: ['completed'],
    act: (payment, { wallets }) => payment.claim(wallets.bob),
  }),
];

const createCurrency =
  (changes: Partial<CurrencyTerms> = {}) =>
  async ({ weir, wallets: { alice, bob }, chain }: LifeStage): Promise<CurrencyPaymentHandle> => {
    const [oracle] = await weir.currencyPayments.oracles();
    if (oracle === undefined) throw new Error('The service follows no oracle: see ORACLES');
    return weir.currencyPayments.create(currencyTerms(bob.address, await chain.now(), oracle, changes), alice);
  };
const fundCurrency: Chapter<CurrencyPaymentHandle> = {
  kinds: ['funded'],
  act: (payment, { wallets }) => payment.fund(wallets.alice),
};
/** Lets time pass, and has the service send what is due then: it may have done so by itself. */
const payAfter =
  (days: number): Chapter<CurrencyPaymentHandle>['act'] =>
  async (payment, { chain }) => {
    await chain.passTime(days * DAY);
    await payment.push();
  };
const currency: readonly Life[] = [
  life<CurrencyPaymentHandle>(
    createCurrency(),
    fundCurrency,
    { kinds: ['period_paid'], act: payAfter(1.5) },
    { kinds: ['underfunded'], act: payAfter(1) },
    {
      kinds: ['topped_up', 'debt_paid'],
      async act(payment, { wallets }) {
        await payment.topUp(0.05, wallets.carol);
        await payment.push();
      },
    },
    block,
    { kinds: ['paused'], act: (payment, { wallets }) => payment.pause(wallets.alice) },
    {
      kinds: ['settled'],
      async act(payment, { chain }) {
        await chain.mine(AFTER_NOTICE);
        await payment.push();
      },
    },
    { kinds: ['resumed'], act: (payment, { wallets }) => payment.resume(wallets.alice) },
    block,
    { kinds: ['cancelled'], act: (payment, { wallets }) => payment.cancel(wallets.alice) },
    { ...notice, kinds: ['refunded'] },
    final,
  ),
  life<CurrencyPaymentHandle>(createCurrency({ periods: 1 }), fundCurrency, { kinds: ['closed'], act: payAfter(1.5) }),
];

const plans: readonly Life[] = [
  life<PlanHandle>(
    async ({ weir, wallets: { alice, bob, carol }, chain }) =>
      weir.plans.create(planTerms([bob.address, carol.address], await chain.now()), alice),
    { kinds: ['funded'], act: (plan, { wallets }) => plan.fund(wallets.alice) },
    final,
  ),
];

const fundCampaign: Chapter<AirdropHandle> = {
  kinds: ['funded'],
  act: (campaign, { wallets }) => campaign.fund(wallets.alice),
};
const airdrops: readonly Life[] = [
  life<AirdropHandle>(
    async ({ weir, wallets, chain }) => weir.airdrops.create(campaignTerms(await chain.now()), wallets.alice),
    fundCampaign,
    { kinds: ['claimed'], act: (campaign, { wallets }) => campaign.claim(wallets.bob) },
    final,
    { kinds: ['refunded', 'cancelled'], act: (campaign, { wallets }) => campaign.close(wallets.alice) },
  ),
  life<AirdropHandle>(
    async ({ weir, wallets, chain }) => {
      const campaign = await weir.airdrops.create(listTerms(await chain.now()), wallets.alice);
      await campaign.generateList([{ address: wallets.bob.address, amount: 100_000n }], wallets.alice);
      return campaign;
    },
    fundCampaign,
    { kinds: ['completed'], act: (campaign, { wallets }) => campaign.claim(wallets.bob.address) },
  ),
];

type NewVault = Awaited<ReturnType<Weir['vaults']['create']>>;

const createVault = ({ weir, wallets: { alice, bob, carol } }: LifeStage): Promise<NewVault> =>
  weir.vaults.create(vaultTerms([alice, bob, carol], { isPublic: true }), alice);
const depositFirst: Chapter<VaultHandle> = {
  kinds: ['funded'],
  async act(vault, { chain, wallets }) {
    await vault.deposit(wallets.alice);
    await chain.mine();
  },
};
const proposeRent = (vault: VaultHandle, { wallets: { alice, carol } }: LifeStage): Promise<ProposalHandle> =>
  vault.propose({ recipient: carol.address, amount: 0.1, reason: 'Rent' }, alice);
const carryOutBoth = (proposal: ProposalHandle, { wallets: { bob, carol } }: LifeStage) =>
  carryOut(proposal, [bob, carol]);
const vaults: readonly Life[] = [
  life<NewVault>(
    createVault,
    depositFirst,
    {
      kinds: ['deposit'],
      async act({ record }, { chain }) {
        if (record.contractAddress === null) throw new Error('The vault has no address');
        await chain.fund(record.contractAddress, 10_000_000n);
        await chain.mine();
      },
    },
    { kinds: ['paid'], act: async (vault, stage) => carryOutBoth(await proposeRent(vault, stage), stage) },
    final,
    {
      kinds: ['closed'],
      async act(vault, stage) {
        const { alice } = stage.wallets;
        const terms = { kind: 'close', recipient: alice.address, reason: 'We are done' } as const;
        await carryOutBoth(await vault.propose(terms, alice), stage);
      },
    },
  ),
];

/** A vault, and the purses that two signers opened of it, the newest first. */
const purseOf = async (vault: VaultHandle, { weir, wallets: { alice } }: LifeStage): Promise<PurseHandle> => {
  const [newest] = await weir.purses.of(vault.id, alice);
  if (newest === undefined) throw new Error('The vault has no purse');
  return weir.purses.at(newest.id);
};
const openPurse: Chapter<VaultHandle> = {
  kinds: ['purse_opened'],
  async act(vault, stage) {
    const { alice, bob, carol } = stage.wallets;
    const allowance = { spender: bob.address, payees: [carol.address], limit: 0.05, periodBlocks: 144 };
    await carryOutBoth(await vault.propose({ kind: 'allowance', amount: 0.2, allowance }, alice), stage);
    await stage.chain.mine();
  },
};
const purses: readonly Life[] = [
  life<VaultHandle>(
    createVault,
    depositFirst,
    openPurse,
    {
      kinds: ['purse_paid'],
      async act(vault, stage) {
        const { bob, carol } = stage.wallets;
        await (await purseOf(vault, stage)).pay({ to: carol.address, amount: 0.01 }, bob);
      },
    },
    {
      kinds: ['purse_home'],
      act: async (vault, stage) => (await purseOf(vault, stage)).sendHome(stage.wallets.carol),
    },
  ),
  life<VaultHandle>(createVault, depositFirst, openPurse, {
    kinds: ['purse_ended'],
    async act(vault, stage) {
      const { id } = await purseOf(vault, stage);
      await carryOutBoth(await vault.propose({ kind: 'allowance', purseIds: [id] }, stage.wallets.alice), stage);
    },
  }),
];

/** Blocks of silence, and to stop a recovery: the shortest that a local chain permits. */
const ROSTER_DELAY = 6;
/** Signers without coins of their own. */
const [dave, erin] = [createWallet({ privateKey: 'Dave of lives' }), createWallet({ privateKey: 'Erin of lives' })];
const createRoster = ({ weir, wallets: { alice, bob, carol } }: LifeStage): Promise<NewVault> => {
  const roster = { guardian: carol.address, quietBlocks: ROSTER_DELAY, reviewBlocks: ROSTER_DELAY };
  return weir.vaults.create(vaultTerms([alice, bob, dave], { isPublic: true, roster }), alice);
};
/** Its deposit counts once a block holds it. */
const depositMined: Chapter<VaultHandle> = {
  kinds: ['funded'],
  act: (vault, { wallets, chain }) =>
    vault.deposit(wallets.alice, { onProgress: ({ step }) => void (step === 'waiting' && chain.mine()) }),
};
const silence = meanwhile(mine(ROSTER_DELAY + 1));
const callRecovery: Chapter<VaultHandle> = {
  kinds: ['recovery_called'],
  act: (vault, { wallets }) => vault.callRecovery(wallets.carol),
};
const rosters: readonly Life[] = [
  life<VaultHandle>(
    createRoster,
    depositMined,
    {
      kinds: ['exchanged'],
      async act(vault, { wallets: { alice, bob } }) {
        const exchange = { leaves: dave.address, joins: erin.address, joinsPubkey: erin.publicKeyHex };
        await carryOut(await vault.proposeExchange(exchange, alice), [alice, bob]);
      },
    },
    silence,
    callRecovery,
    block,
    { kinds: ['recovery_vetoed'], act: (vault, { wallets }) => vault.vetoRecovery(wallets.bob) },
  ),
  life<VaultHandle>(createRoster, depositMined, silence, callRecovery, silence, {
    kinds: ['recovered'],
    async act(vault, { wallets: { bob, carol } }) {
      const next = [dave, erin, bob];
      const members = {
        signers: next.map(({ address }) => address),
        signerPubkeys: next.map(({ publicKeyHex }) => publicKeyHex),
      };
      const end = await vault.finishRecovery(members, carol);
      for (const party of [carol, dave, erin]) await end.approve(party);
      await end.execute(carol);
    },
  }),
];

/** A proposal of a vault that holds money, and another one of the same coins. */
type Proposal = ProposalHandle & { readonly other: ProposalHandle };
const createProposal = async (stage: LifeStage): Promise<Proposal> => {
  const vault = await createVault(stage);
  await depositFirst.act(vault, stage);
  const other = await proposeRent(vault, stage);
  return { ...(await proposeRent(vault, stage)), other };
};
const by =
  (name: keyof LifeWallets, act: (proposal: Proposal, wallet: Wallet) => Promise<unknown>): Chapter<Proposal>['act'] =>
  (proposal, { wallets }) =>
    act(proposal, wallets[name]);
const proposals: readonly Life[] = [
  life<Proposal>(
    createProposal,
    { kinds: ['signed'], act: by('bob', (proposal, bob) => proposal.approve(bob)) },
    { kinds: ['approved'], act: by('carol', (proposal, carol) => proposal.approve(carol)) },
    { kinds: ['executed'], act: by('bob', (proposal, bob) => proposal.execute(bob)) },
    final,
  ),
  life<Proposal>(
    createProposal,
    { kinds: ['declined'], act: by('bob', (proposal, bob) => proposal.reject(bob)) },
    { kinds: ['rejected'], act: by('carol', (proposal, carol) => proposal.reject(carol)) },
  ),
  life<Proposal>(
    createProposal,
    { kinds: ['stale'], act: ({ other }, stage) => carryOutBoth(other, stage) },
    { kinds: ['reopened'], act: by('bob', (proposal, bob) => proposal.approve(bob)) },
  ),
];

/** The lives of records, by product. */
export const LIVES: Readonly<Record<WeirEvent['product'], readonly Life[]>> = {
  stream: streams,
  payment: payments,
  currency,
  plan: plans,
  airdrop: airdrops,
  vault: [...vaults, ...purses, ...rosters],
  proposal: proposals,
};

/** The kind of event that a creation is. */
export const creationOf = (product: WeirEvent['product']): WeirEvent['kind'] =>
  product === 'proposal' ? 'proposed' : 'created';

/** The kinds of events that can be made of a product, in the order in which they happen. */
export const kindsOf = (product: WeirEvent['product']): readonly WeirEvent['kind'][] => [
  ...new Set([
    creationOf(product),
    ...LIVES[product].flatMap(({ chapters }) => chapters.flatMap(({ kinds }) => kinds)),
  ]),
];
