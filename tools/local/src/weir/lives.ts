import type {
  AirdropHandle,
  PaymentHandle,
  PlanHandle,
  ProposalHandle,
  StreamHandle,
  VaultHandle,
  Weir,
  WeirEvent,
} from '@weir/client';
import type { Wallet } from '@weir/wallet';
import type { DemoWallets } from '../dev-kit/demo-wallets.js';

const DAY = 86_400;
/** Blocks after which a notice of the local chain is over, and after which a step is final. */
const AFTER_NOTICE = 7;
const AFTER_FINALITY = 11;

/** What acts on the local chain. */
export interface Stage {
  readonly weir: Weir;
  readonly wallets: DemoWallets;
  /** The chain's median time past, Unix seconds. */
  readonly now: () => Promise<number>;
}

/** A part of a record's life: what is done, and which events come of it. */
interface Chapter<Handle> {
  readonly kinds: readonly WeirEvent['kind'][];
  act(handle: Handle, stage: Stage): Promise<unknown>;
}

/** A record's life, from its creation on, in chapters that follow each other. */
export interface Life<Handle = unknown> {
  create(stage: Stage): Promise<Handle & { readonly id: string }>;
  readonly chapters: readonly Chapter<Handle>[];
}

const pass =
  (days: number) =>
  (_: unknown, { weir }: Stage) =>
    weir.dev.passTime(days * DAY);
const mine =
  (blocks: number) =>
  (_: unknown, { weir }: Stage) =>
    weir.dev.mine(blocks);
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
const createStream = async ({ weir, wallets, now }: Stage): Promise<StreamHandle> => {
  const startTime = await now();
  const terms = { recipient: wallets.bob.address, totalAmount: 1, streamType: 'LINEAR' } as const;
  return weir.streams.create({ ...terms, startTime, endTime: startTime + 10 * DAY }, wallets.alice);
};
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
];

const createPayment = async ({ weir, wallets, now }: Stage): Promise<PaymentHandle> => {
  const terms = { recipient: wallets.bob.address, amountPerPeriod: 1_000_000n, interval: 'DAILY' } as const;
  return weir.payments.create({ ...terms, startDate: (await now()) + DAY }, wallets.alice);
};
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
      act: async (payment, { weir }) => [await weir.dev.mine(AFTER_NOTICE), await payment.untilSettled()],
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

const plans: readonly Life[] = [
  life<PlanHandle>(
    async ({ weir, wallets: { alice, bob, carol }, now }) => {
      const start = await now();
      const csv = ['address,amount', ...[bob, carol].map(({ address }) => `${address},0.1`)].join('\n');
      return weir.plans.create({ product: 'vesting', start, end: start + 10 * DAY, csv }, alice);
    },
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
    async ({ weir, wallets, now }) =>
      weir.airdrops.create(
        { title: 'For everybody', totalAmount: 0.1, amountPerClaim: 0.001, startDate: (await now()) - 60 },
        wallets.alice,
      ),
    fundCampaign,
    { kinds: ['claimed'], act: (campaign, { wallets }) => campaign.claim(wallets.bob) },
    final,
    { kinds: ['refunded', 'cancelled'], act: (campaign, { wallets }) => campaign.close(wallets.alice) },
  ),
  life<AirdropHandle>(
    async ({ weir, wallets, now }) => {
      const terms = { title: 'For Bob', totalAmount: 0.1, requireKyc: true, startDate: (await now()) - 60 };
      const campaign = await weir.airdrops.create(terms, wallets.alice);
      await campaign.generateList([{ address: wallets.bob.address, amount: 100_000n }], wallets.alice);
      return campaign;
    },
    fundCampaign,
    { kinds: ['completed'], act: (campaign, { wallets }) => campaign.claim(wallets.bob.address) },
  ),
];

type NewVault = Awaited<ReturnType<Weir['vaults']['create']>>;

const createVault = async ({ weir, wallets: { alice, bob, carol } }: Stage): Promise<NewVault> => {
  const members = [alice, bob, carol];
  return weir.vaults.create(
    {
      name: 'Local treasury',
      signers: members.map(({ address }) => address),
      signerPubkeys: members.map(({ publicKeyHex }) => publicKeyHex),
      totalDeposit: 1,
      isPublic: true,
    },
    alice,
  );
};
const depositFirst: Chapter<VaultHandle> = {
  kinds: ['funded'],
  async act(vault, { weir, wallets }) {
    await vault.deposit(wallets.alice);
    await weir.dev.mine();
  },
};
const proposeRent = (vault: VaultHandle, { wallets: { alice, carol } }: Stage): Promise<ProposalHandle> =>
  vault.propose({ recipient: carol.address, amount: 0.1, reason: 'Rent' }, alice);
const carryOut = async (proposal: ProposalHandle, { wallets: { bob, carol } }: Stage): Promise<void> => {
  await proposal.approve(bob);
  await proposal.approve(carol);
  await proposal.execute(bob);
};
const vaults: readonly Life[] = [
  life<NewVault>(
    createVault,
    depositFirst,
    {
      kinds: ['deposit'],
      async act({ record }, { weir }) {
        await weir.dev.faucet(record.contractAddress, 10_000_000n);
        await weir.dev.mine();
      },
    },
    { kinds: ['paid'], act: async (vault, stage) => carryOut(await proposeRent(vault, stage), stage) },
    final,
    {
      kinds: ['closed'],
      async act(vault, stage) {
        const { alice } = stage.wallets;
        const terms = { kind: 'close', recipient: alice.address, reason: 'We are done' } as const;
        await carryOut(await vault.propose(terms, alice), stage);
      },
    },
  ),
];

/** A proposal of a vault that holds money, and another one of the same coins. */
type Proposal = ProposalHandle & { readonly other: ProposalHandle };
const createProposal = async (stage: Stage): Promise<Proposal> => {
  const vault = await createVault(stage);
  await depositFirst.act(vault, stage);
  const other = await proposeRent(vault, stage);
  return { ...(await proposeRent(vault, stage)), other };
};
const by =
  (name: keyof DemoWallets, act: (proposal: Proposal, wallet: Wallet) => Promise<unknown>): Chapter<Proposal>['act'] =>
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
    { kinds: ['stale'], act: ({ other }, stage) => carryOut(other, stage) },
    { kinds: ['reopened'], act: by('bob', (proposal, bob) => proposal.approve(bob)) },
  ),
];

/** The lives of records, by product. */
export const LIVES: Readonly<Record<WeirEvent['product'], readonly Life[]>> = {
  stream: streams,
  payment: payments,
  plan: plans,
  airdrop: airdrops,
  vault: vaults,
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
