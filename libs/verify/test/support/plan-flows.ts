import {
  buildPaidPlanPayment,
  buildPaidPlanRefund,
  buildPaidPlanSettle,
  buildPlanFunding,
  buildPlanPreparation,
  buildPlanResume,
  buildPlanStop,
  buildPlanSweep,
  DEFAULT_CANCEL_FILLS,
  defaultPlanFees,
  findPlanFunding,
  layOutPlan,
  lockingBytecodeOf,
  planPayout,
  planResume,
  planStop,
  readPlanTransition,
  type FoundPlan,
  type FoundStream,
  type PlanClockCoin,
  type PlanCoin,
  type PlanDraft,
  proposePlanFunding,
  proposePlanResume,
  proposePlanStop,
  type PlanContract,
  type PlanPart,
  type PlanStopItem,
  type PlanProduct,
  type PlanTransition,
  type UnsignedTransaction,
  type WalletCoins,
} from '@weir/covenants';
import { DEFAULT_MOVE_DELAY } from '@weir/kinds';
import type { AskedEffect, SigningRequest } from '../../src/index.js';
import { coinOf, DAY, hashOf, lockOf, NOW, requestOf, TIP, TOKEN, transactionOf, walletOf } from './coins.js';
import { addressAt, type Flow, flowOf, NETWORK } from './flow.js';
import { createVault } from './vault.js';

const MONTH = 30n * DAY;

/** Three streams of usual terms. */
export const streamsOf = (product: PlanProduct): PlanDraft['streams'] =>
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

/** What a transaction does to a stream. */
export const movedTo = (
  contract: PlanContract,
  coin: PlanCoin,
  request: SigningRequest,
  txid = 'fa'.repeat(32),
): PlanTransition => {
  const read = readPlanTransition(contract, coin, txid, transactionOf(request));
  if (!read.ok) throw new Error(read.problem);
  return read.transition;
};

/** One stream through its life, each transaction built on what the one before left. */
const lifeOf = (
  plan: FoundPlan,
  stream: FoundStream,
  sender: WalletCoins,
  { label, funding }: { readonly label: string; readonly funding: string },
): readonly Flow[] => {
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
    flows.push(flowOf(`${label}: ${move}`, built, wallet, [movedBy(move, plan, stream)], [funding]));
    const moved = movedTo(contract, coin, requestOf(built), `${flows.length}f`.padStart(64, '0'));
    clock = moved.clock ?? clock;
    coin = moved.next ?? coin;
    ended = moved.next === undefined;
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

/** Returns the only part of a plan as it is funded; undefined where its terms are not sound. */
export const partOf = (
  product: PlanProduct,
  sender: Uint8Array,
  streams: PlanDraft['streams'],
): PlanPart | undefined => {
  const nonce = new Uint8Array(16).fill(7);
  const shared = { cancelFills: DEFAULT_CANCEL_FILLS, delay: DEFAULT_MOVE_DELAY };
  const draft = { product, sender, nonce, ...defaultPlanFees(product), ...shared, streams };
  const layout = layOutPlan(draft, NETWORK);
  return layout.ok ? layout.parts[0] : undefined;
};

export const foundIn = (request: SigningRequest): FoundPlan => {
  const found = findPlanFunding(NETWORK, 'fe'.repeat(32), transactionOf(request));
  if (!found.ok) throw new Error('The funding is sound');
  return found.plan;
};

/** Cancels (or pauses) of all streams that allow it. */
const stopsOf = (
  { streams }: FoundPlan,
  kind: 'cancel' | 'pause',
): readonly { readonly stream: FoundStream; readonly item: PlanStopItem }[] =>
  streams.flatMap((stream) => {
    const { contract, coin, recipient } = stream;
    const stop = planStop(contract, coin, kind, NOW);
    return stop === undefined ? [] : [{ stream, item: { contract, coin, recipient, stop } }];
  });

/** Every transaction in the life of a plan; none where its terms are not sound. */
export const planFlows = (
  product: PlanProduct,
  streams: PlanDraft['streams'] = streamsOf(product),
): readonly Flow[] => {
  const tokens = product.endsWith('TOKEN');
  const sender = tokens ? walletOf(1, 40_000_000_000n, 5n) : walletOf(1);
  const part = partOf(product, lockOf(sender), streams);
  if (part === undefined) return [];
  const { transaction } = buildPlanFunding(part, sender, TIP, tokens ? TOKEN : undefined);
  const { transaction: funding } = requestOf(transaction);
  const plan = foundIn(requestOf(transaction));
  const stopped = stopsOf(plan, 'cancel');
  const [first] = plan.contracts;
  if (first === undefined) throw new Error('The plan has a contract');
  const strays = [coinOf(5_000n), coinOf(1_000n, { category: TOKEN, amount: 3n })];
  return [
    flowOf(`${product}: preparation`, buildPlanPreparation(part, sender).transaction, sender, []),
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
            [funding],
          ),
        ]),
    flowOf(
      `${product}: sweep`,
      buildPlanSweep(first, strays, sender),
      sender,
      [{ kind: 'SWEEPS_PLAN', plan: addressAt(first.lockingBytecode), sender: addressAt(lockOf(sender)) }],
      [funding],
    ),
    ...plan.streams.flatMap((stream) =>
      lifeOf(plan, stream, sender, { label: `${product} ${stream.coin.state.index}`, funding }),
    ),
  ];
};

/** A plan whose sender is a vault: opened, cancelled, paused and resumed by proposals. */
export const vaultPlanFlows = (product: PlanProduct): readonly Flow[] => {
  const { contract, holdings, spends, proposed } = createVault();
  const asset = product.endsWith('TOKEN') ? TOKEN : undefined;
  const streams = streamsOf(product);
  const sender = contract.lockingBytecode;
  const part = partOf(product, sender, streams);
  if (part === undefined) throw new Error('The plan is sound');
  const funding = proposed(`vault: funding of ${product}`, proposePlanFunding(contract, holdings, part, TIP, asset), [
    spends,
    openingOf(product, sender, streams),
  ]);
  const plan = foundIn(funding.request);
  const stop = (kind: 'cancel' | 'pause'): readonly Flow[] => {
    const stopped = stopsOf(plan, kind);
    if (stopped.length === 0) return [];
    const proposal = proposePlanStop(
      contract,
      holdings,
      stopped.map(({ item }) => item),
    );
    const move = kind === 'cancel' ? 'CANCEL' : 'PAUSE';
    return [
      proposed(
        `vault: ${kind} of ${product}`,
        proposal,
        [spends, ...stopped.map(({ stream }) => movedBy(move, plan, stream))],
        [funding.request.transaction],
      ),
    ];
  };
  const [pause] = stop('pause');
  const [first] = plan.streams;
  if (pause === undefined || first === undefined) return [funding, ...stop('cancel')];
  const { contract: own, coin, recipient } = first;
  const paused = movedTo(own, coin, pause.request);
  if (paused.next === undefined || paused.clock === undefined) throw new Error('A pause goes on, with a clock');
  const settling = requestOf(buildPaidPlanSettle(own, paused.next, paused.clock, walletOf(0x71)));
  const settled = movedTo(own, paused.next, settling).next;
  const resume = settled && planResume(own, settled, NOW + 2n * DAY);
  if (settled === undefined || resume === undefined) throw new Error('A settled pause can be resumed');
  const resuming = proposePlanResume(contract, holdings, [{ contract: own, coin: settled, recipient, resume }]);
  return [
    ...[funding, ...stop('cancel'), pause],
    proposed(
      `vault: resume of ${product}`,
      resuming,
      [spends, movedBy('RESUME', plan, first)],
      [funding.request.transaction],
    ),
  ];
};
