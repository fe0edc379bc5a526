import {
  buildAnnounceMoves,
  buildKeylessLockClaim,
  buildLockFunding,
  buildPaidFinishLockMove,
  buildPaidLockPayment,
  defaultLockPayments,
  findLockFunding,
  LOCK_MOVE_FEE,
  lockAt,
  type LockContract,
  type LockMove,
  lockingBytecodeOf,
  type LockOrder,
  type LockPayment,
  lockPayout,
  lockReserve,
  proposeAnnouncement,
  type WalletCoins,
} from '@weir/covenants';
import type { AskedEffect, MoveStep } from '../../src/index.js';
import { DAY, hashOf, lockOf, NOW, requestOf, TIP, TOKEN, transactionOf, walletOf } from './coins.js';
import { addressAt, type Flow, flowOf, NETWORK } from './flow.js';
import { createVault } from './vault.js';

const END = NOW + 50n * DAY;

/** A linear lock behind a cliff, steps, and a pure time lock; two of them for one recipient. */
const orders = (): readonly LockOrder[] => [
  {
    recipient: lockingBytecodeOf(hashOf(0x21)),
    total: 100_000_000n,
    start: NOW - 50n * DAY,
    cliff: NOW - 40n * DAY,
    step: 1n,
    steps: 100n * DAY,
  },
  {
    recipient: lockingBytecodeOf(hashOf(0x22)),
    total: 5_000n,
    start: NOW - DAY,
    cliff: NOW - DAY,
    step: DAY,
    steps: 51n,
  },
  {
    recipient: lockingBytecodeOf(hashOf(0x21)),
    total: 3_000_000n,
    start: END - 1n,
    cliff: END - 1n,
    step: 1n,
    steps: 1n,
  },
];

/**
 * @param isReserveStated whether the signer says what a lock of tokens holds for fees: its default
 * @param delay of locks that can move
 */
const openingOf = (
  sender: WalletCoins,
  asset: string | undefined,
  locks: readonly LockOrder[],
  isReserveStated = true,
  delay?: number,
): AskedEffect => ({
  kind: 'OPENS_LOCKS',
  sender: addressAt(lockOf(sender)),
  asset,
  ...(delay !== undefined && { moveDelay: delay }),
  locks: locks.map(({ recipient, total, start, cliff, step, steps }) => ({
    recipient: addressAt(recipient),
    total,
    ...(isReserveStated && {
      reserve: asset === undefined ? 0n : lockReserve(defaultLockPayments({ steps, total }), { delay }),
    }),
    schedule: { kind: 'VESTING', start, cliff, step, end: start + step * steps },
  })),
});

/** Locks: funded alone and together, paid while more stays, and paid to the end. */
export const lockFlows = (tokens: boolean): readonly Flow[] => {
  const sender = tokens ? walletOf(0x11, 300_000_000n) : walletOf(0x11);
  const asset = tokens ? ({ type: 'FUNGIBLE_TOKEN', category: TOKEN } as const) : ({ type: 'BCH' } as const);
  const category = tokens ? TOKEN : undefined;
  const label = tokens ? 'lock of tokens' : 'lock';
  const [linear, steps, until] = orders();
  if (linear === undefined || steps === undefined || until === undefined) throw new Error('There are three locks');
  const funded = (locks: readonly LockOrder[]) =>
    buildLockFunding({ asset, sender: lockOf(sender), locks }, sender, NETWORK, TIP);
  // The order of the outputs: those of one recipient lie together.
  const listed = [linear, until, steps];
  const funding = funded([linear]);
  const found = findLockFunding(NETWORK, 'fa'.repeat(32), transactionOf(requestOf(funding)));
  const [lock] = found.ok ? found.found.locks : [];
  if (lock === undefined) throw new Error('A lock was funded');
  const { contract, coin } = lock;
  const payments = [NOW, END].flatMap((locktime) => {
    const payout = lockPayout(contract, coin, locktime);
    return payout === undefined ? [] : [{ contract, coin, payout }];
  });
  const [recipient, stranger] = [walletOf(0x21), walletOf(0x70)];
  const pays: AskedEffect = {
    kind: 'PAYS_LOCK',
    lock: contract.address,
    asset: category,
    recipient: addressAt(linear.recipient),
  };
  return [
    flowOf(`${label}: funding`, funding, sender, [openingOf(sender, category, [linear])]),
    flowOf(`${label}: funding of a time lock`, funded([until]), sender, [openingOf(sender, category, [until])]),
    flowOf(`${label}: funding of a list`, funded([linear, steps, until]), sender, [
      openingOf(sender, category, listed),
    ]),
    ...payments.flatMap((payment, index) => {
      const when = index === 0 ? 'payment' : 'last payment';
      const keyless = buildKeylessLockClaim(payment);
      if (keyless === undefined) throw new Error('A payment is large enough to pay for itself');
      return [
        flowOf(`${label}: ${when} without a coin`, keyless, recipient, [pays]),
        flowOf(`${label}: ${when} with a coin of the recipient`, buildPaidLockPayment(payment, recipient), recipient, [
          pays,
        ]),
        flowOf(`${label}: ${when} with a coin of a stranger`, buildPaidLockPayment(payment, stranger), stranger, [
          pays,
        ]),
      ];
    }),
  ];
};

/** Locks that can move: funded, paid, paid while a move is pending, and moved by each step. */
export const movableLockFlows = (tokens: boolean): readonly Flow[] => {
  const sender = tokens ? walletOf(0x11, 300_000_000n) : walletOf(0x11);
  const [asset, category] = tokens
    ? ([{ type: 'FUNGIBLE_TOKEN', category: TOKEN }, TOKEN] as const)
    : ([{ type: 'BCH' }, undefined] as const);
  const label = tokens ? 'lock of tokens that can move' : 'lock that can move';
  const delay = 1_008;
  const locks = orders().slice(0, 1);
  const funding = buildLockFunding({ asset, sender: lockOf(sender), delay, locks }, sender, NETWORK, TIP);
  const found = findLockFunding(NETWORK, 'fa'.repeat(32), transactionOf(requestOf(funding)));
  const [lock] = found.ok ? found.found.locks : [];
  if (lock === undefined) throw new Error('A lock was funded');
  const [recipient, stranger] = [walletOf(0x21), walletOf(0x70)];
  const [fresh, elsewhere] = [0x2d, 0x2e].map((name) => lockingBytecodeOf(hashOf(name)));
  if (fresh === undefined || elsewhere === undefined) throw new Error('There are two');
  const pays = (contract: LockContract): AskedEffect => ({
    kind: 'PAYS_LOCK',
    lock: contract.address,
    asset: category,
    recipient: addressAt(lock.contract.terms.recipient),
    ...(contract.terms.movesTo !== undefined && { movesTo: addressAt(contract.terms.movesTo) }),
  });
  const payment = (contract: LockContract, more: bigint): LockPayment => {
    const coin = { ...lock.coin, satoshis: lock.coin.satoshis + more };
    const payout = lockPayout(contract, coin, NOW);
    if (payout === undefined) throw new Error('Something is due');
    return { contract, coin, payout };
  };
  const active = payment(lock.contract, 0n);
  const pending = payment(lockAt(lock.contract, { movesTo: fresh }), LOCK_MOVE_FEE[asset.type]);
  const undone = payment(lockAt(lock.contract, { movesTo: lockOf(recipient) }), LOCK_MOVE_FEE[asset.type]);
  // Another coin of the same terms.
  const other = { ...active, coin: { ...active.coin, outpoint: { ...active.coin.outpoint, vout: 9 } } };
  const moves = (move: MoveStep, contract: LockContract, to: Uint8Array): AskedEffect => ({
    kind: 'MOVES_LOCK',
    move,
    lock: contract.address,
    from: addressAt(lock.contract.terms.recipient),
    to: addressAt(to),
  });
  const keyless = buildKeylessLockClaim(active);
  if (keyless === undefined) throw new Error('A payment is large enough to pay for itself');
  const collect = flowOf(
    `${label}: payment while a move is pending`,
    buildPaidLockPayment(pending, recipient),
    recipient,
    [pays(pending.contract)],
  );
  return [
    flowOf(`${label}: funding`, funding, sender, [openingOf(sender, category, locks, true, delay)]),
    flowOf(`${label}: payment without a coin`, keyless, recipient, [pays(active.contract)]),
    // A payment does not show where the lock moves to: who reads it, or asks for it, names the address.
    { ...collect, signer: { ...collect.signer, parties: [fresh] } },
    flowOf(
      `${label}: announcement`,
      buildAnnounceMoves({ locks: [active, other] }, fresh, recipient),
      recipient,
      [active, other].map(({ contract }) => moves('ANNOUNCE', contract, fresh)),
    ),
    flowOf(
      `${label}: announcement of another address`,
      buildAnnounceMoves({ locks: [pending] }, elsewhere, recipient),
      recipient,
      [moves('ANNOUNCE', pending.contract, elsewhere)],
    ),
    flowOf(`${label}: undoing`, buildAnnounceMoves({ locks: [pending] }, lockOf(recipient), recipient), recipient, [
      moves('UNDO', pending.contract, lockOf(recipient)),
    ]),
    flowOf(`${label}: finish by a stranger`, buildPaidFinishLockMove(pending, stranger), stranger, [
      moves('FINISH', pending.contract, fresh),
    ]),
    flowOf(`${label}: finish of an undone move`, buildPaidFinishLockMove(undone, stranger), stranger, [
      moves('KEEP', undone.contract, lockOf(recipient)),
    ]),
  ];
};

/** Locks that a vault receives: announced at another address, alone and with another one, and undone. */
export const vaultLockFlows = (tokens: boolean): readonly Flow[] => {
  const { contract: vault, holdings, spends, proposed } = createVault();
  const sender = tokens ? walletOf(0x11, 300_000_000n) : walletOf(0x11);
  const asset = tokens ? ({ type: 'FUNGIBLE_TOKEN', category: TOKEN } as const) : ({ type: 'BCH' } as const);
  const label = tokens ? 'lock of tokens' : 'lock';
  const locks = orders()
    .slice(0, 2)
    .map((order) => ({ ...order, recipient: vault.lockingBytecode }));
  const funding = buildLockFunding({ asset, sender: lockOf(sender), delay: 1_008, locks }, sender, NETWORK, TIP);
  const found = findLockFunding(NETWORK, 'fa'.repeat(32), transactionOf(requestOf(funding)));
  const [one, other] = found.ok ? found.found.locks : [];
  if (one === undefined || other === undefined) throw new Error('Two locks were funded');
  const fresh = lockingBytecodeOf(hashOf(0x2d));
  const pending = {
    contract: lockAt(one.contract, { movesTo: fresh }),
    coin: { ...one.coin, satoshis: one.coin.satoshis + LOCK_MOVE_FEE[asset.type] },
  };
  const moves = (move: MoveStep, { address: lock }: LockContract, to: Uint8Array): AskedEffect => ({
    kind: 'MOVES_LOCK',
    move,
    lock,
    from: addressAt(vault.lockingBytecode),
    to: addressAt(to),
  });
  const announce = (some: readonly LockMove[], to: Uint8Array) =>
    proposeAnnouncement(vault, holdings, { locks: some }, to);
  return [
    proposed(`vault: announcement of a ${label}`, announce([one], fresh), [
      spends,
      moves('ANNOUNCE', one.contract, fresh),
    ]),
    proposed(`vault: announcement of two: ${label}`, announce([one, other], fresh), [
      spends,
      ...[one, other].map(({ contract }) => moves('ANNOUNCE', contract, fresh)),
    ]),
    proposed(`vault: undoing the move of a ${label}`, announce([pending], vault.lockingBytecode), [
      spends,
      moves('UNDO', pending.contract, vault.lockingBytecode),
    ]),
  ];
};

/** The funding of a linear lock of tokens with a reserve for so many payments, by a caller who did not say for how many. */
export const lockWithReserve = (payments: number): { readonly flow: Flow; readonly reserve: bigint } => {
  const sender = walletOf(0x11, 300_000_000n);
  const locks = orders().slice(0, 1);
  const asset = { type: 'FUNGIBLE_TOKEN', category: TOKEN } as const;
  const draft = { asset, sender: lockOf(sender), locks: locks.map((lock) => ({ ...lock, payments })) };
  const built = buildLockFunding(draft, sender, NETWORK, TIP);
  return {
    flow: flowOf('lock with a reserve', built, sender, [openingOf(sender, TOKEN, locks, false)]),
    reserve: lockReserve(payments),
  };
};
