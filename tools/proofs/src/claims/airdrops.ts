import { execute, given, type Path } from '../execute/execute.js';
import { bytesItem, intItem, sameItems } from '../execute/item.js';
import { and, atMost, equal, FALSE, implies, less, not, or, signed, TRUE } from '../terms/bool.js';
import {
  concat,
  isShortestBytes,
  lengthOfBytes,
  literal,
  numberOf,
  padded,
  same,
  slice,
  split,
  whole,
} from '../terms/bytes.js';
import { hashOf } from '../terms/hash.js';
import {
  add,
  choose,
  field,
  int,
  isZero,
  larger,
  multiply,
  ONE,
  read,
  remainder,
  subtract,
  variable,
  ZERO,
} from '../terms/int.js';
import type { Bool, Bytes, HashFunction, Int } from '../terms/term.js';
import { type Form, FORMS } from './airdrop-forms.js';
import { airdropLoops, CLIMBED, climbOf, itemsOf, type Climb } from './airdrop-loops.js';
import { artifactOf } from './artifacts.js';
import type { ClaimGroup } from './claim.js';
import { onPath } from './on-paths.js';
import { mostOf, type Asset } from './plan-coin.js';
import { between, hasNoToken, input, isEmpty, isMutable, output } from './reading.js';

const COMMITMENT = 40;
/** Bytes that the proof of a public claim has at least. */
const FILL = 384;

const hash = (function_: HashFunction, of: Bytes): Bytes => whole({ kind: 'hash', function: function_, of });
const argument = (name: string): Bytes => whole(given(name));
const MARKER = literal(hashOf('sha256', Uint8Array.of(0)));

/** Locked to the key of a hash, by the bytes of a P2PKH. */
const isKeyLock = (lock: Bytes, of: Bytes): Bool =>
  same(lock, concat(concat(literal(Uint8Array.of(0x76, 0xa9, 20)), of), literal(Uint8Array.of(0x88, 0xac))));

const state = input(0, COMMITMENT);
const root = slice(state.commitment, 0, 32);
const head = slice(state.commitment, 32, 3);
const claims = numberOf(slice(state.commitment, 35, 5));

/** The commitment with another root and one claim more. */
const nextState = (after: Bytes): Bytes => concat(concat(after, head), padded(add(claims, ONE), 5).bytes);

/** Two strings are equal where they are with a byte behind them: so a solver compares them byte by byte. */
const sameText = (left: Bytes, right: Bytes): Bool => {
  const end = literal(new Uint8Array(1));
  return same(concat(left, end), concat(right, end));
};

/** What a claim pays and to whom, and the climb that must begin with it. */
interface Paid {
  readonly recipient: Bytes;
  readonly amount: Int;
  readonly climb: Climb;
}

const proof = argument('proof');

const listed = (): Paid => {
  const [recipient, amount] = [argument('recipient'), numberOf(argument('amount'))];
  const before = hash('hash256', concat(recipient, padded(amount, 8).bytes));
  const path = add(numberOf(argument('path')), variable('leaves'));
  return { recipient, amount, climb: { proof, before, after: MARKER, path, map: ZERO, empty: CLIMBED.empty } };
};

/** The place of a public claim: the first 8 bytes of the hash of nonce and recipient, under a bit of its own. */
const placeOf = (): Int => {
  const key = {
    kind: 'hash',
    function: 'sha256',
    of: concat(whole(given('nonce', 16)), hash('hash160', argument('key'))),
  } as const;
  return numberOf(concat(slice(key, 0, 8), literal(Uint8Array.of(1))));
};

const open = (): Paid => {
  const recipient = hash('hash160', argument('key'));
  const claimed = numberOf(argument('claimed'));
  const leafOf = (count: Int): Bytes => hash('sha256', concat(recipient, padded(count, 4).bytes));
  const first = multiply(int(32), choose(isZero(claimed), ONE, ZERO));
  const before = concat(split(MARKER, first).left, split(leafOf(claimed), first).right);
  const map = numberOf(argument('map'));
  const climb = { proof, before, after: leafOf(add(claimed, ONE)), path: placeOf(), map, empty: MARKER };
  return { recipient, amount: variable('amount'), climb };
};

const paidBy = ({ isPublic }: Form): Paid => (isPublic ? open() : listed());

/** What is demanded of a climb that has ended: the roots, and that nothing of the proof is left but what fills it. */
const isClimbed = ({ isPublic }: Form): Bool => {
  const roots = and(same(CLIMBED.before, root), same(nextState(CLIMBED.after), whole(output(0).commitment)));
  // No bytes, as scripts write it: the number zero.
  if (!isPublic) return and(roots, sameItems(bytesItem(CLIMBED.proof), intItem(ZERO)));
  const [rest, length] = [lengthOfBytes(CLIMBED.proof), lengthOfBytes(proof)];
  const zeros = whole({ kind: 'padded', value: ZERO, size: rest });
  return and(
    ...[roots, isZero(CLIMBED.map), same(CLIMBED.proof, zeros)],
    equal(length, larger(subtract(length, rest), int(FILL))),
  );
};

/** Where a climb begins: at the leaf, with the whole proof. */
const beginsWith = (form: Form, { climb }: Paid, { entry }: Path): Bool => {
  const found = climbOf(form, entry);
  const begins = and(
    ...[same(found.proof, climb.proof), same(found.before, climb.before), same(found.after, climb.after)],
    equal(found.path, climb.path),
  );
  if (form.isPublic)
    return and(begins, equal(found.map, climb.map), atMost(ZERO, climb.map), same(found.empty, climb.empty));
  const path = numberOf(argument('path'));
  return and(begins, atMost(ZERO, path), less(path, variable('leaves')));
};

/** Input 1 is the companion of the lane: the next output of the same transaction. */
const hasCompanion = (): Bool =>
  and(
    same(whole(read('outpointHash', ONE)), whole(read('outpointHash', ZERO))),
    equal(field('outpointIndex', ONE), add(field('outpointIndex', ZERO), ONE)),
  );

const all = (...parts: readonly Bytes[]): Bytes => parts.reduce((left, right) => concat(left, right));

/** Locked by the script of a lock: pushes of the recipient's hash160 and of the amount, then what the lane is compiled with. */
const isOfLock = (lock: Bytes, { recipient, amount }: Paid): Bool => {
  const keyLock = all(literal(Uint8Array.of(0x76, 0xa9, 20)), recipient, literal(Uint8Array.of(0x88, 0xac)));
  const pushes = [
    literal(Uint8Array.of(20)),
    hash('hash160', keyLock),
    literal(Uint8Array.of(8)),
    padded(amount, 8).bytes,
  ];
  const script = all(...pushes, whole(given('lock')));
  return same(lock, all(literal(Uint8Array.of(0xaa, 32)), hash('hash256', script), literal(Uint8Array.of(0x87))));
};

/** Satoshis that go with a payment of tokens. */
const payoutOf = ({ vested }: Form): Int => int(vested ? 1_500 : 1_000);

const paysExactly = (form: Form, paid: Paid): Bool => {
  const { asset, vested } = form;
  const { recipient, amount } = paid;
  const isPayees = (lock: Bytes): Bool => (vested ? isOfLock(lock, paid) : isKeyLock(lock, recipient));
  if (asset === 'BCH') return and(isPayees(output(1).lock), equal(output(1).value, amount), hasNoToken(output(1)));
  const payout = output(2);
  return and(
    ...[isPayees(payout.lock), equal(payout.amount, amount), same(payout.category, input(1).category)],
    atMost(payoutOf(form), payout.value),
    ...(vested ? [isEmpty(payout)] : []),
  );
};

const keepsTheRest = (asset: Asset, { amount }: Paid): Bool => {
  const fee = variable('fee');
  const taken = asset === 'BCH' ? add(amount, fee) : fee;
  const goesOn = and(
    ...[same(output(0).lock, state.lock), same(output(0).category, state.category)],
    atMost(subtract(state.value, taken), output(0).value),
  );
  if (asset === 'BCH') return goesOn;
  const [companion, next] = [input(1), output(1)];
  return and(
    ...[goesOn, hasCompanion(), same(next.lock, companion.lock), atMost(companion.value, next.value)],
    equal(next.amount, subtract(companion.amount, amount)),
    implies(less(ZERO, next.amount), and(equal(next.kind, ONE), same(next.id, companion.id))),
  );
};

/** What a claim of tokens leaves in the companion, and the category that its script computes for it. */
const companionAfter = ({ amount }: Paid): { readonly left: Int; readonly right: Bytes } => {
  const { amount: held, category } = input(1);
  const left = subtract(held, amount);
  return { left, right: split(category, multiply(int(32), choose(equal(left, ZERO), ONE, ZERO))).right };
};

/**
 * What a cut at 0 is, which the solver takes for any string: the script cuts the token's category behind its 32 bytes
 * where no tokens are left, else at 0.
 */
const cutOfCategory = (asset: Asset, paid: Paid): Bool => {
  if (asset === 'BCH') return TRUE;
  const { category, kind } = input(1);
  const { left, right } = companionAfter(paid);
  // Strings that are equal are of one length, and so categories that are equal of one kind.
  const isOfKind = implies(same(right, output(1).category), equal(output(1).kind, kind));
  return implies(not(equal(left, ZERO)), and(same(right, category), isOfKind));
};

/** Of a list: signed by the recipient, or with an empty key and signature. Of a public campaign: signed. */
const isAuthorized = ({ isPublic }: Form, { recipient }: Paid): Bool => {
  const [key, signature] = [argument('key'), argument('signature')];
  const bySigner = and(signed(signature, key), same(hash('hash160', key), recipient));
  return isPublic ? bySigner : or(bySigner, and(isZero(lengthOfBytes(key)), isZero(lengthOfBytes(signature))));
};

/** A locktime is one and binds. */
const isFrom = (name: string): Bool =>
  and(atMost(variable(name), field('locktime')), not(equal(field('sequence', ZERO), int(0xffff_ffff))));

const pathsOf = (form: Form, name: string, activeIndex = ZERO): readonly Path[] =>
  execute(form.artifact, name, {
    activeIndex,
    commitmentLength: COMMITMENT,
    loop: { kind: 'opaque', leaves: itemsOf(form, CLIMBED) },
  });

/** What a funding has (`readLaneGenesis`): the lane is a mutable NFT, the companion fungible tokens. */
const isSoundLane = (asset: Asset): Bool =>
  asset === 'BCH' ? isMutable(state) : and(isMutable(state), equal(input(1).kind, ONE));

const group = (
  form: Form,
  of: string,
  words: ClaimGroup['claims'],
  obligations: ClaimGroup['obligations'],
): ClaimGroup => ({
  name: `${form.name}/${of}`,
  artifacts: [form.name],
  claims: words,
  obligations,
});

const claim = (form: Form): ClaimGroup => {
  const { asset, isPublic } = form;
  const words = {
    'exact payment': form.vested
      ? "exactly the amount goes to the lock of this recipient and amount under the lane's terms, without a token that does not belong, of tokens with 1,500 satoshis and without a commitment of an NFT"
      : 'the recipient gets exactly the amount, at the lock of their key, without a token that does not belong',
    'keeps the rest': 'the lane goes on at its address with its category and all the rest, less the fee at most',
    'of its leaf':
      'the climb begins at the leaf of this recipient and amount (or count) and at the spent marker (or the count + 1), with the whole proof and the place, whose bit above says the levels; it ends at the root and at the next root, and leaves nothing of the proof but zeros where a public one is short; the count of claims rises by one, version and lane stay',
    authorized: 'from the start on; by the recipient, of a list also by nobody, without key and signature',
    ...(isPublic && {
      limits: "the address has claims left, the lane too, and the address is one of the lane's",
    }),
  };
  return group(form, 'claim', words, () => {
    const paid = paidBy(form);
    const claimed = numberOf(argument('claimed'));
    return pathsOf(form, 'claim').flatMap((path) =>
      onPath(path, [isSoundLane(asset), cutOfCategory(asset, paid), ...path.conditions], {
        'exact payment': paysExactly(form, paid),
        'keeps the rest': keepsTheRest(asset, paid),
        'of its leaf': and(beginsWith(form, paid, path), isClimbed(form)),
        authorized: and(isAuthorized(form, paid), isFrom('start')),
        ...(isPublic && {
          limits: and(
            ...[atMost(ZERO, claimed), less(claimed, variable('limit')), less(claims, variable('quota'))],
            equal(remainder(placeOf(), variable('lanes')), numberOf(slice(state.commitment, 33, 2))),
          ),
        }),
      }),
    );
  });
};

/** The lane has paid all: every row is spent, or the quota used up. */
const isDone = ({ isPublic }: Form): Bool =>
  isPublic ? equal(claims, variable('quota')) : same(root, whole(given('spentRoot', 32)));

const paysCreator = ({ asset, isScript, closeFee }: Form): Bool => {
  const back = output(0);
  const held = asset === 'BCH' ? state.value : add(state.value, input(1).value);
  const creator = isScript
    ? same(back.lock, whole(given('creator')))
    : isKeyLock(back.lock, whole(given('creator', 20)));
  const tokens =
    asset === 'BCH'
      ? hasNoToken(back)
      : and(hasCompanion(), same(back.category, input(1).category), equal(back.amount, input(1).amount));
  return and(creator, tokens, atMost(subtract(held, int(closeFee)), back.value));
};

const close = (form: Form): ClaimGroup => {
  const { asset, isScript } = form;
  const [key, signature, approval] = [argument('key'), argument('signature'), argument('approval')];
  const unit = input(asset === 'BCH' ? 1 : 2);
  const besideUnit = and(
    ...[equal(unit.kind, ONE), same(unit.id, state.id), less(ZERO, unit.amount), isFrom('closable')],
    ...[equal(field('outputCount'), int(2)), not(same(output(1).category, state.category))],
  );
  const byCreator = and(
    isFrom('closable'),
    same(hash('hash160', key), whole(given('creator', 20))),
    or(signed(signature, key), signed(approval, key, whole(given('closing', 32)))),
    equal(field('outputCount'), ONE),
  );
  const words = {
    'all to the creator': 'everything that the lane holds returns to the creator, less the fee of a close at most',
    'nobody else closes': isScript
      ? 'only beside a fungible unit of the campaign, from closable on, with one more output, which has no lane; or once all is paid, with one output'
      : "only by the creator's signature of the transaction or of the closing message, from closable on; or once all is paid; with one output",
  };
  return group(form, 'close', words, () =>
    pathsOf(form, 'close').flatMap((path) =>
      onPath(path, [isSoundLane(asset), ...path.conditions], {
        'all to the creator': paysCreator(form),
        'nobody else closes': or(
          isScript ? besideUnit : byCreator,
          and(isDone(form), equal(field('outputCount'), ONE)),
        ),
      }),
    ),
  );
};

const sweep = (form: Form): ClaimGroup =>
  group(form, 'sweep', { 'strays alone': 'a lane is never swept, and only the creator sweeps' }, () => {
    const coin = input(field('activeIndex'), COMMITMENT);
    const paths = execute(form.artifact, 'sweep', { activeIndex: coin.index, commitmentLength: COMMITMENT });
    const byCreator = form.isScript
      ? same(input(0).lock, whole(given('creator')))
      : and(
          signed(argument('signature'), argument('key')),
          same(hash('hash160', argument('key')), whole(given('creator', 20))),
        );
    return paths.flatMap((path) =>
      onPath(path, path.conditions, { 'strays alone': and(byCreator, not(isMutable(coin))) }),
    );
  });

/** No lane is spent anywhere but at input 0, so no two lanes of any campaign count the same payment. */
const alone = (form: Form): ClaimGroup =>
  group(
    form,
    'alone',
    { alone: 'a lane is claimed from and closed at input 0 alone: by no path can either be taken at another input' },
    () => {
      const index = field('activeIndex');
      return (['claim', 'close'] as const).flatMap((name) =>
        pathsOf(form, name, index).map(({ conditions, number }) => ({
          name: `${name} path ${number}: alone`,
          given: [atMost(ONE, index), ...conditions],
          goal: FALSE,
        })),
      );
    },
  );

/** A claim's payment, to the satoshi: what a builder makes. */
const isBuilt = (form: Form, paid: Paid): readonly Bool[] => {
  const { asset } = form;
  const { amount } = paid;
  const held = asset === 'BCH' ? subtract(state.value, amount) : state.value;
  const goesOn = [
    ...[same(output(0).lock, state.lock), same(output(0).category, state.category), equal(output(0).value, held)],
    equal(output(0).kind, state.kind),
  ];
  const [lane, payout] = asset === 'BCH' ? [1, output(1)] : [2, output(2)];
  const shape = [
    // One coin of the claimer or of anybody, and one output of change.
    equal(field('inputCount'), int(lane + 1)),
    equal(field('outputCount'), int(lane + 2)),
    ...[hasNoToken(input(lane)), hasNoToken(output(lane + 1))],
  ];
  if (asset === 'BCH') return [...goesOn, ...shape, paysExactly(form, paid)];
  const [companion, next] = [input(1), output(1)];
  const { left, right } = companionAfter(paid);
  return [
    ...[...goesOn, ...shape, paysExactly(form, paid), equal(payout.kind, ONE), hasCompanion()],
    ...[same(next.lock, companion.lock), equal(next.value, companion.value), equal(next.amount, left)],
    ...[same(next.category, right), equal(next.kind, choose(equal(left, ZERO), ZERO, ONE))],
  ];
};

/** What the terms of a campaign allow (`findAirdropProblem`), and what a claim's arguments are. */
const areClaimsTerms = (asset: Asset, { amount }: Paid): readonly Bool[] => [
  ...[atMost(ZERO, variable('fee')), less(variable('fee'), int(0x7fff_ffff))],
  ...[atMost(int(500_000_000), variable('start')), atMost(variable('start'), int(0xffff_fffe)), isFrom('start')],
  ...[
    less(ZERO, amount),
    atMost(amount, mostOf(asset)),
    atMost(amount, asset === 'BCH' ? state.value : input(1).amount),
  ],
];

/** Of a list: the sides as a builder makes them. Fewer rows than 2^20 were claimed before. */
const isListClaim = (): readonly Bool[] => {
  const path = numberOf(argument('path'));
  return [
    ...[isShortestBytes(argument('amount')), atMost(ZERO, claims), less(claims, int(1 << 20))],
    ...[isShortestBytes(argument('path')), atMost(ZERO, path), less(path, variable('leaves'))],
  ];
};

/** Of a public campaign: an address of the lane, which has claims left, as the lane has. */
const isOpenClaim = (): readonly Bool[] => {
  const claimed = numberOf(argument('claimed'));
  const [limit, quota, lanes] = [variable('limit'), variable('quota'), variable('lanes')];
  return [
    ...[isShortestBytes(argument('claimed')), atMost(ZERO, claimed), less(claimed, limit)],
    ...[isShortestBytes(argument('map')), atMost(ZERO, numberOf(argument('map')))],
    ...[between(1, limit, 0x7fff_fffe), between(1, quota, 0xffff_ffff), between(1, lanes, 256)],
    ...[atMost(ZERO, claims), less(claims, quota)],
    equal(remainder(placeOf(), lanes), numberOf(slice(state.commitment, 33, 2))),
  ];
};

/** That claims are accepted as they are built: beside a coin of anybody, with change. */
const accepted = (form: Form): ClaimGroup => {
  const { asset, isPublic } = form;
  const words = isPublic
    ? 'the script accepts the claim that its recipient signs, as it is built beside a coin of anybody, with change for them, where the climb ends as it must'
    : 'the script accepts the claim as it is built beside a coin of anybody, with change for them, signed by nobody or by the recipient, where the climb ends as it must';
  return group(form, 'accepted', { accepted: words }, () => {
    const [key, signature] = [argument('key'), argument('signature')];
    const paid = paidBy(form);
    const built = [
      ...[isSoundLane(asset), cutOfCategory(asset, paid), ...isBuilt(form, paid), ...areClaimsTerms(asset, paid)],
      ...(isPublic ? isOpenClaim() : isListClaim()),
      isClimbed(form),
    ];
    const goal = or(...pathsOf(form, 'claim').map(({ conditions }) => and(...conditions)));
    const recipients = and(
      ...[signed(signature, key), same(hash('hash160', key), paid.recipient), less(ZERO, lengthOfBytes(key))],
    );
    const nobodys = and(isZero(lengthOfBytes(key)), isZero(lengthOfBytes(signature)));
    return Object.entries({
      'signed by the recipient': recipients,
      ...(!isPublic && { 'signed by nobody': nobodys }),
    }).flatMap(([name, by]) => [
      { name: `there is such a transaction: ${name}`, given: [...built, by], goal: undefined },
      { name: `${name}: accepted`, given: [...built, by], goal },
    ]);
  });
};

const closer: ClaimGroup = {
  name: 'airdrop-closer/spend',
  artifacts: ['airdrop-closer'],
  claims: {
    'beside a lane': 'only beside the mutable NFT of its category, a lane, at input 0',
    'comes back': 'the unit comes back to the closer at output 1: same category and amount, no less value',
  },
  obligations: () => {
    const unit = input(field('activeIndex'));
    const back = output(1);
    return execute(artifactOf('airdrop-closer'), 'spend').flatMap((path) =>
      // A mutable NFT at the closer does not count as a unit: with 33 bytes of category no other one follows it.
      onPath(path, path.conditions, {
        'beside a lane': and(isMutable(input(0)), equal(unit.kind, ONE), sameText(input(0).id, unit.id)),
        'comes back': and(
          ...[same(back.lock, unit.lock), same(back.category, unit.category), equal(back.amount, unit.amount)],
          atMost(unit.value, back.value),
        ),
      }),
    );
  },
};

/** What the scripts of airdrops allow. */
export const airdrops: readonly ClaimGroup[] = [
  ...airdropLoops,
  ...FORMS.flatMap((form) => [claim(form), close(form), sweep(form), alone(form), accepted(form)]),
  closer,
];
