import { bigIntToVmNumber, hash160, type Output } from '@bitauth/libauth';
import type { Chance } from '@weir/testing';
import { withoutToken } from '../attacks/mutations.js';
import { noticeOf } from '../plan/move-drafts.js';
import { at, named32, replaced } from '../support/bytes.js';
import { coinNamed, payTo, purse } from '../support/coins.js';
import { outsider, recipient, sender } from '../support/parties.js';
import type { Coin, Draft, DraftInput } from '../support/transaction.js';
import { withInputAt, withOutput } from '../treasury/transactions.js';
import { CATEGORY, CLOCK, COMPANION, readState, SHARES, stateBytes } from './covenant.js';
import { type CalendarSpend, newRecipient, OTHER_PLAN } from './spends.js';
import type { Stream } from './stream.js';

/** A draft that differs from a valid one in one thing. */
export type Change = readonly [name: string, draft: Draft];

const numberOf = (item: Uint8Array): bigint => item.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

const sum = (outputs: readonly Output[]): bigint => outputs.reduce((all, { valueSatoshis }) => all + valueSatoshis, 0n);
const amountIn = (outputs: readonly Output[], category: Uint8Array): bigint =>
  outputs.reduce(
    (all, { token }) => (token?.category.toString() === category.toString() ? all + token.amount : all),
    0n,
  );

/**
 * The same with what its outputs need more, satoshis, tokens and NFTs of any category, by coins of an outsider's behind all others: so
 * that scripts alone refuse it. The plan's own category has no more than its streams do.
 */
export const funded = (draft: Draft): Draft => {
  const spent = draft.inputs.map(({ coin }) => coin.output);
  const more: DraftInput[] = [OTHER_PLAN, SHARES].flatMap((category, place) => {
    const missing = amountIn(draft.outputs, category) - amountIn(spent, category);
    if (missing <= 0n) return [];
    const coin = coinNamed(`more of ${place}`, { ...payTo(outsider, 1_000n), token: { category, amount: missing } });
    return [{ ...purse(outsider, 1_000n), coin }];
  });
  const categories = new Set(
    spent.flatMap(({ token }) => (token?.nft === undefined ? [] : [token.category.toString()])),
  );
  for (const { token } of draft.outputs) {
    if (token?.nft === undefined || categories.has(token.category.toString())) continue;
    if (token.category === CATEGORY) continue;
    categories.add(token.category.toString());
    const nft = { capability: 'minting', commitment: new Uint8Array() } as const;
    const coin = coinNamed(`a minter ${more.length}`, {
      ...payTo(outsider, 1_000n),
      token: { category: token.category, amount: 0n, nft },
    });
    more.push({ ...purse(outsider, 1_000n), coin });
  }
  const missing = sum(draft.outputs) - sum(spent);
  const money = missing > 0n ? [purse(outsider, missing + 5_000n, 'money that is missing')] : [];
  // The recipient's coin that pays by `collect` stays the last one.
  const collects = draft.inputs.some(
    ({ unlocking }) => unlocking.kind === 'call' && unlocking.linked?.name === 'collect',
  );
  const behind = collects ? draft.inputs.length - 1 : draft.inputs.length;
  return { ...draft, inputs: draft.inputs.toSpliced(behind, 0, ...more, ...money) };
};

const argumentsOf = (given: Uint8Array): readonly Uint8Array[] =>
  given.length > 8
    ? [
        ...[given.slice(1), given.slice(0, -1), given.slice(11), new Uint8Array(), new Uint8Array(32)],
        ...[0, 4, given.length - 1].map((place) => given.map((byte, i) => (i === place ? byte ^ 1 : byte))),
      ]
    : [-2n, -1n, 1n, 2n].map((by) => bigIntToVmNumber(numberOf(given) + by));

/** Functions of salaries, and of grants and lists. */
const PATHS = ['pay', 'end', 'stop', 'cancel', 'settle', 'resume', 'refund', 'sweep', 'announce', 'finish', 'collect'];

const inputChanges = function* (draft: Draft): Generator<Change> {
  for (const [index, { unlocking, coin, sequence }] of draft.inputs.entries()) {
    const named = (what: string, change: (input: DraftInput) => DraftInput): Change => [
      `input ${index} ${what}`,
      withInputAt(draft, index, change),
    ];
    for (const other of [0xffffffff, 0, 1, sequence - 1, 0x400000 + (sequence & 0xffff), 0x80000000, 65_535, 65_536])
      if (other >= 0 && other !== sequence)
        yield named(`by sequence ${other}`, (input) => ({ ...input, sequence: other }));
    if (draft.inputs.length > 1)
      yield [`input ${index} missing`, { ...draft, inputs: draft.inputs.toSpliced(index, 1) }];
    if (index > 0) {
      const inputs = draft.inputs.toSpliced(index - 1, 2, at(draft.inputs, index), at(draft.inputs, index - 1));
      yield [`input ${index} before the one in front`, { ...draft, inputs }];
    }
    const elsewhere = (other: Partial<Coin>): DraftInput => ({
      sequence,
      coin: { ...coin, ...other, output: { ...coin.output, lockingBytecode: outsider.lockingBytecode } },
      unlocking: { kind: 'key', owner: outsider },
    });
    if (unlocking.kind === 'key') {
      for (const owner of [sender, recipient, outsider, newRecipient])
        if (owner !== unlocking.owner)
          yield named(`of the ${owner.name}`, () => purse(owner, coin.output.valueSatoshis, 'another coin'));
      yield named('signed for no output', (input) => ({ ...input, unlocking: { ...unlocking, sighash: 0x62 } }));
    } else if (unlocking === COMPANION.unlocking) {
      for (const [what, other] of [
        ['of another transaction', { txid: named32('elsewhere') }],
        ['of another output', { vout: coin.vout + 1 }],
      ] as const) {
        const [name, swapped] = named(what, () => elsewhere(other));
        yield [name, swapped];
        // What is left of a stranger's tokens returns to the stranger.
        const outputs = draft.outputs.map((output) =>
          output.lockingBytecode === COMPANION.lockingBytecode
            ? { ...output, lockingBytecode: outsider.lockingBytecode }
            : output,
        );
        yield [`${name}, which returns`, { ...swapped, outputs }];
      }
    } else if (unlocking === CLOCK.unlocking) {
      const units = coin.output.token?.amount ?? 0n;
      const clock = (output: Partial<Output['token'] & object>): DraftInput => ({
        sequence,
        unlocking,
        coin: {
          ...coin,
          txid: named32('another clock'),
          output: { ...coin.output, token: { category: CATEGORY, amount: units, ...output } },
        },
      });
      yield named('of other units', () => clock({ amount: units + 1n }));
      yield named('of another plan', () => clock({ category: OTHER_PLAN }));
      yield named('of the outsider', () => elsewhere({ txid: named32('units of the outsider') }));
      yield named('left alone, as many tokens in its place', () => ({
        ...elsewhere({ txid: named32('tokens of the outsider') }),
        coin: coinNamed('tokens of the outsider', {
          ...payTo(outsider, coin.output.valueSatoshis),
          token: { category: SHARES, amount: units },
        }),
      }));
      yield named('left alone, a coin in its place', () =>
        purse(outsider, coin.output.valueSatoshis, 'in place of a clock'),
      );
    } else if (unlocking.kind === 'call') {
      const [given] = unlocking.args;
      if (given instanceof Uint8Array)
        for (const [place, argument] of argumentsOf(given).entries())
          yield named(`with another argument (${place})`, (input) => ({
            ...input,
            unlocking: { ...unlocking, args: [argument] },
          }));
      const { linked } = unlocking;
      if (linked === undefined) continue;
      const { shown, hidden } = linked.artifact;
      const takes = new Map(
        [shown, ...hidden].flatMap(({ functions }) => functions.map((each) => [each.name, each.inputs.length])),
      );
      for (const name of PATHS) {
        const count = takes.get(name);
        if (count === undefined || name === linked.name) continue;
        const args = count === 0 ? [] : unlocking.args.length > 0 ? unlocking.args : [Uint8Array.of(1)];
        yield named(`by ${name}`, (input) => ({
          ...input,
          unlocking: { ...unlocking, args, linked: { ...linked, name } },
        }));
      }
    }
  }
  const front = { ...draft, inputs: [purse(outsider, 9_000n, 'in front'), ...draft.inputs] };
  yield ["a stranger's coin in front", front];
  yield [
    "a stranger's coin in front, and an output",
    { ...front, outputs: [payTo(outsider, 1_000n), ...draft.outputs] },
  ];
};

const outputChanges = function* (draft: Draft, { address }: Stream): Generator<Change> {
  const bytes = stateBytes(address.kind);
  for (const [index, { token, lockingBytecode, valueSatoshis }] of draft.outputs.entries()) {
    const named = (what: string, change: (output: Output) => Output): Change => [
      `output ${index} ${what}`,
      withOutput(draft, index, change),
    ];
    for (const by of [-1n, 1n, -valueSatoshis + 1n])
      yield named(`${by} satoshis`, (output) => ({ ...output, valueSatoshis: output.valueSatoshis + by }));
    for (const [name, lock] of [
      ['the outsider', outsider.lockingBytecode],
      ['the sender', sender.lockingBytecode],
      ['the recipient', recipient.lockingBytecode],
      ['the new recipient', newRecipient.lockingBytecode],
      ['the plan', address.lockingBytecode],
    ] as const)
      if (lock.toString() !== lockingBytecode.toString())
        yield named(`to ${name}`, (output) => ({ ...output, lockingBytecode: lock }));
    yield [`output ${index} missing`, { ...draft, outputs: draft.outputs.toSpliced(index, 1) }];
    if (index > 0) {
      const outputs = draft.outputs.toSpliced(index - 1, 2, at(draft.outputs, index), at(draft.outputs, index - 1));
      yield [`output ${index} before the one in front`, { ...draft, outputs }];
    }
    if (token === undefined) {
      yield named('with tokens', (output) => ({ ...output, token: { category: SHARES, amount: 1n } }));
      const [state] = draft.inputs.filter(({ coin }) => coin.output.token?.nft !== undefined);
      if (state !== undefined)
        yield named('with the state', (output) => ({ ...output, token: state.coin.output.token }));
      yield named('with units', (output) => ({ ...output, token: { category: CATEGORY, amount: 1n } }));
      continue;
    }
    yield named('without its tokens', withoutToken);
    const withToken = (what: string, change: Partial<typeof token>): Change =>
      named(what, (output) => ({ ...output, token: { ...token, ...change } }));
    for (const by of [-1n, 1n])
      if (token.amount + by >= 0n) yield withToken(`${by} tokens`, { amount: token.amount + by });
    for (const category of [OTHER_PLAN, SHARES, CATEGORY])
      if (category.toString() !== token.category.toString()) yield withToken('of another category', { category });
    const { nft } = token;
    if (nft === undefined) {
      yield withToken('with an NFT', { nft: { capability: 'mutable', commitment: new Uint8Array() } });
      continue;
    }
    yield withToken('immutable', { nft: { ...nft, capability: 'none' } });
    const committed = (what: string, commitment: Uint8Array): Change =>
      withToken(what, { nft: { ...nft, commitment } });
    for (const [place, byte] of nft.commitment.entries())
      yield committed(`another byte ${place}`, Uint8Array.from(replaced([...nft.commitment], place, () => byte ^ 1)));
    yield committed('a byte less', nft.commitment.slice(0, -1));
    yield committed('a byte more', Uint8Array.of(...nft.commitment, 0));
    yield committed('pending', Uint8Array.of(...nft.commitment.slice(0, bytes), ...hash160(outsider.lockingBytecode)));
    yield committed('not pending', nft.commitment.slice(0, bytes));
    yield committed(
      'moved',
      Uint8Array.of(...nft.commitment.slice(0, bytes - 20), ...hash160(newRecipient.lockingBytecode)),
    );
    for (const by of [-1n, 1n, -100_000n]) {
      const reserve = readState(address.kind, at(draft.outputs, index)).reserve + by;
      if (reserve < 0n) continue;
      const [, change] = reserved(draft, index, address.kind, by);
      yield [`output ${index} with ${by} in reserve`, change];
    }
  }
  for (const { coin } of draft.inputs) {
    const { token } = coin.output;
    if (token === undefined) continue;
    const more = { ...payTo(outsider, 1_000n), token };
    yield ['an output more with what an input held', { ...draft, outputs: [...draft.outputs, more] }];
    yield ['two of which the first one has it', { ...draft, outputs: [...draft.outputs, more, payTo(outsider, 546n)] }];
  }
  yield ['an output more', { ...draft, outputs: [...draft.outputs, payTo(outsider, 546n)] }];
  yield ['two outputs more', { ...draft, outputs: [...draft.outputs, payTo(outsider, 546n), payTo(outsider, 546n)] }];
};

/** More or less in a state, as it says it. */
const reserved = (draft: Draft, index: number, kind: Stream['address']['kind'], by: bigint): Change => {
  const place = kind === 'calendar-recurring-bch' ? 3 : 2;
  return [
    'reserve',
    withOutput(draft, index, (output) => {
      const { token } = output;
      if (token?.nft === undefined) return output;
      const valueSatoshis = output.valueSatoshis + by;
      if (kind.endsWith('token')) return { ...output, valueSatoshis };
      const { reserve } = readState(kind, output);
      const commitment = Uint8Array.from(token.nft.commitment);
      for (let i = 0; i < 3; i += 1) commitment[place + i] = Number(((reserve + by) >> BigInt(8 * i)) & 255n);
      return { ...output, valueSatoshis, token: { ...token, nft: { ...token.nft, commitment } } };
    }),
  ];
};

const restChanges = function* (draft: Draft): Generator<Change> {
  for (const locktime of [draft.locktime - 1, 0, 800_000, 499_999_999, 500_000_000])
    if (locktime >= 0 && locktime !== draft.locktime) yield [`locktime ${locktime}`, { ...draft, locktime }];
  yield ['version 1', { ...draft, version: 1 }];
  const [first] = draft.outputs;
  if (first?.lockingBytecode[0] !== 0x6a) return;
  const notice = first.lockingBytecode;
  for (let place = 0; place < 10; place += 1)
    yield [
      `notice: byte ${place}`,
      withOutput(draft, 0, (output) => ({
        ...output,
        lockingBytecode: notice.map((byte, i) => (i === place ? byte ^ 1 : byte)),
      })),
    ];
  for (const to of [
    Uint8Array.of(0x6a, 1, 2),
    Uint8Array.of(0xef, 1, 2),
    new Uint8Array(36).fill(0x51),
    new Uint8Array(),
  ])
    yield [`notice: to ${to.length} bytes, ${to[0] ?? 0}`, announcedAs(draft, to)];
};

/** An announcement of another address. */
const announcedAs = (draft: Draft, to: Uint8Array): Draft => ({
  ...draft,
  outputs: draft.outputs.map((output, index) => {
    const { token } = output;
    if (index === 0) return noticeOf(to);
    if (token?.nft === undefined) return output;
    const commitment = Uint8Array.of(...token.nft.commitment.slice(0, -20), ...hash160(to));
    return { ...output, token: { ...token, nft: { ...token.nft, commitment } } };
  }),
});

/** A draft that differs in one random thing; without the coins that it needs. */
export const changedBy = (chance: Chance, draft: Draft, stream: Stream): Draft => {
  const kind = chance.of([() => inputChanges(draft), () => outputChanges(draft, stream), () => restChanges(draft)]);
  const changes = [...kind()];
  return changes.length === 0 ? draft : chance.of(changes)[1];
};

/** Every draft that differs from a valid one in one thing, with the coins that it needs. */
export const changesOf = ({ draft, streams }: CalendarSpend): readonly Change[] =>
  [inputChanges(draft), outputChanges(draft, at(streams, 0)), restChanges(draft)].flatMap((changes) =>
    [...changes].map(([name, changed]): Change => [name, funded(changed)]),
  );
