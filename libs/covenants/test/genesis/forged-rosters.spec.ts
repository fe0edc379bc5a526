import { binToHex, hash160, type Output, type TransactionCommon } from '@bitauth/libauth';
import { Chance } from '@weir/testing';
import { createRosterContract, encodeRosterState, findRosterDeployment, initialRosterState } from '../../src/index.js';
import { MEMBERS, openRoster } from '../support/roster-scenario.js';

/** As many forgeries by day; `npm run forge` makes 90 times as many, at new seeds. */
const RUNS = 2_400 * Number(process.env['WEIR_RUNS'] ?? '1');
const SEED = process.env['WEIR_SEED'] === 'random' ? Date.now() : 7;

const { chain, state, contract } = await openRoster();
const real = chain.transaction(state.outpoint.txid);

type Token = NonNullable<Output['token']>;

/** A genesis in the words of docs/covenants/treasury.md, without the library. */
const isSound = (transaction: TransactionCommon): boolean =>
  transaction.outputs.some(({ token, lockingBytecode }) => {
    if (token?.nft?.capability !== 'mutable' || token.amount !== 0n) return false;
    const id = token.category.toString();
    const isCreated = transaction.inputs.some(
      (input) => input.outpointIndex === 0 && input.outpointTransactionHash.toString() === id,
    );
    const others = transaction.outputs.filter((each) => each.token?.category.toString() === id);
    const { lockingBytecode: own } = createRosterContract(binToHex(token.category), 'devnet');
    if (!isCreated || others.length !== 1 || lockingBytecode.toString() !== own.toString()) return false;
    const { commitment } = token.nft;
    const [quiet, review] = [26, 28].map((at) => (commitment[at] ?? 0) + 256 * (commitment[at + 1] ?? 0));
    const seats = [30, 50, 70].map((at) => commitment.slice(at, at + 20).toString());
    return (
      commitment.length === 90 &&
      commitment.slice(0, 6).toString() === '1,0,0,0,0,0' &&
      (quiet ?? 0) >= 6 &&
      (review ?? 0) >= 6 &&
      new Set(seats).size === 3 &&
      commitment.slice(6, 26).toString() !== hash160(own).toString()
    );
  });

const changed = (
  transaction: TransactionCommon,
  index: number,
  change: (output: Output) => Output,
): TransactionCommon => ({
  ...transaction,
  outputs: transaction.outputs.map((output, at) => (at === index ? change(output) : output)),
});

const withToken = (transaction: TransactionCommon, change: (token: Token) => Token | undefined): TransactionCommon =>
  changed(transaction, 0, ({ token, ...output }) => {
    const next = token && change(token);
    return next === undefined ? output : { ...output, token: next };
  });

/** Changes a commitment that is long enough: a forgery of a forgery may have cut it before. */
const withCommitment = (transaction: TransactionCommon, change: (bytes: Uint8Array) => Uint8Array): TransactionCommon =>
  withToken(transaction, (token) =>
    token.nft === undefined || token.nft.commitment.length < 90
      ? token
      : { ...token, nft: { ...token.nft, commitment: change(token.nft.commitment) } },
  );

const other = new Uint8Array(32).fill(7);

type Forgery = (transaction: TransactionCommon, chance: Chance) => TransactionCommon;

const FORGERIES: readonly Forgery[] = [
  // A byte of the commitment, anywhere.
  (of, chance) => withCommitment(of, (bytes) => bytes.with(chance.below(bytes.length), chance.below(256))),
  (of, chance) => withCommitment(of, (bytes) => bytes.slice(0, chance.below(91))),
  (of, chance) => withCommitment(of, (bytes) => Uint8Array.of(...bytes, chance.below(256))),
  // A key in two seats.
  (of, chance) =>
    withCommitment(of, (bytes) => {
      const [from, to] = [30 + 20 * chance.below(3), 30 + 20 * chance.below(3)];
      const copy = Uint8Array.from(bytes);
      copy.set(bytes.slice(from, from + 20), to);
      return copy;
    }),
  (of) =>
    withCommitment(of, (bytes) => {
      const copy = Uint8Array.from(bytes);
      copy.set(hash160(contract.lockingBytecode), 6);
      return copy;
    }),
  // Delays at their bounds.
  (of, chance) =>
    withCommitment(of, (bytes) => {
      const copy = Uint8Array.from(bytes);
      copy.set([chance.of([0, 5, 6, 255]), chance.of([0, 0, 1])], chance.of([26, 28]));
      return copy;
    }),
  (of, chance) =>
    withToken(of, (token) => ({
      ...token,
      ...(token.nft && { nft: { ...token.nft, capability: chance.of(['none', 'minting', 'mutable'] as const) } }),
    })),
  (of, chance) => withToken(of, (token) => ({ ...token, amount: BigInt(chance.below(3)) })),
  (of) => withToken(of, () => undefined),
  (of) => withToken(of, ({ category, amount }) => ({ category, amount: amount + 1n })),
  (of) => withToken(of, (token) => ({ ...token, category: other })),
  // The address of another roster, or of nobody.
  (of, chance) =>
    changed(of, 0, (output) => ({
      ...output,
      lockingBytecode: chance.of([
        createRosterContract(binToHex(other), 'devnet').lockingBytecode,
        output.lockingBytecode.slice(1),
        of.outputs[1]?.lockingBytecode ?? output.lockingBytecode,
      ]),
    })),
  // A second output of the category: an NFT of any kind, or units.
  (of, chance) => {
    const token = of.outputs[0]?.token;
    if (token === undefined) return of;
    const second = chance.of<Token>([
      token,
      { ...token, nft: { capability: 'minting', commitment: new Uint8Array() } },
      { ...token, nft: { capability: 'none', commitment: new Uint8Array() } },
      { category: token.category, amount: 5n },
    ]);
    const place = chance.below(of.outputs.length + 1);
    const output: Output = { lockingBytecode: Uint8Array.of(0x51), valueSatoshis: 1_000n, token: second };
    return { ...of, outputs: of.outputs.toSpliced(place, 0, output) };
  },
  // The coin that names the category.
  (of, chance) => ({
    ...of,
    inputs: of.inputs.map((input, index) =>
      index === 0
        ? chance.once(2)
          ? { ...input, outpointIndex: chance.below(3) }
          : { ...input, outpointTransactionHash: other }
        : input,
    ),
  }),
  // Things that change nothing: another order, more inputs, another token.
  (of) => ({ ...of, outputs: of.outputs.toReversed() }),
  (of) => ({
    ...of,
    inputs: [...of.inputs, ...of.inputs.map((input) => ({ ...input, outpointTransactionHash: other }))],
  }),
  (of) => ({
    ...of,
    outputs: [
      ...of.outputs,
      { lockingBytecode: Uint8Array.of(0x51), valueSatoshis: 800n, token: { category: other, amount: 3n } },
    ],
  }),
];

it('a genesis is found exactly where a judge without the library finds it sound', () => {
  const chance = new Chance(SEED);
  const seen = { sound: 0, forged: 0 };
  for (let run = 0; run < RUNS; run += 1) {
    let transaction = real;
    for (let changes = chance.between(1, 3); changes > 0; changes -= 1)
      transaction = chance.of(FORGERIES)(transaction, chance);
    const expected = isSound(transaction);
    const found = findRosterDeployment('devnet', state.outpoint.txid, transaction);
    expect([run, found.ok]).toEqual([run, expected]);
    seen[expected ? 'sound' : 'forged'] += 1;
  }
  expect(seen.sound).toBeGreaterThan(RUNS / 50);
  expect(seen.forged).toBeGreaterThan(RUNS / 2);
});

it('the real one is found, with its state', () => {
  expect(findRosterDeployment('devnet', state.outpoint.txid, real)).toMatchObject({ ok: true, coin: state });
  expect(encodeRosterState(state.state)).toBe(encodeRosterState(initialRosterState(MEMBERS)));
});
