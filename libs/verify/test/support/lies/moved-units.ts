import { binsAreEqual, binToHex, hexToBin, type Output, type TransactionBch } from '@bitauth/libauth';
import { defaultPlanFees, feeOf } from '@weir/covenants';
import type { LedgerEntry, Reading, SigningRequest } from '../../../src/index.js';
import { transactionOf, withTransaction } from '../coins.js';
import type { Flow } from '../flow.js';
import { flipped, THIEF } from './lie.js';

/** A coin of the signer's that a lie adds. */
type OwnCoin = Pick<Output, 'valueSatoshis' | 'token'>;

/** Adds a coin of the signer's as the last input. */
export const withOwnCoin = (request: SigningRequest, own: Uint8Array, coin: OwnCoin): SigningRequest => {
  const transaction = transactionOf(request);
  const outpointTransactionHash = hexToBin('0d'.repeat(32));
  const place = { outpointIndex: 3, sequenceNumber: 0xffff_fffe };
  const { token } = coin;
  return {
    ...withTransaction(request, {
      ...transaction,
      inputs: [...transaction.inputs, { ...place, outpointTransactionHash, unlockingBytecode: new Uint8Array() }],
    }),
    sourceOutputs: [
      ...request.sourceOutputs,
      {
        ...place,
        outpointTransactionHash: binToHex(outpointTransactionHash),
        unlockingBytecode: '',
        valueSatoshis: coin.valueSatoshis.toString(),
        lockingBytecode: binToHex(own),
        ...(token !== undefined && {
          token: {
            category: binToHex(token.category),
            amount: token.amount.toString(),
            ...(token.nft !== undefined && {
              nft: { capability: token.nft.capability, commitment: binToHex(token.nft.commitment) },
            }),
          },
        }),
      },
    ],
  };
};

/** Returns a request with other outputs. */
export const withOutputs = (
  request: SigningRequest,
  change: (outputs: readonly Output[], transaction: TransactionBch) => readonly Output[],
): SigningRequest => {
  const transaction = transactionOf(request);
  return withTransaction(request, { ...transaction, outputs: [...change(transaction.outputs, transaction)] });
};

/** Bytes before the reserve in the state of a plan's stream in BCH, by the length of its commitment. */
const RESERVE_AT: Readonly<Record<number, number>> = { 40: 2, 39: 3 };
const RESERVE_BYTES = 3;

/** Counts satoshis in the reserve that the state of a stream in BCH names, as a liar would: else its covenant refuses at once. */
const withReserve = (output: Output, satoshis: bigint): Output => {
  const { token } = output;
  const at = RESERVE_AT[token?.nft?.commitment.length ?? 0];
  if (token?.nft === undefined || at === undefined) return output;
  const commitment = Uint8Array.from(token.nft.commitment);
  let reserve = satoshis;
  for (let place = at + RESERVE_BYTES - 1; place >= at; place -= 1)
    reserve += BigInt(commitment[place] ?? 0) << BigInt(8 * (place - at));
  for (let place = at; place < at + RESERVE_BYTES; place += 1) {
    commitment[place] = Number(reserve & 0xffn);
    reserve >>= 8n;
  }
  return { ...output, token: { ...token, nft: { ...token.nft, commitment } } };
};

const plus = (output: Output, satoshis: bigint, knowsReserve: boolean): Output => {
  const moved = { ...output, valueSatoshis: output.valueSatoshis + satoshis };
  return knowsReserve ? withReserve(moved, satoshis) : moved;
};

const withUnits = (output: Output, category: Uint8Array, units: bigint): Output => {
  const amount = (output.token?.amount ?? 0n) + units;
  const token = { ...output.token, category, amount };
  if (amount === 0n && token.nft === undefined) {
    const { lockingBytecode, valueSatoshis } = output;
    return { lockingBytecode, valueSatoshis };
  }
  return { ...output, token };
};

/** Where units come from or go to: an output, a new one, a new coin of the signer's, the fee, or nowhere. */
type Place =
  | { readonly kind: 'OUTPUT'; readonly index: number; readonly entries: readonly LedgerEntry[] }
  | { readonly kind: 'NEW'; readonly lock: Uint8Array; readonly name: string }
  | { readonly kind: 'COIN' }
  | { readonly kind: 'FEE' };

/** A lie that moves units from one line of the ledger to another. */
export interface MovedUnits {
  readonly name: string;
  readonly request: SigningRequest;
}

/** Returns numbers that follow from a seed, each below a bound. */
export const createRandom = (seed: number): ((below: number) => number) => {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    // The high bits: the low ones repeat soon.
    return Math.floor((state / 0x1_0000_0000) * below);
  };
};

type Random = ReturnType<typeof createRandom>;

const pick = <Item>(random: Random, items: readonly Item[]): Item | undefined => items[random(items.length)];

const PLAN_FEES = (['VESTING_BCH', 'VESTING_TOKEN', 'RECURRING_BCH', 'RECURRING_TOKEN'] as const).flatMap((product) =>
  Object.values(defaultPlanFees(product)),
);

/** Amounts at which rules change: dust, fees of contracts, notes. */
const EDGES = [1n, 2n, 420n, 450n, 546n, 576n, 800n, 1_000n, 1_200n, 1_500n, 2_400n, ...PLAN_FEES];

/** What contracts may give for the fee of a payment: locks, streams and payments of plans. */
const SHARES: ReadonlySet<bigint> = new Set([420n, 450n, 500n, ...PLAN_FEES]);

const amountUpTo = (random: Random, most: bigint): bigint => {
  const [kind, edge] = [random(4), EDGES[random(EDGES.length)] ?? 1n];
  if (kind === 0) return most;
  if (kind === 1 && edge <= most) return edge;
  const share = BigInt(1 + random(1_000_000));
  const amount = (most * share) / 1_000_000n;
  return amount > 0n ? amount : 1n;
};

/** Makes lies about one valid transaction. */
export const createMover = (flow: Flow, reading: Reading) => {
  const { request, signer } = flow;
  const transaction = transactionOf(request);
  const { outputs } = transaction;
  const [own = THIEF] = signer.own;
  const payer = reading.vault === undefined ? 'SIGNER' : 'VAULT';
  const hasPayer = reading.ledger.some(({ side, owner }) => side === 'IN' && owner === payer);
  const places = outputs.map((_, index): Place => ({
    kind: 'OUTPUT',
    index,
    entries: reading.ledger.filter((entry) => entry.side === 'OUT' && entry.index === index),
  }));
  const news: readonly Place[] = [
    { kind: 'NEW', lock: THIEF, name: 'a thief' },
    { kind: 'NEW', lock: own, name: 'the signer' },
    ...[...new Map(outputs.map((output) => [String(output.lockingBytecode), output.lockingBytecode])).values()].map(
      (lock): Place => ({
        kind: 'NEW',
        lock,
        name: `another output like output ${outputs.findIndex((one) => one.lockingBytecode === lock)}`,
      }),
    ),
  ];
  const isChange = (place: Place): boolean => {
    if (place.kind === 'OUTPUT')
      return place.entries.some(({ owner, reason }) => owner === payer && reason === 'CHANGE');
    if (place.kind !== 'NEW') return false;
    const line = places.find(
      (each) =>
        each.kind === 'OUTPUT' &&
        binsAreEqual(outputs[each.index]?.lockingBytecode ?? own, place.lock) &&
        isChange(each),
    );
    return line !== undefined || (payer === 'SIGNER' && binsAreEqual(place.lock, own));
  };
  /** Whether the fee is paid out of an output, so that a change of the fee within its bound changes this output alone. */
  const paysFee = (place: Place): boolean => {
    if (hasPayer) {
      // A refund or close has no change: its only output holds the rest.
      const isMerged =
        place.kind === 'OUTPUT' &&
        place.entries.some(({ owner, reason }) => owner === payer && reason === 'RETURN') &&
        outputs.length === 1;
      return isChange(place) || isMerged;
    }
    return (
      place.kind === 'OUTPUT' &&
      place.entries.some(
        ({ reason }) => reason === 'RESERVE' || reason === 'PAYOUT' || reason === 'HELD' || reason === 'RETURN',
      )
    );
  };
  const nameOf = (place: Place): string => {
    if (place.kind === 'OUTPUT')
      return `output ${place.index} (${place.entries.map(({ owner, reason }) => `${owner} ${reason}`).join(', ')})`;
    return place.kind === 'NEW' ? place.name : place.kind === 'COIN' ? 'a further coin of the signer' : 'the fee';
  };
  const most = feeOf(reading.size, 10_000n);

  const satoshisIn = (place: Place): bigint => {
    if (place.kind === 'OUTPUT') return outputs[place.index]?.valueSatoshis ?? 0n;
    return place.kind === 'FEE' ? reading.fee : 10_000_000_000n;
  };

  /** Whether all that an output holds is the payer's, or would be. */
  const isPayers = (place: Place): boolean =>
    isChange(place) ||
    (place.kind === 'OUTPUT' && place.entries.length > 0 && place.entries.every(({ owner }) => owner === payer));
  /** Whether the contract pays its whole bound of the fee instead of nothing, which it may at rates that this does not cover. */
  const isShareOfFee = (from: Place, to: Place, amount: bigint): boolean =>
    from.kind === 'OUTPUT' &&
    to.kind === 'FEE' &&
    SHARES.has(amount) &&
    from.entries.some(({ reason }) => reason === 'RESERVE' || reason === 'PAYOUT' || reason === 'RETURN');

  /** Whether the move is none between lines: units of the payer's that return to them, and fees within their bound. */
  const isHonest = (from: Place, to: Place, amount: bigint): boolean => {
    const isWithin = (fee: bigint): boolean => fee <= most + 1_480n;
    if (from.kind === 'COIN')
      return (
        payer === 'SIGNER' && (isChange(to) || paysFee(to) || (to.kind === 'FEE' && isWithin(reading.fee + amount)))
      );
    if (isShareOfFee(from, to, amount)) return isWithin(reading.fee + amount);
    if (from.kind === 'FEE') return paysFee(to);
    if (to.kind === 'FEE') return paysFee(from) && isWithin(reading.fee + amount);
    return isPayers(from) && isPayers(to);
  };

  const moveSatoshis = (random: Random): MovedUnits | undefined => {
    const from = pick(random, [...places, { kind: 'COIN' }, { kind: 'FEE' }] as const);
    const to = pick(random, [...places, ...news, { kind: 'FEE' }] as const);
    if (from === undefined || to === undefined || from === to || (from.kind === to.kind && from.kind === 'FEE'))
      return undefined;
    const held = satoshisIn(from);
    if (held < 1n) return undefined;
    const amount = amountUpTo(random, held);
    if (isHonest(from, to, amount)) return undefined;
    const knowsReserve = random(2) === 0;
    const moved = withOutputs(request, (all) => {
      const changed = all.map((output, index) => {
        if (from.kind === 'OUTPUT' && from.index === index) return plus(output, -amount, knowsReserve);
        return to.kind === 'OUTPUT' && to.index === index ? plus(output, amount, knowsReserve) : output;
      });
      return to.kind === 'NEW' ? [...changed, { lockingBytecode: to.lock, valueSatoshis: amount }] : changed;
    });
    return {
      name: `${amount} satoshis go from ${nameOf(from)} to ${nameOf(to)}`,
      request: from.kind === 'COIN' ? withOwnCoin(moved, own, { valueSatoshis: amount }) : moved,
    };
  };

  const categories = [
    ...new Map(
      [...outputs].flatMap(({ token }) =>
        token === undefined ? [] : [[binToHex(token.category), token.category] as const],
      ),
    ).values(),
    hexToBin('cd'.repeat(32)),
  ];

  const moveTokens = (random: Random): MovedUnits | undefined => {
    const category = pick(random, categories);
    if (category === undefined) return undefined;
    const unitsOf = ({ token }: Output): bigint =>
      token !== undefined && binsAreEqual(token.category, category) ? token.amount : 0n;
    const holding = places.filter((place) => place.kind === 'OUTPUT' && unitsOf(outputs[place.index] as Output) > 0n);
    const from = pick(random, [...holding, { kind: 'COIN' }] as const);
    // `FEE` burns them.
    const to = pick(random, [...places, ...news, { kind: 'FEE' }] as const);
    if (from === undefined || to === undefined || from === to) return undefined;
    const isOwnToOwn = (from.kind === 'COIN' ? payer === 'SIGNER' : isPayers(from)) && isPayers(to);
    const target = to.kind === 'OUTPUT' ? outputs[to.index]?.token : undefined;
    // An output carries one category.
    if (isOwnToOwn || (target !== undefined && !binsAreEqual(target.category, category))) return undefined;
    const held = from.kind === 'OUTPUT' ? unitsOf(outputs[from.index] as Output) : 1_000_000_000n;
    const amount = amountUpTo(random, held);
    const moved = withOutputs(request, (all) => {
      const changed = all.map((output, index) => {
        if (from.kind === 'OUTPUT' && from.index === index) return withUnits(output, category, -amount);
        return to.kind === 'OUTPUT' && to.index === index ? withUnits(output, category, amount) : output;
      });
      const beside = { valueSatoshis: 1_000n, token: { category, amount } };
      return to.kind === 'NEW' ? [...changed, { lockingBytecode: to.lock, ...beside }] : changed;
    });
    return {
      name: `${amount} tokens ${binToHex(category).slice(0, 4)} go from ${nameOf(from)} to ${nameOf(to)}`,
      request:
        from.kind === 'COIN' ? withOwnCoin(moved, own, { valueSatoshis: 1_000n, token: { category, amount } }) : moved,
    };
  };

  const moveNft = (random: Random): MovedUnits | undefined => {
    const category = pick(random, categories);
    if (category === undefined) return undefined;
    const capability = pick(random, ['none', 'mutable', 'minting'] as const) ?? 'none';
    const commitment =
      pick(random, [new Uint8Array(), Uint8Array.of(1), new Uint8Array(40), Uint8Array.of(1, 0, 0, 0, 0, 0)]) ??
      new Uint8Array();
    const nft = { capability, commitment };
    const coin = { valueSatoshis: 1_000n, token: { category, amount: 0n, nft } };
    // It goes to another output, comes back as another one, or is burnt.
    const to = pick(random, [...places, ...news, { kind: 'FEE' }] as const);
    if (to === undefined) return undefined;
    const isBack = payer === 'SIGNER' && isChange(to);
    const target = to.kind === 'OUTPUT' ? outputs[to.index]?.token : undefined;
    if (target !== undefined && (target.nft !== undefined || !binsAreEqual(target.category, category)))
      return undefined;
    const other =
      capability === 'none'
        ? { ...nft, commitment: Uint8Array.of(7, ...commitment) }
        : { ...nft, capability: 'none' as const };
    const carried = isBack ? other : nft;
    const moved = withOutputs(request, (all) => {
      const changed = all.map((output, index) =>
        to.kind === 'OUTPUT' && to.index === index
          ? { ...output, token: { category, amount: output.token?.amount ?? 0n, nft: carried } }
          : output,
      );
      return to.kind === 'NEW'
        ? [...changed, { ...coin, lockingBytecode: to.lock, token: { ...coin.token, nft: carried } }]
        : changed;
    });
    return {
      name: `an NFT (${capability}) of the signer goes to ${nameOf(to)}${isBack ? ' as another one' : ''}`,
      request: withOwnCoin(moved, own, coin),
    };
  };

  /** Gives the state of a contract to another output, or takes a unit that marks it. */
  const replaceCategory = (random: Random): MovedUnits | undefined => {
    const holding = places.flatMap((place) =>
      place.kind === 'OUTPUT' && outputs[place.index]?.token !== undefined ? [place.index] : [],
    );
    const at = pick(random, holding);
    if (at === undefined) return undefined;
    return {
      name: `output ${at} carries another category`,
      request: withOutputs(request, (all) =>
        all.map((output, index) =>
          index === at && output.token !== undefined
            ? { ...output, token: { ...output.token, category: flipped(output.token.category, random(32)) } }
            : output,
        ),
      ),
    };
  };

  const makers = [moveSatoshis, moveSatoshis, moveSatoshis, moveTokens, moveTokens, moveNft, replaceCategory];
  /** Makes a lie; undefined where the random choice was none. */
  return (random: Random): MovedUnits | undefined => pick(random, makers)?.(random);
};
