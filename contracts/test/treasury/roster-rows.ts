import { hash160, type Output } from '@bitauth/libauth';
import { uncompressed } from '../attacks/signing.js';
import { named32 } from '../support/bytes.js';
import { coinNamed, payTo, purse } from '../support/coins.js';
import type { Party } from '../support/parties.js';
import type { Coin, Draft, DraftInput } from '../support/transaction.js';
import type { Argument, Unlocking } from '../support/unlocking.js';
import type { Pair } from '../vault/support/vault.js';
import { first, guardian, heir, newcomer, otherHeir, outsider, second, shop, SIGNERS, third } from './parties.js';
import {
  active,
  ACTIVE_STATE,
  deposit,
  end,
  HEIRS,
  recover,
  recovering,
  RECOVERING_STATE,
  roster,
  spend,
  TIP,
  tokenDeposit,
  veto,
} from './roster-spends.js';
import {
  ACTIVE,
  callRoster,
  createRoster,
  encodeState,
  followingInput,
  membersOf,
  QUIET,
  RECOVERING,
  REVIEW,
  rosterCoin,
  rosterOutput,
  type RosterState,
  seatOf,
  spendBy,
  spentOnce,
} from './roster.js';
import {
  afterSigning,
  type Attacker,
  draftOf,
  inputOf,
  OPEN_TYPES,
  output,
  resigned,
  type Row,
  rowsAt,
  tipAfter,
  withArgs,
  withInputAt,
  withNft,
  withoutToken,
  withOutput,
} from './transactions.js';

const row = rowsAt(TIP);
const EMPTY = new Uint8Array();
const next = spentOnce(ACTIVE_STATE);
const EXCHANGED = spentOnce(ACTIVE_STATE, membersOf([first, second, newcomer]));
const other = createRoster('another');

const purseOf = (party: Party): DraftInput => purse(party, 9_000n);
const replacedArgs =
  (...changes: readonly (readonly [index: number, argument: Argument])[]) =>
  (args: readonly Argument[]): readonly Argument[] =>
    args.map((each, index) => changes.find(([place]) => place === index)?.[1] ?? each);

/** A coin at the roster's address with an NFT of another category: a state to nobody but its maker. */
const forged = (state: RosterState, capability: 'mutable' | 'minting' = 'mutable'): Coin =>
  coinNamed('a forged state', {
    ...rosterOutput({ ...roster, id: named32('category: forged') }, state, 1_000_000n),
    token: {
      category: named32('category: forged'),
      amount: 0n,
      nft: { capability, commitment: encodeState(state) },
    },
  });
const THEIRS = membersOf([outsider, heir, newcomer], {
  guardian: hash160(outsider.lockingBytecode),
  quiet: 0,
  review: 0,
});

/** One key, keys of others, an order, and types of signatures. */
const signatureRows = (): readonly Row[] => {
  const long = uncompressed(second);
  const twoForms = { ...next, signers: [second.hash, hash160(long), third.hash] } as const;
  return [
    ...SIGNERS.map((signer) =>
      row('one signer', `a spend by the ${signer.name} twice`, spend({ pair: [signer, signer] })),
    ),
    ...SIGNERS.flatMap((signer) =>
      [0, 1, 2].flatMap((absent) => [
        row(
          'one signer',
          `a spend by the ${signer.name} and an outsider, seat ${absent} absent`,
          spend({ pair: [signer, outsider], absent }),
        ),
        row(
          'one signer',
          `a spend by an outsider and the ${signer.name}, seat ${absent} absent`,
          spend({ pair: [outsider, signer], absent }),
        ),
      ]),
    ),
    row(
      'one signer',
      'an exchange of the others for keys of their own',
      spend({ next: spentOnce(ACTIVE_STATE, membersOf([first, newcomer, heir])), pair: [first, newcomer] }),
    ),
    row(
      'one signer',
      'an exchange of one other, who signs',
      spend({ next: spentOnce(ACTIVE_STATE, membersOf([first, newcomer, third])), pair: [first, newcomer] }),
    ),
    row('one signer', 'the other slot empty', withArgs(spend(), 0, replacedArgs([2, EMPTY], [3, EMPTY]))),
    row('one signer', 'their signature in both slots', withArgs(spend(), 0, replacedArgs([3, { signer: first }]))),
    row('one signer', 'two forms of one key', withArgs(spend({ pair: [second, second] }), 0, replacedArgs([2, long]))),
    row(
      'one signer',
      'two forms of one key in the next roster',
      withArgs(spend({ next: twoForms, pair: [second, second] }), 0, replacedArgs([2, long])),
    ),
    ...(
      [
        [1, 'first'],
        [3, 'second'],
      ] as const
    ).flatMap(([slot, name]) => [
      row(
        'one signer',
        `a foreign signature in the ${name} slot`,
        withArgs(spend(), 0, replacedArgs([slot, { signer: outsider }])),
      ),
      row('one signer', `no signature in the ${name} slot`, withArgs(spend(), 0, replacedArgs([slot, EMPTY]))),
      row(
        'outsider',
        `a flipped bit in the ${name} signature`,
        withArgs(spend(), 0, (args) =>
          resigned(args, slot, { reshape: (bytes) => bytes.map((byte, i) => (i === 20 ? byte ^ 1 : byte)) }),
        ),
      ),
      ...OPEN_TYPES.map((sighash) =>
        row(
          'two signers',
          `the ${name} signature of type ${sighash.toString(16)}`,
          withArgs(spend(), 0, (args) => resigned(args, slot, { sighash })),
        ),
      ),
    ]),
    ...(
      [
        [[second, first], 2],
        [[third, first], 1],
        [[third, second], 0],
      ] as const satisfies readonly (readonly [Pair, number])[]
    ).map(([pair, absent]) =>
      row('two signers', `the ${pair[0].name} before the ${pair[1].name}`, spend({ pair, absent })),
    ),
    ...[EMPTY, Uint8Array.of(1), Uint8Array.of(3), Uint8Array.of(4), Uint8Array.of(5), Uint8Array.of(0x81)].map(
      (absent) =>
        row(
          'two signers',
          `the absent seat given as 0x${absent[0]?.toString(16) ?? ''}`,
          withArgs(spend(), 0, replacedArgs([4, absent])),
        ),
    ),
    row(
      'ex-signer',
      'a spend with a signer who stays',
      spend({ coin: rosterCoin(roster, EXCHANGED), next: spentOnce(EXCHANGED), pair: [first, third], absent: 1 }),
    ),
    row(
      'ex-signer',
      'their seat taken back with a signer who stays',
      spend({
        coin: rosterCoin(roster, EXCHANGED),
        next: { ...spentOnce(EXCHANGED), ...membersOf() },
        pair: [second, third],
        absent: 0,
      }),
    ),
    row(
      'ex-signer',
      'a spend by two ex-signers',
      spend({
        coin: rosterCoin(roster, { ...ACTIVE_STATE, ...membersOf([newcomer, heir, third]) }),
        next: spentOnce(ACTIVE_STATE, membersOf()),
      }),
    ),
  ];
};

/** What somebody changes after two signed. */
const signedRows = (): readonly Row[] => {
  const changed = (name: string, draft: Draft, change: (signed: Draft) => Draft): Row =>
    row('outsider', name, afterSigning(draft, change));
  const late = followingInput(roster, coinNamed('a late deposit', output(roster.lockingBytecode, 1_000n)));
  return [
    changed('a payment redirected after signing', spend(), (draft) =>
      withOutput(draft, 1, (each) => ({ ...each, lockingBytecode: outsider.lockingBytecode })),
    ),
    changed('an output removed after signing', spend({ behind: [deposit] }), ({ outputs, ...draft }) => ({
      ...draft,
      outputs: outputs.slice(0, -1),
    })),
    changed('a deposit removed after signing', spend({ behind: [tokenDeposit, deposit] }), ({ inputs, ...draft }) => ({
      ...draft,
      inputs: inputs.slice(0, -1),
    })),
    changed('a deposit added after signing', spend(), ({ inputs, ...draft }) => ({
      ...draft,
      inputs: [...inputs, late],
    })),
    changed('a locktime set after signing', spend(), (draft) => ({ ...draft, locktime: 1 })),
    changed('another roster after signing', spend(), (draft) =>
      withOutput(draft, 0, ({ valueSatoshis }) => rosterOutput(roster, EXCHANGED, valueSatoshis)),
    ),
  ];
};

/** What two signers may not make of the state. */
const stateRows = (): readonly Row[] => {
  const state = (name: string, change: (output: Output) => Output): Row =>
    row('two signers', name, withOutput(spend(), 0, change));
  const written = (name: string, commitment: Uint8Array): Row => state(name, (each) => withNft(each, commitment));
  const encoded = encodeState(next);
  const [head, payment, ...rest] = spend().outputs;
  return [
    state('the NFT burned', withoutToken),
    state('the NFT to a signer', (each) => ({ ...each, lockingBytecode: first.lockingBytecode })),
    state('the NFT to another roster', (each) => ({ ...each, lockingBytecode: other.lockingBytecode })),
    state('the NFT made immutable', (each) => withNft(each, encoded, 'none')),
    ...[0, 2, -1].map((by) =>
      written(`a count of ${by} more`, encodeState({ ...next, spends: ACTIVE_STATE.spends + by })),
    ),
    ...[1, 2].map((status) => written(`status ${status} next`, encodeState({ ...next, status }))),
    written('version 2 next', Uint8Array.of(2, ...encoded.subarray(1))),
    written('a byte less', encoded.slice(0, -1)),
    written('a byte more', Uint8Array.of(...encoded, 0)),
    written('no commitment', EMPTY),
    written('no signers', encoded.slice(0, 30)),
    written(
      'a mistake in the seat of the first who signs',
      encodeState(spentOnce(ACTIVE_STATE, membersOf([newcomer, second, third]))),
    ),
    written(
      'a mistake in the seat of the second who signs',
      encodeState(spentOnce(ACTIVE_STATE, membersOf([first, newcomer, third]))),
    ),
    written('three mistakes', encodeState(spentOnce(ACTIVE_STATE, membersOf([newcomer, heir, otherHeir])))),
    written('two seats swapped', encodeState(spentOnce(ACTIVE_STATE, membersOf([second, first, third])))),
    row('two signers', 'the state behind the payment', {
      ...spend(),
      outputs: [payment, head, ...rest].filter((each) => each !== undefined),
    }),
  ];
};

/** Coins of the address without two signatures before them. */
const followRows = (): readonly Row[] => {
  const led = (attacker: Attacker, name: string, lead: DraftInput, outputs: readonly Output[] = []): Row =>
    row(attacker, name, draftOf([lead, followingInput(roster, deposit)], [...outputs, payTo(outsider, 9_000n)]));
  const theirs = (status: number): RosterState => ({ ...ACTIVE_STATE, ...THEIRS, status });
  const stolen = encodeState({ ...next, ...THEIRS });
  const counterfeit = forged(theirs(ACTIVE));
  const foreign = rosterCoin(other, theirs(ACTIVE));
  const alone: readonly (readonly [string, Unlocking])[] = [
    ['spend', spendBy(roster, [first, second], 2)],
    ['recover', callRoster(roster, 'recover')],
    ['veto', callRoster(roster, 'veto', [first.publicKey, { signer: first }, seatOf(0)])],
    ['follow', callRoster(roster, 'follow')],
  ];
  const steps: readonly (readonly [string, Draft])[] = [
    ['a recovery', recover()],
    ['a veto', veto()],
    ['the end of a recovery', end()],
  ];
  return [
    led('outsider', 'a deposit behind an outsider', purseOf(outsider)),
    led('one signer', 'a deposit behind a signer', purseOf(first)),
    led('guardian', 'a deposit behind the guardian', purseOf(guardian)),
    ...alone.map(([name, unlocking]) =>
      row('outsider', `a deposit alone by ${name}`, draftOf([inputOf(deposit, unlocking)], [payTo(outsider, 9_000n)])),
    ),
    row(
      'outsider',
      'the state alone by follow',
      draftOf([followingInput(roster, active)], [rosterOutput(roster, ACTIVE_STATE, 900_000n)]),
    ),
    led('outsider', 'the state by follow, with a deposit', followingInput(roster, active)),
    ...(['mutable', 'minting'] as const).map((capability) =>
      led(
        'outsider',
        `a deposit behind a forged ${capability} state`,
        inputOf(forged(theirs(ACTIVE), capability), spendBy(roster, [outsider, heir], 2)),
        [withNft(forged(theirs(ACTIVE), capability).output, stolen, capability)],
      ),
    ),
    led(
      'outsider',
      'a deposit behind the state of another roster',
      inputOf(foreign, spendBy(other, [outsider, heir], 2)),
      [rosterOutput(other, { ...next, ...THEIRS }, 900_000n)],
    ),
    // The one rule against it is that the coin of `spend` is the state: the output's could come from the coin that follows.
    row(
      'outsider',
      'a forged state that leads the real one',
      draftOf(
        [inputOf(counterfeit, spendBy(roster, [outsider, heir], 2)), followingInput(roster, active)],
        [rosterOutput(roster, { ...next, ...THEIRS }, 1_500_000n), payTo(outsider, 400_000n)],
      ),
    ),
    row(
      'two signers',
      'the state behind a deposit that leads',
      draftOf(
        [followingInput(roster, deposit), inputOf(active, spendBy(roster, [first, second], 2))],
        [payTo(shop, 1_000n), rosterOutput(roster, next, 900_000n)],
      ),
    ),
    ...steps.map(([name, { inputs, outputs, ...draft }]) =>
      row('guardian', `a deposit that follows beside ${name}`, {
        ...draft,
        inputs: [...inputs, followingInput(roster, deposit)],
        outputs: [...outputs, payTo(outsider, 9_000n)],
      }),
    ),
    ...(
      [
        ['spend', spendBy(roster, [heir, otherHeir], 2)],
        ['recover', callRoster(roster, 'recover')],
        ['veto', callRoster(roster, 'veto', [third.publicKey, { signer: third }, seatOf(2)])],
      ] as const
    ).map(([name, unlocking]) =>
      row(
        'guardian',
        `a deposit at input 1 by ${name}`,
        draftOf(
          [purseOf(guardian), inputOf(deposit, unlocking, QUIET)],
          [payTo(guardian, 9_000n), output(roster.lockingBytecode, 50_000n)],
        ),
      ),
    ),
    // A deposit that runs the function of the state beside it.
    ...(
      [
        ['one signer', 'veto', veto(), callRoster(roster, 'veto', [third.publicKey, { signer: third }, seatOf(2)])],
        ['guardian', 'recover', recover(), callRoster(roster, 'recover')],
        ['guardian', 'spend', end(), spendBy(roster, [heir, otherHeir], 2)],
      ] as const
    ).flatMap(([attacker, name, step, unlocking]) => {
      const [payer, state] = step.inputs;
      if (payer === undefined || state === undefined) throw new Error('A step has two inputs');
      const ride = inputOf(deposit, unlocking, state.sequence);
      const outputs = [...step.outputs, payTo(outsider, 9_000n)];
      return [
        row(attacker, `a deposit at input 0 by ${name}, before the state`, {
          ...step,
          inputs: [ride, state, payer],
          outputs,
        }),
        row(attacker, `a deposit at input 2 by ${name}, behind the state`, {
          ...step,
          inputs: [payer, state, ride],
          outputs,
        }),
      ];
    }),
    row(
      'outsider',
      'a forged state vetoed by its maker',
      draftOf(
        [
          purseOf(outsider),
          inputOf(
            forged(theirs(RECOVERING)),
            callRoster(roster, 'veto', [outsider.publicKey, { signer: outsider }, seatOf(0)]),
          ),
        ],
        [payTo(outsider, 5_000n), withNft(counterfeit.output, encodeState(theirs(ACTIVE)))],
      ),
    ),
    row(
      'outsider',
      'a recovery of a forged state called by its maker',
      draftOf(
        [purseOf(outsider), inputOf(counterfeit, callRoster(roster, 'recover'), 0)],
        [payTo(outsider, 5_000n), withNft(counterfeit.output, encodeState(theirs(RECOVERING)))],
      ),
    ),
    row('two signers', 'a forged state by spend behind a real one', {
      ...spend({ behind: [] }),
      inputs: [
        ...spend({ behind: [] }).inputs,
        inputOf(forged(theirs(RECOVERING)), spendBy(roster, [outsider, heir], 2), 0),
      ],
    }),
    row(
      'two signers',
      'the state at input 2',
      draftOf(
        [
          purseOf(guardian),
          purse(first, 9_000n, 'more'),
          inputOf(recovering, spendBy(roster, [heir, otherHeir], 2), REVIEW),
        ],
        [payTo(shop, 1_000n), payTo(shop, 1_000n), rosterOutput(roster, spentOnce(ACTIVE_STATE, HEIRS), 1_000_000n)],
      ),
    ),
  ];
};

/** What a step at input 1 may not make of the state, whose commitment it should write as `good`. */
const keptRows = (path: string, attacker: Attacker, step: Draft, good: RosterState): readonly Row[] => {
  const [payer, state] = step.inputs;
  const [change, kept] = step.outputs;
  if (payer === undefined || state === undefined || change === undefined || kept === undefined)
    throw new Error('A step has two inputs and two outputs');
  const made = (name: string, output: Output): Row =>
    row(attacker, `${path} ${name}`, { ...step, outputs: [change, output] });
  return [
    made('that burns the NFT', withoutToken(kept)),
    made('that moves the state', { ...kept, lockingBytecode: guardian.lockingBytecode }),
    made('that makes the NFT immutable', withNft(kept, encodeState(good), 'none')),
    made('with a byte more', withNft(kept, Uint8Array.of(...encodeState(good), 0))),
    made('with a byte less', withNft(kept, encodeState(good).slice(0, -1))),
    row(attacker, `${path} at input 0, as if two had signed`, {
      ...step,
      inputs: [state, payer],
      outputs: [kept, change],
    }),
    row(attacker, `${path} with the state at output 0`, { ...step, outputs: [kept, change] }),
  ];
};

const takenRows = (path: string, attacker: Attacker, step: Draft): readonly Row[] => [
  row(
    attacker,
    `${path} that takes a satoshi`,
    withOutput(step, 1, (each) => ({ ...each, valueSatoshis: each.valueSatoshis - 1n })),
  ),
];

const AGES = [
  ['with a lock of a block less', -1],
  ['with a lock in units of time', 0x0040_0000],
  ['with a disabled lock', 0x8000_0000],
] as const;

const recoverRows = (): readonly Row[] => {
  const by = (attacker: Attacker, name: string, step: Draft): Row => row(attacker, `recovery ${name}`, step);
  const hidden = (name: string, state: RosterState): Row => by('guardian', name, recover({ next: state }));
  const exGuardian = { ...ACTIVE_STATE, guardian: hash160(heir.lockingBytecode) };
  return [
    by('outsider', 'by an outsider', recover({ payer: outsider })),
    by('one signer', 'by a signer', recover({ payer: first })),
    by(
      'guardian',
      'by an ex-guardian',
      recover({ coin: rosterCoin(roster, exGuardian), next: { ...exGuardian, status: RECOVERING } }),
    ),
    rowsAt(tipAfter(QUIET - 2))('guardian', 'recovery a block too early', recover(), 'lock'),
    ...AGES.map(([name, by_]) => by('guardian', name, recover({ sequence: QUIET + by_ }))),
    by('guardian', 'with a final sequence number', recover({ sequence: 0xffff_ffff })),
    by('guardian', 'of version 1', { ...recover(), version: 1 }),
    by('guardian', 'while one runs', recover({ coin: recovering })),
    hidden('that keeps the status', ACTIVE_STATE),
    hidden('with status 2', { ...ACTIVE_STATE, status: 2 }),
    hidden('that exchanges the signers at once', { ...RECOVERING_STATE, ...HEIRS }),
    hidden('with another guardian', { ...RECOVERING_STATE, guardian: hash160(outsider.lockingBytecode) }),
    hidden('with shorter delays', { ...RECOVERING_STATE, review: 0 }),
    hidden('that counts a spend', { ...RECOVERING_STATE, spends: ACTIVE_STATE.spends + 1 }),
    by('guardian', 'with the guardian’s coin behind', {
      ...recover({ payer: outsider }),
      inputs: [...recover({ payer: outsider }).inputs, purseOf(guardian)],
    }),
    ...takenRows('recovery', 'guardian', recover()),
    ...keptRows('recovery', 'guardian', recover(), RECOVERING_STATE),
  ];
};

const endRows = (): readonly Row[] => {
  const by = (attacker: Attacker, name: string, step: Draft): Row => row(attacker, `end ${name}`, step);
  const heirs = spentOnce(ACTIVE_STATE, HEIRS);
  return [
    by('outsider', 'without the guardian', end({ payer: outsider })),
    by('one signer', 'by a signer', end({ payer: first })),
    rowsAt(tipAfter(REVIEW - 2))('guardian', 'end a block too early', end(), 'lock'),
    ...AGES.map(([name, by_]) => by('guardian', name, end({ sequence: REVIEW + by_ }))),
    by('guardian', 'of version 1', { ...end(), version: 1 }),
    by('guardian', 'where no recovery runs', end({ coin: active })),
    by('guardian', 'with a key outside the next roster', end({ pair: [heir, outsider] })),
    by(
      'guardian',
      'with one key twice',
      end({ next: spentOnce(ACTIVE_STATE, membersOf([heir, heir, otherHeir])), pair: [heir, heir] }),
    ),
    by('guardian', 'that keeps the status', end({ next: { ...heirs, status: RECOVERING } })),
    by('guardian', 'that counts nothing', end({ next: { ...heirs, spends: ACTIVE_STATE.spends } })),
    by('guardian', 'of the old roster by the heirs', end({ next })),
    by('guardian', 'with the guardian’s coin behind', {
      ...end({ payer: outsider }),
      inputs: [...end({ payer: outsider }).inputs, purseOf(guardian)],
    }),
    ...keptRows('end', 'guardian', end(), heirs),
  ];
};

const vetoRows = (): readonly Row[] => {
  const by = (attacker: Attacker, name: string, step: Draft): Row => row(attacker, `veto ${name}`, step);
  const exchanged = membersOf([first, second, newcomer]);
  return [
    ...[0, 1, 2].flatMap((seat) => [
      by('outsider', `by an outsider in seat ${seat}`, veto({ signer: outsider, payer: outsider, seat })),
      by('guardian', `by the guardian in seat ${seat}`, veto({ signer: guardian, payer: guardian, seat })),
    ]),
    by(
      'ex-signer',
      'by an ex-signer',
      veto({
        coin: rosterCoin(roster, { ...RECOVERING_STATE, ...exchanged }),
        next: { ...ACTIVE_STATE, ...exchanged },
      }),
    ),
    by('one signer', 'from the seat of another', veto({ seat: 1 })),
    by('one signer', 'from seat 3', veto({ seat: 3 })),
    by('one signer', 'from seat -1', withArgs(veto(), 1, replacedArgs([2, Uint8Array.of(0x81)]))),
    by('one signer', 'where no recovery runs', veto({ coin: active })),
    by(
      'one signer',
      'that exchanges the signers',
      veto({ next: { ...ACTIVE_STATE, ...membersOf([heir, otherHeir, third]) } }),
    ),
    by('one signer', 'that removes the guardian', veto({ next: { ...ACTIVE_STATE, guardian: new Uint8Array(20) } })),
    by('one signer', 'that keeps the status', veto({ next: RECOVERING_STATE })),
    by('outsider', 'by a foreign signature', withArgs(veto(), 1, replacedArgs([1, { signer: outsider }]))),
    by('outsider', 'by no signature', withArgs(veto(), 1, replacedArgs([1, EMPTY]))),
    ...OPEN_TYPES.map((sighash) =>
      by(
        'one signer',
        `signed with type ${sighash.toString(16)}`,
        withArgs(veto(), 1, (args) => resigned(args, 1, { sighash })),
      ),
    ),
    ...takenRows('veto', 'one signer', veto()),
    ...keptRows('veto', 'one signer', veto(), ACTIVE_STATE),
    row(
      'outsider',
      'veto whose state another coin replaces after signing',
      afterSigning(veto(), (draft) =>
        withInputAt(draft, 1, (input) => ({ ...input, coin: { ...input.coin, txid: named32('a twin') } })),
      ),
    ),
  ];
};

/** Everything that a roster must refuse. */
export const rosterRows = (): readonly Row[] => [
  ...signatureRows(),
  ...signedRows(),
  ...stateRows(),
  ...followRows(),
  ...recoverRows(),
  ...endRows(),
  ...vetoRows(),
];
