import fc from 'fast-check';
import {
  type AirdropAsset,
  announcedBy,
  buildAnnounceMoves,
  buildFinishLockMove,
  buildKeylessLockPayment,
  buildLockFunding,
  buildPaidFinishLockMove,
  buildPaidLockPayment,
  createLockContract,
  createLockStream,
  findLockFunding,
  findLockProblem,
  LOCK_MOVE_FEE,
  lockEnd,
  type LockMove,
  type LockOrder,
  lockPaymentNeed,
  lockPayout,
  type LockTransition,
  lockUnits,
  MOVE_NOTE_SATOSHIS,
  partyAddress,
  readLockTransition,
  toLockState,
} from '../src/index.js';
import { assetOf, heldBy } from './support/airdrop-scenario.js';
import { createTestChain } from './support/chain.js';
import { createParty, keyless, type Party } from './support/party.js';
import { openPlan, somebody, streamOf } from './support/plan-scenario.js';

const DAY = 86_400n;
const TOTAL = 40_000_000n;
/** Blocks between announcement and move in these locks. */
const DELAY = 5;

const open = async (type: AirdropAsset['type'], count = 1) => {
  const chain = createTestChain();
  const payer = createParty(chain, 'payer', 900_000_000n, 800_000_000n);
  const recipient = createParty(chain, 'recipient', 1_000_000n);
  const stranger = createParty(chain, 'stranger', 1_000_000n);
  const fresh = createParty(chain, 'recipient, new', 1_000_000n);
  const asset = assetOf(chain, payer, type, 10_000_000_000n);
  chain.mine(1);
  const start = chain.locktime();
  const orders = Array.from({ length: count }, (_, i): LockOrder => ({
    recipient: recipient.lockingBytecode,
    total: TOTAL + BigInt(i),
    start,
    cliff: start + DAY,
    step: DAY,
    steps: 100n,
  }));
  const draft = { asset, sender: payer.lockingBytecode, delay: DELAY, locks: orders };
  const txid = await payer.send(buildLockFunding(draft, payer.funds(), 'devnet', chain.tip()));
  const result = findLockFunding('devnet', txid, chain.transaction(txid));
  if (!result.ok) throw new Error(result.problem);
  const { announcement } = result.found;
  const moves: LockMove[] = result.found.locks.map(({ contract, coin }) => ({ contract, coin }));
  const at = (place: number): LockMove => {
    const move = moves[place];
    if (move === undefined) throw new Error('The lock has ended');
    return move;
  };
  const follow = (id: string, place = 0): LockTransition => {
    const { contract, coin } = at(place);
    const read = readLockTransition(contract, coin, id, chain.transaction(id));
    if (read === undefined) throw new Error(`${id} is not a step of the lock`);
    if (read.next === undefined) moves.splice(place, 1);
    else moves[place] = { contract: read.contract, coin: read.next };
    return read;
  };
  const announce = async (to = fresh.lockingBytecode, by: Party = recipient, places = [0]) => {
    const id = await by.send(buildAnnounceMoves({ locks: places.map(at) }, to, by.funds()));
    return places.map((place) => follow(id, place));
  };
  const finish = (place = 0): LockTransition => {
    const built = keyless(buildFinishLockMove(at(place)));
    return follow(chain.node.submit(built.hex), place);
  };
  const due = () => {
    const { contract, coin } = at(0);
    const payout = lockPayout(contract, coin, chain.locktime());
    if (payout === undefined) throw new Error('Nothing is due');
    return { contract, coin, payout };
  };
  const pay = async (by: Party) => follow(await by.send(buildPaidLockPayment(due(), by.funds())));
  const push = () => follow(chain.node.submit(keyless(buildKeylessLockPayment(due())).hex));
  return { chain, payer, recipient, stranger, fresh, asset, start, at, announcement, announce, finish, due, pay, push };
};

describe.each(['BCH', 'FUNGIBLE_TOKEN'] as const)('a lock in %s that can move', (type) => {
  it('is found from the bytes of its funding, with its delay', async () => {
    const { at, announcement } = await open(type);
    const { contract, coin } = at(0);
    expect([announcement.delay, contract.terms.delay]).toEqual([DELAY, DELAY]);
    expect(lockUnits(contract, coin)).toBe(TOTAL);
    const { delay: _, ...fixed } = contract.terms;
    expect(createLockContract(fixed, 'devnet').address).not.toBe(contract.address);
  });

  it('is announced by its recipient, moved by nobody’s coin after the delay, and paid at the new address', async () => {
    const { chain, recipient, fresh, asset, start, at, announce, finish, push } = await open(type);
    const before = at(0).coin;
    const [announced] = await announce();
    expect(announced).toMatchObject({ kind: 'announce', released: 0n, paidToRecipient: 0n });
    expect(at(0).coin.satoshis).toBe(before.satoshis + LOCK_MOVE_FEE[type]);
    expect(lockUnits(at(0).contract, at(0).coin)).toBe(TOTAL);
    expect(chain.coinsOf(fresh.lockingBytecode).map(({ satoshis }) => satoshis)).toContain(MOVE_NOTE_SATOSHIS);
    expect(() => finish()).toThrow();
    chain.mine(DELAY - 1);
    expect(() => finish()).toThrow();
    chain.mine(1);
    expect(finish()).toMatchObject({ kind: 'finish', released: 0n });
    expect(at(0).coin).toMatchObject({ satoshis: before.satoshis });
    expect(at(0).contract.terms).toMatchObject({ recipient: fresh.lockingBytecode, movesTo: undefined });
    chain.reach(start + 10n * DAY);
    const [held, old] = [heldBy(fresh, asset), heldBy(recipient, asset)];
    const paid = push();
    expect(heldBy(fresh, asset) - held).toBe(paid.paidToRecipient);
    expect(heldBy(recipient, asset)).toBe(old);
  });

  it('is undone by its recipient, who adds no second fee, and stays where it was', async () => {
    const { chain, recipient, at, announce, finish } = await open(type);
    const before = at(0);
    await announce();
    const { satoshis } = at(0).coin;
    chain.mine(1);
    expect((await announce(recipient.lockingBytecode))[0]?.kind).toBe('undo');
    expect(at(0).coin.satoshis).toBe(satoshis);
    expect(finish().kind).toBe('keep');
    expect(at(0).contract.address).toBe(before.contract.address);
    expect(at(0).coin.satoshis).toBe(before.coin.satoshis);
  });

  it('is paid at the old address meanwhile, by its recipient’s coin alone, and each payment starts the delay over', async () => {
    const { chain, recipient, stranger, start, asset, at, announce, finish, due, pay } = await open(type);
    await announce();
    chain.reach(start + 10n * DAY);
    expect(due().payout.small).toBe(true);
    expect(lockPaymentNeed(due())).toBe('RECIPIENTS_COIN');
    expect(buildKeylessLockPayment(due())).toBeUndefined();
    await expect(pay(stranger)).rejects.toThrow('A move of the lock is pending');
    const held = heldBy(recipient, asset);
    const step = await pay(recipient);
    expect(step).toMatchObject({ kind: 'pay', paidToRecipient: step.released });
    expect(step.released).toBe(TOTAL / 10n);
    if (type === 'FUNGIBLE_TOKEN') expect(heldBy(recipient, asset) - held).toBe(TOTAL / 10n);
    expect(lockUnits(at(0).contract, at(0).coin)).toBe(TOTAL - TOTAL / 10n);
    chain.mine(DELAY - 1);
    expect(() => finish()).toThrow();
    chain.mine(1);
    expect(finish().kind).toBe('finish');
  });

  it('pays everything at its end, before a pending move or after it', async () => {
    for (const isMovedFirst of [false, true]) {
      const { chain, recipient, fresh, start, asset, announce, finish, pay, push } = await open(type);
      await announce();
      chain.mine(DELAY);
      if (isMovedFirst) finish();
      chain.reach(start + 100n * DAY);
      const to = isMovedFirst ? fresh : recipient;
      const held = heldBy(to, asset);
      const step = isMovedFirst ? push() : await pay(recipient);
      expect(step).toMatchObject({ next: undefined, released: TOTAL });
      if (type === 'FUNGIBLE_TOKEN') expect(heldBy(to, asset) - held).toBe(TOTAL);
    }
  });

  it('moves several by one signature, which says so to anybody', async () => {
    const places = [0, 1, 2, 3];
    const { chain, recipient, fresh, at, announce, finish } = await open(type, places.length);
    const steps = await announce(fresh.lockingBytecode, recipient, places);
    const transaction = chain.transaction(steps[0]?.txid ?? '');
    expect(announcedBy(transaction)).toEqual(fresh.lockingBytecode);
    chain.mine(DELAY);
    for (const place of places) expect(finish(place).kind).toBe('finish');
    for (const place of places) expect(at(place).contract.terms.recipient).toEqual(fresh.lockingBytecode);
  });

  it('is followed as a stream through its moves, to the address of its new recipient', async () => {
    const { chain, payer, recipient, fresh, asset, start, at, announce, finish, push } = await open(type);
    const { contract, coin } = at(0);
    const category = asset.type === 'BCH' ? undefined : asset.category;
    const stream = createLockStream(contract, { sender: payer.lockingBytecode, category });
    let state = toLockState(contract, coin);
    const step = (id: string) => {
      const transaction = chain.transaction(id);
      expect(stream.stateInputs(transaction).length).toBe(1);
      const read = stream.at(state).readStep(id, transaction);
      if (read?.next === undefined) throw new Error('It goes on');
      state = read.next;
      return read;
    };
    const [announced] = await announce();
    expect(step(announced?.txid ?? '')).toMatchObject({
      kind: 'announce',
      status: 'ACTIVE',
      released: 0n,
      moved: { party: fresh.lockingBytecode, address: partyAddress(fresh.lockingBytecode, 'devnet') },
    });
    expect(stream.at(state)).toMatchObject({
      recipient: recipient.lockingBytecode,
      move: { to: fresh.lockingBytecode, isUndone: false, delay: DELAY },
    });
    chain.mine(DELAY);
    expect(step(finish().txid)).toMatchObject({ kind: 'finish', moved: { party: fresh.lockingBytecode } });
    expect(stream.at(state)).toMatchObject({ recipient: fresh.lockingBytecode, move: undefined });
    chain.reach(start + 10n * DAY);
    expect(step(push().txid)).toMatchObject({ kind: 'push', released: TOTAL / 10n });
    expect(stream.at(state).recipient).toEqual(fresh.lockingBytecode);
  });

  it('refuses addresses that must not be paid, other recipients, and locks that stay', async () => {
    const { recipient, stranger, fresh, at } = await open(type);
    const build = (to: Uint8Array, by = recipient, moves = [at(0)]) =>
      buildAnnounceMoves({ locks: moves }, to, by.funds());
    expect(() => build(Uint8Array.of(0x51))).toThrow('addresses of standard kinds');
    expect(() => build(at(0).contract.lockingBytecode)).toThrow('the address is of a contract');
    expect(() => build(fresh.lockingBytecode, stranger)).toThrow('a coin of the recipient');
    expect(() => build(fresh.lockingBytecode, recipient, [])).toThrow('moves 1 to 50 streams and locks, not 0');
    const { delay: _, ...fixed } = at(0).contract.terms;
    const stays = { contract: createLockContract(fixed, 'devnet'), coin: at(0).coin };
    expect(() => build(fresh.lockingBytecode, recipient, [stays])).toThrow('whose terms forbid it');
    expect(() => buildFinishLockMove(at(0))).toThrow('Only a move that was announced');
  });

  it('needs a coin for its move where nodes ask for more than the announcement has put aside', async () => {
    const { chain, stranger, at, announce } = await open(type);
    await announce();
    chain.mine(DELAY);
    expect(buildFinishLockMove(at(0), { feeRate: 2_000n })).toBeUndefined();
    const built = buildPaidFinishLockMove(at(0), stranger.funds(), { feeRate: 2_000n });
    expect(built.fee).toBeGreaterThanOrEqual(2n * BigInt(built.size));
    const id = await stranger.send(built);
    const { contract, coin } = at(0);
    expect(readLockTransition(contract, coin, id, chain.transaction(id))?.kind).toBe('finish');
  });
});

it('streams and locks of one recipient are announced by one signature', async () => {
  const opened = await openPlan('VESTING_BCH', (start, to) => [streamOf('VESTING_BCH', to, start)], { delay: DELAY });
  const { chain, scenario, recipient, sender } = opened;
  const fresh = createParty(chain, 'recipient of both, new', 1_000_000n);
  const start = chain.locktime();
  const order = { recipient: recipient.lockingBytecode, total: TOTAL, start, cliff: start, step: DAY, steps: 100n };
  const draft = { asset: { type: 'BCH' }, sender: sender.lockingBytecode, delay: DELAY, locks: [order] } as const;
  const txid = await sender.send(buildLockFunding(draft, sender.funds(), 'devnet', chain.tip()));
  chain.mine(1);
  const result = findLockFunding('devnet', txid, chain.transaction(txid));
  const [lock] = result.ok ? result.found.locks : [];
  if (lock === undefined) throw new Error('A lock was funded');
  const streams = [{ contract: scenario.stream(1).contract, coin: scenario.coin(1) }];
  const both = { streams, locks: [lock] };
  const announced = await recipient.send(buildAnnounceMoves(both, fresh.lockingBytecode, recipient.funds()));
  expect(scenario.follow(1, announced).kind).toBe('announce');
  const read = readLockTransition(lock.contract, lock.coin, announced, chain.transaction(announced));
  expect(read?.kind).toBe('announce');
  expect(() => buildAnnounceMoves(both, Uint8Array.of(0x51), recipient.funds())).toThrow('standard kinds');
});

it('a delay is a day at least, on local networks a block, and no more than a relative lock counts', () => {
  const terms = {
    asset: 'BCH',
    total: TOTAL,
    start: 1_800_000_000n,
    cliff: 1_800_000_000n,
    step: DAY,
    steps: 10n,
    recipient: somebody(1),
  } as const;
  const problems = (isLocal: boolean) =>
    [undefined, 0, 1, 1.5, 143, 144, 65_535, 65_536].map((delay) => findLockProblem({ ...terms, delay }, isLocal));
  const bad = 'DELAY_OUT_OF_RANGE';
  expect(problems(false)).toEqual([undefined, bad, bad, bad, bad, undefined, undefined, bad]);
  expect(problems(true)).toEqual([undefined, bad, undefined, bad, undefined, undefined, undefined, bad]);
});

it('no lock is at the address of another one, moved or not', () => {
  const seen = new Map<string, string>();
  fc.assert(
    fc.property(
      fc.record({
        asset: fc.constantFrom('BCH' as const, 'FUNGIBLE_TOKEN' as const),
        steps: fc.bigInt(1n, 3n),
        delay: fc.constantFrom(undefined, 144, 145),
        recipient: fc.nat(2),
        movesTo: fc.constantFrom(undefined, 0, 1, 2),
      }),
      ({ recipient, movesTo, ...more }) => {
        const to = more.delay === undefined || movesTo === undefined ? undefined : somebody(movesTo + 1);
        const contract = createLockContract(
          {
            ...more,
            total: TOTAL,
            start: 1_800_000_000n,
            cliff: 1_800_000_000n,
            step: DAY,
            recipient: somebody(recipient + 1),
            movesTo: to,
          },
          'mainnet',
        );
        const name = JSON.stringify([recipient, to === undefined ? 'none' : movesTo, more.asset, more.delay], null, 0);
        const key = `${name} ${more.steps}`;
        expect(seen.get(contract.address) ?? key).toBe(key);
        seen.set(contract.address, key);
        expect(lockEnd(contract.terms)).toBe(1_800_000_000n + DAY * more.steps);
      },
    ),
  );
});
