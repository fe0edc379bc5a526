import { binToHex, utf8ToBin } from '@bitauth/libauth';
import {
  buildAirdropClose,
  buildAirdropFunding,
  buildPaidPlanPayment,
  buildPaidPlanRefund,
  buildPaidPlanSettle,
  buildPaidWhitelistClaim,
  buildPlanFunding,
  buildPlanResume,
  buildPlanStop,
  buildPlanSweep,
  buildVaultDeposit,
  buildVaultFirstDeposit,
  buildWhitelistClaim,
  createAirdropContract,
  createAirdropNonce,
  createVaultContract,
  DEFAULT_CANCEL_FILLS,
  feeBoundsOf,
  findAirdropDeployment,
  findPlanFunding,
  INITIAL_VAULT_STATE,
  layOutPlan,
  lockingBytecodeOf,
  partyAddress,
  planPayout,
  planResume,
  planStop,
  proposeVaultClose,
  proposeVaultSpend,
  readPlanTransition,
  vaultSigningRequest,
  type FoundPlan,
  type FoundStream,
  type PlanClockCoin,
  type PlanCoin,
  type PlanDraft,
  type PlanProduct,
  type UnsignedTransaction,
  type WalletCoins,
} from '@weir/covenants';
import { leafOfRow, MerkleTree } from '@weir/merkle';
import type { Asked, AskedEffect, Signer, SigningRequest } from '../../src/index.js';
import { coinOf, DAY, hashOf, lockOf, NOW, requestOf, TIP, TOKEN, transactionOf, walletOf } from './coins.js';

/** A transaction as the service builds it, who signs it, and what they asked for. */
export interface Flow {
  readonly name: string;
  readonly request: SigningRequest;
  readonly signer: Signer;
  readonly asked: Asked;
}

const NETWORK = 'mainnet';
const MONTH = 30n * DAY;

const addressAt = (lockingBytecode: Uint8Array): string => partyAddress(lockingBytecode, NETWORK) ?? '';

const flowOf = (
  name: string,
  built: Pick<UnsignedTransaction, 'wcTransaction'>,
  wallet: WalletCoins,
  effects: readonly AskedEffect[],
  campaigns: readonly string[] = [],
): Flow => ({
  name,
  request: requestOf(built),
  signer: { network: NETWORK, own: [lockOf(wallet)], campaigns },
  asked: { effects },
});

/** Three streams of usual terms. */
const streamsOf = (product: PlanProduct): PlanDraft['streams'] =>
  [1, 2, 3].map((name) =>
    product.startsWith('VESTING')
      ? ({
          kind: 'VESTING',
          recipient: lockingBytecodeOf(hashOf(0x20 + name)),
          total: 100_000_000n + BigInt(name),
          start: NOW - MONTH,
          end: NOW + 11n * MONTH,
          group: { kind: 'VESTING', cliff: name === 3 ? 5n * DAY : 0n, step: 1n, noticeBlocks: 36 },
        } as const)
      : ({
          kind: 'RECURRING',
          recipient: lockingBytecodeOf(hashOf(0x20 + name)),
          amount: 1_000_000n,
          periods: 12,
          firstDue: NOW - DAY,
          group: { kind: 'RECURRING', interval: MONTH, noticeBlocks: 36, pausable: true, cancelable: true },
        } as const),
  );

const openingOf = (product: PlanProduct, sender: Uint8Array, streams: PlanDraft['streams']): AskedEffect => ({
  kind: 'OPENS_STREAMS',
  sender: addressAt(sender),
  asset: product.endsWith('TOKEN') ? TOKEN : undefined,
  streams: streams.map((draft) => ({
    recipient: addressAt(draft.recipient),
    total: draft.kind === 'VESTING' ? draft.total : draft.amount * BigInt(draft.periods),
    noticeBlocks: draft.group.noticeBlocks,
    isCancelable: draft.group.kind === 'VESTING' ? draft.group.noticeBlocks > 0 : draft.group.cancelable,
    isPausable: draft.group.kind === 'RECURRING' && draft.group.pausable,
    schedule:
      draft.kind === 'VESTING'
        ? {
            kind: 'VESTING',
            start: draft.start,
            end: draft.end,
            cliff: draft.start + draft.group.cliff,
            step: draft.group.step,
          }
        : {
            kind: 'RECURRING',
            amountPerPeriod: draft.amount,
            periods: draft.periods,
            firstDue: draft.firstDue,
            interval: draft.group.interval,
          },
  })),
});

const movedBy = (
  move: 'PAY' | 'CANCEL' | 'PAUSE' | 'SETTLE' | 'RESUME' | 'REFUND',
  plan: FoundPlan,
  { coin }: FoundStream,
): AskedEffect => ({
  kind: 'MOVES_STREAM',
  move,
  category: plan.category,
  index: coin.state.index,
  sender: addressAt(plan.terms.sender),
});

/** One stream through its life, each transaction built on what the one before left. */
const lifeOf = (plan: FoundPlan, stream: FoundStream, sender: WalletCoins, label: string): readonly Flow[] => {
  const { contract, recipient } = stream;
  const flows: Flow[] = [];
  const payer = walletOf(0x20 + stream.coin.state.index);
  let coin: PlanCoin = stream.coin;
  let clock: PlanClockCoin | undefined;
  let ended = false;
  const isOver = (): boolean => ended;
  const runningClock = (): PlanClockCoin | undefined => clock;
  const step = (
    move: 'PAY' | 'CANCEL' | 'PAUSE' | 'SETTLE' | 'RESUME' | 'REFUND',
    built: UnsignedTransaction,
    wallet: WalletCoins,
  ): void => {
    flows.push(flowOf(`${label}: ${move}`, built, wallet, [movedBy(move, plan, stream)]));
    const read = readPlanTransition(
      contract,
      coin,
      `${flows.length}f`.padStart(64, '0'),
      transactionOf(requestOf(built)),
    );
    if (!read.ok) throw new Error(read.problem);
    clock = read.transition.clock ?? clock;
    coin = read.transition.next ?? coin;
    ended = read.transition.next === undefined;
  };
  const pay = (at: bigint): void => {
    const payout = planPayout(contract, coin, at);
    if (payout === undefined || isOver()) return;
    step('PAY', buildPaidPlanPayment({ contract, coin, clock, recipient, payout }, payer), payer);
  };
  const stop = (kind: 'cancel' | 'pause', at: bigint): void => {
    const found = planStop(contract, coin, kind, at);
    if (found === undefined || isOver()) return;
    step(
      kind === 'cancel' ? 'CANCEL' : 'PAUSE',
      buildPlanStop([{ contract, coin, recipient, stop: found }], sender),
      sender,
    );
  };
  pay(NOW);
  stop('pause', NOW + DAY);
  const pausing = runningClock();
  if (pausing !== undefined) {
    step('SETTLE', buildPaidPlanSettle(contract, coin, pausing, payer), payer);
    clock = undefined;
    const resume = planResume(contract, coin, NOW + 2n * DAY);
    if (resume !== undefined) step('RESUME', buildPlanResume([{ contract, coin, recipient, resume }], sender), sender);
  }
  if (stream.coin.state.index % 3 === 0) {
    pay(NOW + 400n * MONTH);
    return flows;
  }
  stop('cancel', NOW + 3n * MONTH);
  const notice = runningClock();
  if (notice !== undefined && !isOver()) step('REFUND', buildPaidPlanRefund(contract, coin, notice, sender), sender);
  return flows;
};

/** Every transaction in the life of a plan; none where its terms are not sound. */
export const planFlows = (
  product: PlanProduct,
  streams: PlanDraft['streams'] = streamsOf(product),
): readonly Flow[] => {
  const tokens = product.endsWith('TOKEN');
  const sender = tokens ? walletOf(1, 40_000_000_000n, 5n) : walletOf(1);
  const nonce = new Uint8Array(16).fill(7);
  const feeBound = feeBoundsOf(product).default;
  const draft = { product, sender: lockOf(sender), nonce, feeBound, cancelFills: DEFAULT_CANCEL_FILLS, streams };
  const layout = layOutPlan(draft, NETWORK);
  const part = layout.ok ? layout.parts[0] : undefined;
  if (part === undefined) return [];
  const { transaction } = buildPlanFunding(part, sender, TIP, tokens ? TOKEN : undefined);
  const funded = findPlanFunding(NETWORK, 'fe'.repeat(32), transactionOf(requestOf(transaction)));
  if (!funded.ok) throw new Error('The funding is sound');
  const { plan } = funded;
  const stopped = plan.streams.flatMap((stream) => {
    const { contract, coin, recipient } = stream;
    const stop = planStop(contract, coin, 'cancel', NOW);
    return stop === undefined ? [] : [{ stream, item: { contract, coin, recipient, stop } }];
  });
  const [first] = plan.contracts;
  if (first === undefined) throw new Error('The plan has a contract');
  const strays = [coinOf(5_000n), coinOf(1_000n, { category: TOKEN, amount: 3n })];
  return [
    flowOf(`${product}: funding`, transaction, sender, [openingOf(product, lockOf(sender), streams)]),
    ...(stopped.length === 0
      ? []
      : [
          flowOf(
            `${product}: cancel of all`,
            buildPlanStop(
              stopped.map(({ item }) => item),
              sender,
            ),
            sender,
            stopped.map(({ stream }) => movedBy('CANCEL', plan, stream)),
          ),
        ]),
    flowOf(`${product}: sweep`, buildPlanSweep(first, strays, sender), sender, [
      { kind: 'SWEEPS_PLAN', plan: addressAt(first.lockingBytecode), sender: addressAt(lockOf(sender)) },
    ]),
    ...plan.streams.flatMap((stream) => lifeOf(plan, stream, sender, `${product} ${stream.coin.state.index}`)),
  ];
};

const vaultFlows = (): readonly Flow[] => {
  const signers = [hashOf(0x31), hashOf(0x32), hashOf(0x33)] as const;
  const contract = createVaultContract({ signers, nonce: new Uint8Array(16).fill(9) }, NETWORK);
  const vault = addressAt(contract.lockingBytecode);
  const depositor = walletOf(0x31);
  const first = buildVaultFirstDeposit(contract, depositor, 500_000n);
  const category = depositor.coins[0]?.txid ?? '';
  const state = {
    outpoint: { txid: 'fd'.repeat(32), vout: 0 },
    ...{ satoshis: 500_000n, category, state: INITIAL_VAULT_STATE },
  };
  const holdings = { state, coins: [coinOf(70_000n), coinOf(1_000n, { category: TOKEN, amount: 1_000n })] };
  const payee = lockingBytecodeOf(hashOf(0x41));
  const signer = { hash: hashOf(0x32), coins: [] };
  const signed = (name: string, proposal: Parameters<typeof vaultSigningRequest>[0], effects: readonly AskedEffect[]) =>
    flowOf(name, { wcTransaction: vaultSigningRequest(proposal, signer.hash) }, signer, effects);
  const pays = { kind: 'PAYS', to: addressAt(payee) } as const;
  const { proposal: closing } = proposeVaultClose(contract, holdings, payee);
  return [
    flowOf('vault: first deposit', first.transaction, depositor, [
      { kind: 'PAYS', to: vault, asset: undefined, amount: 500_000n, opensVault: true },
    ]),
    flowOf('vault: deposit', buildVaultDeposit(contract, depositor, 90_000n), depositor, [
      { kind: 'PAYS', to: vault, asset: undefined, amount: 90_000n },
    ]),
    signed('vault: payment of BCH', proposeVaultSpend(contract, holdings, payee, { type: 'BCH', satoshis: 300_000n }), [
      { kind: 'SPENDS_VAULT', vault: contract.address, closes: false },
      { ...pays, asset: undefined, amount: 300_000n },
    ]),
    signed(
      'vault: payment of tokens',
      proposeVaultSpend(contract, holdings, payee, { type: 'FUNGIBLE_TOKEN', category: TOKEN, amount: 400n }),
      [
        { kind: 'SPENDS_VAULT', vault: contract.address, closes: false },
        { ...pays, asset: TOKEN, amount: 400n },
      ],
    ),
    signed('vault: close', closing, [
      { kind: 'SPENDS_VAULT', vault: contract.address, closes: true },
      { ...pays, asset: TOKEN, amount: 1_000n },
      { ...pays, asset: undefined, amount: closing.outputs.find(({ token }) => token === undefined)?.amount ?? 0n },
    ]),
  ];
};

const campaignFlows = (tokens: boolean): readonly Flow[] => {
  const creator = tokens ? walletOf(0x51, 500_000n) : walletOf(0x51);
  const rows = [0, 1, 2, 3].map((row) => ({ hash: hashOf(0x60 + row), amount: 10_000n + BigInt(row) }));
  const tree = MerkleTree.of(rows.map(({ hash, amount }) => leafOfRow(hash, amount)));
  const total = rows.reduce((sum, { amount }) => sum + amount, 0n);
  const asset = tokens ? ({ type: 'FUNGIBLE_TOKEN', category: TOKEN } as const) : ({ type: 'BCH' } as const);
  const label = tokens ? 'campaign of tokens' : 'campaign';
  const contract = createAirdropContract(
    {
      ...{ kind: 'WHITELIST', creator: creator.hash, start: NOW - DAY, end: 0n, cancelable: true, sponsored: true },
      ...{ lanes: 1, depth: 2, rows: rows.length, total, nonce: createAirdropNonce(utf8ToBin('campaign 001')) },
    } as const,
    NETWORK,
    asset,
  );
  const lanes = [{ lane: 0, root: tree.root, rows: rows.length, total }];
  const { transaction } = buildAirdropFunding(contract, creator, TIP, lanes);
  const { transaction: hex } = requestOf(transaction);
  const known = campaignTxid(hex);
  const found = findAirdropDeployment(contract, known, transactionOf({ transaction: hex }), lanes);
  if (!found.ok) throw new Error(found.problems.join());
  const [coin] = found.lanes;
  if (coin === undefined) throw new Error('The campaign has a lane');
  const row = rows[2] ?? { hash: hashOf(0), amount: 0n };
  const claim = { contract, coin, proof: { ...row, ...tree.proof(2) }, locktime: NOW };
  const claims: AskedEffect = {
    ...{ kind: 'CLAIMS_AIRDROP', campaign: contract.address, amount: row.amount },
    ...{ recipient: addressAt(lockingBytecodeOf(row.hash)), asset: tokens ? TOKEN : undefined },
  };
  const claimer = walletOf(0x62);
  const stranger = walletOf(0x70);
  return [
    flowOf(`${label}: funding`, transaction, creator, [
      {
        ...{ kind: 'OPENS_CAMPAIGN', creator: addressAt(lockOf(creator)), asset: tokens ? TOKEN : undefined },
        ...{ pool: total, claims: rows.length, roots: [binToHex(tree.root)] },
      },
    ]),
    flowOf(`${label}: claim`, buildWhitelistClaim(claim, claimer), claimer, [claims], [hex]),
    flowOf(`${label}: claim paid by a stranger`, buildPaidWhitelistClaim(claim, stranger), stranger, [claims], [hex]),
    flowOf(
      `${label}: close`,
      buildAirdropClose(contract, coin, NOW, creator.coins.slice(0, 1)),
      creator,
      [{ kind: 'CLOSES_LANE', campaign: contract.address, creator: addressAt(lockOf(creator)) }],
      [hex],
    ),
  ];
};

const campaignTxid = (hex: string): string => hex.slice(0, 64);

/** Every kind of transaction that Weir builds for a wallet to sign. */
export const flows = (): readonly Flow[] => [
  ...(['VESTING_BCH', 'VESTING_TOKEN', 'RECURRING_BCH', 'RECURRING_TOKEN'] as const).flatMap((product) =>
    planFlows(product),
  ),
  ...vaultFlows(),
  ...campaignFlows(false),
  ...campaignFlows(true),
];
