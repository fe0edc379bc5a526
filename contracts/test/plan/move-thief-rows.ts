import { hash160, type Output } from '@bitauth/libauth';
import { append, changeAmount, changeOutput, changeValue } from '../attacks/mutations.js';
import { at, named32 } from '../support/bytes.js';
import { coinNamed, payTo, purse } from '../support/coins.js';
import { createParty, outsider, recipient, sender } from '../support/parties.js';
import { complete, seal, SEQUENCE_PLAIN, type Draft, type DraftInput, type Sealed } from '../support/transaction.js';
import type { Argument } from '../support/unlocking.js';
import {
  createVault,
  following,
  signatureOf,
  signedBy,
  stateCoin,
  stateOutput,
  first as firstSigner,
  second as secondSigner,
  PAIRS,
} from '../vault/support/vault.js';
import { type Address, holdsTokens, isRecurring, type Path, pathsOf, type Terms } from './covenant.js';
import { clockInput, draftPay, draftRefund, draftSettle, draftSweep, streamInputs, streamOutputs } from './drafts.js';
import { endOf, MIDDLE, tipAt } from './honest-spends.js';
import { consentOf, draftAnnounce, draftFinish, draftOwnFinish, moveFeeOf, noticeOf } from './move-drafts.js';
import { newRecipient, OLD, pairOf, placeMove } from './move-rows.js';
import type { Row } from './sibling-rows.js';
import { encodeState, readState, STATUS, type State } from './state.js';
import { draftActs } from './stop-drafts.js';
import { categoryOf, principalOf, readStream, type Placing, type Stream, unitsOf } from './stream.js';

type Create = (some?: Partial<Terms>) => Address;

/** A row whose draft was changed after its signers had agreed to it. */
export interface ThiefRow extends Omit<Row, 'draft'> {
  readonly draft: Draft | Sealed;
}

const TIP = tipAt(MIDDLE);
const { lockingBytecode: to } = newRecipient;
export const THIEF = createParty('thief');
const gift = (label: string, value = 50_000n): DraftInput => purse(outsider, value, label);

const rowsOf =
  (who: string) =>
  (name: string, draft: Draft | Sealed): ThiefRow => ({ name: `${who}: ${name}`, draft, tip: TIP });

const widthOf = (address: Address): number => (holdsTokens(address.kind) ? 2 : 1);

/** A commitment that says something else, and nothing else changed. */
const restated = ({ kind }: Address, draft: Draft, output: number, change: (state: State) => Partial<State>): Draft =>
  changeOutput(draft, output, (before) => {
    const { token } = before;
    if (token?.nft === undefined) throw new Error('No state is at this output');
    const state = readState(kind, before);
    const commitment = encodeState(kind, { ...state, ...change(state) });
    return { ...before, token: { ...token, nft: { ...token.nft, commitment } } };
  });

/** What a stream is after an announcement, or a finish, by the rules. */
const movedOutputs = (stream: Stream, hash: Uint8Array, more: bigint): Output[] => {
  const state = readStream(stream);
  return streamOutputs(
    stream,
    { ...state, recipient: hash, reserve: state.reserve + more },
    principalOf(stream),
    unitsOf(stream),
  );
};

/** A transaction, and behind it the announcement of a stream at the first place where input and output have one number. */
const announcedBehind = (draft: Draft, stream: Stream, own: Uint8Array): Draft => {
  const place = Math.max(draft.inputs.length, draft.outputs.length);
  const inputs = Array.from({ length: place - draft.inputs.length }, (_, i) => gift(`filler ${i}`, 9_000n));
  const outputs = Array.from({ length: place - draft.outputs.length }, () => payTo(outsider, 700n));
  const moved = movedOutputs(stream, pairOf(own, to), moveFeeOf(stream.address));
  const all = [...draft.outputs, ...outputs, ...moved, noticeOf(to)];
  return {
    version: 2,
    locktime: all.length - 1,
    inputs: [
      ...draft.inputs,
      ...inputs,
      ...streamInputs(stream, 'announce').map((input, i) => (i === 0 ? { ...input, sequence: 1 } : input)),
      gift('who pays for it', 90_000n),
    ],
    outputs: all,
  };
};

/** A sender whose own address is also that of the recipient: one coin is the consent of both. */
const senders = (create: Create): readonly ThiefRow[] => {
  const row = rowsOf('the sender');
  const address = create({ sender: recipient.lockingBytecode });
  const own = purse(recipient, 50_000_000n, 'own of both');
  const stream = placeMove(address, false, { index: 5n });
  const other = placeMove(address, false, { index: 9n });
  const cancel = draftActs([{ stream: other, act: 'cancel' }], MIDDLE, { authority: own });
  const both = announcedBehind(cancel, stream, recipient.lockingBytecode);
  const stray = { ...other.state, output: { lockingBytecode: address.lockingBytecode, valueSatoshis: 70_000n } };
  const swept = announcedBehind(draftSweep(other, [stray], own), stream, recipient.lockingBytecode);
  const pending = placeMove(create(), true);
  const finish = draftFinish([pending]);
  return [
    row('a cancel, by the coin that announces a move', both),
    row('the same, at the time of the cancel', { ...both, locktime: Number(MIDDLE) }),
    row('the same, with the notice at output 0', {
      ...changeOutput(both, 0, () => noticeOf(to)),
      locktime: 0,
    }),
    row('a sweep, by the coin that announces a move', swept),
    row('the same, at a time', { ...swept, locktime: Number(MIDDLE) }),
    row(
      'a move to the sender',
      restated(pending.address, finish, 1, () => ({ recipient: hash160(sender.lockingBytecode) })),
    ),
    ...(isRecurring(address.kind)
      ? [
          row('a resume for no time, of what moves', {
            ...draftActs(
              [{ stream: placeMove(create(), true, { state: { status: STATUS.pausedRunning } }), act: 'resume' }],
              MIDDLE,
              { authority: purse(sender, 50_000_000n, 'authority') },
            ),
            locktime: 0,
          }),
        ]
      : []),
  ];
};

/** A recipient who wants more than their own streams, or the sender's satoshis. */
const recipients = (create: Create): readonly ThiefRow[] => {
  const row = rowsOf('the recipient');
  const address = create();
  const { kind } = address;
  const fee = moveFeeOf(address);
  const second = 1 + widthOf(address);
  const streams = [5n, 9n].map((index) => placeMove(address, false, { index }));
  const [one] = streams;
  if (one === undefined) throw new Error('There are two');
  const two = draftAnnounce(streams, to, consentOf(recipient));
  const mixed = draftAnnounce([one, placeMove(address, true, { index: 9n })], to, consentOf(recipient));
  const alone = draftAnnounce([one], to, consentOf(recipient));
  const finish = draftFinish([placeMove(address, true)]);
  const collected = draftPay(placeMove(address, true), MIDDLE, { purse: purse(recipient, 100_000n, 'own') });
  return [
    row(
      'two streams to two addresses, by two notices',
      append(
        restated(address, two, second, () => ({
          recipient: pairOf(recipient.lockingBytecode, THIEF.lockingBytecode),
        })),
        noticeOf(THIEF.lockingBytecode),
      ),
    ),
    row(
      'one stream announced, another one undone',
      append(
        restated(address, mixed, second, () => ({
          recipient: pairOf(recipient.lockingBytecode, recipient.lockingBytecode),
        })),
        noticeOf(recipient.lockingBytecode),
      ),
    ),
    row('the fees of two in the reserve of one', changeValue(changeValue(two, 1, fee), second, -fee)),
    row('one stream announced at the output of the other', {
      ...two,
      outputs: [
        at(two.outputs, 0),
        ...two.outputs.slice(second, second + widthOf(address)),
        ...two.outputs.slice(1, second),
        ...two.outputs.slice(second + widthOf(address)),
      ],
    }),
    row(
      'an announcement that drops the new address again',
      restated(address, alone, 1, () => ({ recipient: hash160(recipient.lockingBytecode) })),
    ),
    row(
      'a payment that announces',
      restated(address, draftPay(one, MIDDLE, { purse: purse(recipient, 100_000n, 'own') }), 0, () => ({
        recipient: pairOf(recipient.lockingBytecode, to),
      })),
    ),
    row(
      'a payment while a move is pending that names another address',
      restated(address, collected, 0, () => ({ recipient: pairOf(recipient.lockingBytecode, THIEF.lockingBytecode) })),
    ),
    row(
      'a payment while a move is pending that undoes it',
      restated(address, collected, 0, () => ({
        recipient: pairOf(recipient.lockingBytecode, recipient.lockingBytecode),
      })),
    ),
    ...(holdsTokens(kind)
      ? []
      : [-fee, -1n, 1n, fee].flatMap((by) => [
          row(
            `a reserve that says ${by} more than there is, announced`,
            restated(address, alone, 1, ({ reserve }) => ({ reserve: reserve + by })),
          ),
          row(
            `a reserve that says ${by} more than there is, moved`,
            restated(address, finish, 1, ({ reserve }) => ({ reserve: reserve + by })),
          ),
        ])),
    ...(holdsTokens(kind)
      ? [
          row(
            'a token of one stream announced with the other',
            changeAmount(changeAmount(two, 2, 1n), second + 1, -1n),
          ),
          row('the companions of two exchanged', {
            ...two,
            inputs: [
              at(two.inputs, 0),
              at(two.inputs, 1),
              at(two.inputs, 4),
              at(two.inputs, 3),
              at(two.inputs, 2),
              ...two.inputs.slice(5),
            ],
          }),
        ]
      : []),
  ];
};

/** The address that is named, before it is the recipient's. */
const newcomers = (create: Create): readonly ThiefRow[] => {
  const row = rowsOf('the new address');
  const address = create();
  const own = consentOf(newRecipient);
  const pending = placeMove(address, true);
  const finish = draftFinish([pending]);
  const hashes = [
    ['itself, pending again', pairOf(to, to)],
    ['itself, on its way to a thief', pairOf(to, THIEF.lockingBytecode)],
    ['a thief, pending', pairOf(THIEF.lockingBytecode, to)],
    ['nobody', new Uint8Array()],
    ['itself and a byte', Uint8Array.of(...hash160(to), 0)],
  ] as const;
  const other = placeMove(address, true, { index: 9n });
  const both = draftFinish([other]);
  const place = 1 + widthOf(address);
  const moved = movedOutputs(pending, pairOf(recipient.lockingBytecode, THIEF.lockingBytecode), moveFeeOf(address));
  return [
    ...hashes.map(([name, hash]) =>
      row(
        `a move to ${name}`,
        restated(address, finish, 1, () => ({ recipient: hash })),
      ),
    ),
    row('one stream moved, and by the same coin another announced that is not theirs yet', {
      version: 2,
      locktime: place + widthOf(address),
      inputs: [
        own,
        ...both.inputs.slice(1),
        ...streamInputs(pending, 'announce').map((input, i) => (i === 0 ? { ...input, sequence: 1 } : input)),
      ],
      outputs: [payTo(newRecipient, 390_000n), ...both.outputs.slice(1), ...moved, noticeOf(THIEF.lockingBytecode)],
    }),
  ];
};

/** Somebody without any part in the plan, and the miner who helps them. */
const strangers = (create: Create): readonly ThiefRow[] => {
  const row = rowsOf('a stranger');
  const address = create();
  const { kind } = address;
  const pending = placeMove(address, true);
  const own = draftOwnFinish(pending);
  const sibling = placeMove(address, true, { index: 9n });
  const width = widthOf(address);
  const beside = (lead: Draft): Draft => {
    const place = Math.max(lead.inputs.length, lead.outputs.length);
    const behind = draftFinish([sibling]);
    return {
      ...lead,
      version: 2,
      inputs: [
        ...lead.inputs,
        ...Array.from({ length: place - lead.inputs.length }, (_, i) => gift(`filler ${i}`, 9_000n)),
        ...behind.inputs.slice(1),
        gift('behind', 90_000n),
      ],
      outputs: [
        ...lead.outputs,
        ...Array.from({ length: place - lead.outputs.length }, () => payTo(outsider, 700n)),
        ...behind.outputs.slice(1),
      ],
    };
  };
  const noticed = placeMove(address, false, { noticed: true });
  const pausing = placeMove(address, false, { noticed: true, state: { status: STATUS.pausing } });
  const active = placeMove(address, false);
  return [
    row('a sibling moved behind a payment', beside(draftPay(active, MIDDLE))),
    row('a sibling moved behind a payment under notice', beside(draftPay(noticed, MIDDLE))),
    row('a sibling moved behind an end', beside(draftPay(active, endOf(kind)))),
    row('a sibling moved behind a refund', beside(draftRefund(noticed))),
    ...(isRecurring(kind) ? [row('a sibling moved behind a settling', beside(draftSettle(pausing)))] : []),
    row('a sibling moved behind a move', beside(own)),
    row('a clock of the stream along', {
      ...own,
      inputs: [...own.inputs, ...clockInput(noticed).map((input) => ({ ...input, sequence: 40 })), gift('for it')],
      outputs: [
        ...own.outputs,
        { ...payTo(sender, 800n), token: { category: categoryOf(pending), amount: unitsOf(active) } },
      ],
    }),
    row('a unit of the state burned', changeAmount(own, 0, -1n)),
    ...pathsOf(kind)
      .filter((path): path is Path => !['finish'].includes(path))
      .map((path) =>
        row(`the move by ${path}`, {
          ...own,
          inputs: streamInputs(pending, path).map((input, i) => ({
            ...input,
            sequence: at(own.inputs, i).sequence,
          })),
        }),
      ),
    row('the state of a plan that is made up, with the real one behind it', {
      ...own,
      inputs: [
        {
          ...at(own.inputs, 0),
          coin: coinNamed(
            'made up',
            {
              ...pending.state.output,
              token: { ...tokenOf(pending), category: named32('made up') },
            },
            { mined: OLD },
          ),
        },
        ...streamInputs(pending, 'pay'),
      ],
      outputs: [
        changedCategory(at(own.outputs, 0)),
        payTo(outsider, pending.state.output.valueSatoshis - 4_000n),
        ...Array.from({ length: width }, () => payTo(outsider, 700n)),
      ],
    }),
  ];
};

const tokenOf = ({ state }: Stream): NonNullable<Output['token']> => {
  const { token } = state.output;
  if (token === undefined) throw new Error('A state has a token');
  return token;
};

const changedCategory = (output: Output): Output =>
  output.token === undefined ? output : { ...output, token: { ...output.token, category: named32('made up') } };

/** A stream whose recipient has moved to the address of its plan: every coin there would be consent, its siblings' too. */
const ownAddress = (create: Create): readonly ThiefRow[] => {
  const row = rowsOf('anybody, of a stream that was moved to its own plan');
  const address = create();
  const { kind, lockingBytecode: lock } = address;
  const stream = placeMove(address, false, { index: 9n, to: lock });
  const placed = (noticed: boolean, more: Placing = {}): Stream => placeMove(address, false, { noticed, ...more });
  const leads: readonly (readonly [string, Draft])[] = [
    ['a payment', draftPay(placed(false), MIDDLE)],
    ['a payment under notice', draftPay(placed(true), MIDDLE)],
    ['an end', draftPay(placed(false), endOf(kind))],
    ['an end under notice', draftPay(placed(true), endOf(kind))],
    ['a refund', draftRefund(placed(true))],
    [
      'a payment while pending',
      draftPay(placeMove(address, true), MIDDLE, { purse: purse(recipient, 100_000n, 'own') }),
    ],
  ];
  return leads.map(([name, draft]) =>
    row(`${name} as the consent to its announcement`, announcedBehind(draft, stream, lock)),
  );
};

/** What is refused by no script is not paid for: an output of a stranger's out of the fee of a move. */
export const dustOutOfTheFee = (address: Address): Draft => {
  const own = draftOwnFinish(placeMove(address, true));
  return { ...own, outputs: [...own.outputs, { lockingBytecode: Uint8Array.of(0x51), valueSatoshis: 474n }] };
};

/** A sibling moves by itself, and its coin is the consent of a stream that was moved to the plan's own address. */
export const movedBesideOwnAddress = (address: Address): Draft =>
  announcedBehind(
    draftOwnFinish(placeMove(address, true)),
    placeMove(address, false, { index: 9n, to: address.lockingBytecode }),
    address.lockingBytecode,
  );

/** Receives what it moves. */
export const treasury = createVault('treasury that moves');
const state = stateCoin(treasury, 7, 1_000_000n);

/** An announcement by the state of a vault at input 0, its notice behind the streams. */
export const announcedByVault = (streams: readonly Stream[], unlocking?: DraftInput['unlocking']): Draft => {
  const inputs = streams.flatMap((stream) =>
    streamInputs(stream, 'announce').map((input, i) => (i === 0 ? { ...input, sequence: 1 } : input)),
  );
  const moved = streams.flatMap((stream) =>
    movedOutputs(stream, pairOf(treasury.lockingBytecode, to), moveFeeOf(stream.address)),
  );
  return byTreasury(inputs, moved, to, unlocking);
};

const satoshisOf = (outputs: readonly Output[]): bigint =>
  outputs.reduce((sum, { valueSatoshis }) => sum + valueSatoshis, 0n);

/** An announcement of what some inputs spend, which some outputs hold afterwards: the treasury's state leads and pays. */
export const byTreasury = (
  inputs: readonly DraftInput[],
  moved: readonly Output[],
  named: Uint8Array,
  unlocking: DraftInput['unlocking'] = signedBy(treasury, PAIRS[0]),
): Draft => {
  const added = satoshisOf(moved) - satoshisOf(inputs.map(({ coin }) => coin.output));
  return {
    version: 2,
    locktime: 1 + moved.length,
    inputs: [{ coin: state, sequence: SEQUENCE_PLAIN, unlocking }, ...inputs],
    outputs: [stateOutput(treasury, 8, 1_000_000n - added - 6_000n), ...moved, noticeOf(named)],
  };
};

/** Streams that a treasury receives. */
export const receivedBy = (address: Address, index = 5n): Stream =>
  placeMove(address, false, { index, to: treasury.lockingBytecode });

/** A transaction changed after it was signed. */
const changed = (draft: Draft, change: (outputs: Output[]) => Output[], more: Partial<Draft> = {}): Sealed => {
  const { transaction } = seal(draft);
  const { locktime = draft.locktime } = more;
  return complete(
    { ...draft, ...more, outputs: change([...draft.outputs]) },
    { ...transaction, locktime, outputs: change([...transaction.outputs]) },
  );
};

/** An announcement by a treasury, and what its signers could change in it. */
export interface SignedByTreasury {
  /** The valid one, its state at input 0, the notice last; by another unlocking of the state where it is given. */
  readonly announced: (unlocking?: DraftInput['unlocking']) => Draft;
  /** The same of one stream or lock more. */
  readonly more: Draft;
  /** The same of what somebody else receives. */
  readonly foreign: Draft;
  /** Output 1 where it names the thief. */
  readonly renamed: (output: Output) => Output;
}

/** One signer of a treasury, or two who did not agree to this. */
export const signerRows = ({ announced, more, foreign, renamed }: SignedByTreasury): readonly ThiefRow[] => {
  const row = rowsOf('a signer of a treasury');
  const honest = announced();
  const call = (args: readonly Argument[]) => announced({ kind: 'call', script: treasury.script, selector: 0n, args });
  const thief = noticeOf(THIEF.lockingBytecode);
  const last = honest.outputs.length - 1;
  const fake = createVault('a treasury alike');
  const addedInput = (): Sealed => {
    const { transaction } = seal(honest);
    const { transaction: both } = seal(more);
    const [signed] = transaction.inputs;
    return complete(more, { ...both, inputs: both.inputs.map((input, i) => (i === 0 && signed ? signed : input)) });
  };
  const toThief = (outputs: Output[]): Output[] => outputs.map((output, i) => (i === 1 ? renamed(output) : output));
  return [
    row('one signature twice', call([...signatureOf(firstSigner), ...signatureOf(firstSigner)])),
    row('one signature, and one of an outsider', call([...signatureOf(firstSigner), ...signatureOf(outsider)])),
    row(
      'the keys of two, signed by one',
      call([firstSigner.publicKey, { signer: firstSigner }, secondSigner.publicKey, { signer: firstSigner }]),
    ),
    ...[0x43, 0x42, 0x63, 0x62, 0xc1, 0xc3, 0xc2].map((sighash) =>
      row(
        `a signature of the other of type ${sighash.toString(16)}`,
        call([...signatureOf(firstSigner), ...signatureOf(secondSigner, { sighash })]),
      ),
    ),
    row('a coin of the treasury that follows nothing', announced(following(treasury))),
    row('a coin of their own at input 0, the treasury behind', {
      ...honest,
      inputs: [
        purse(firstSigner, 1_000_000n, 'own'),
        ...honest.inputs.slice(1),
        { coin: state, sequence: SEQUENCE_PLAIN, unlocking: following(treasury) },
      ],
    }),
    row('a treasury of their own with the same three', {
      ...honest,
      inputs: [
        { coin: stateCoin(fake, 7), sequence: SEQUENCE_PLAIN, unlocking: signedBy(fake, PAIRS[0]) },
        ...honest.inputs.slice(1),
      ],
      outputs: [stateOutput(fake, 8, at(honest.outputs, 0).valueSatoshis), ...honest.outputs.slice(1)],
    }),
    row(
      'another address, after two have signed',
      changed(honest, (outputs) => toThief(outputs).map((output, i) => (i === last ? thief : output))),
    ),
    row(
      'a second notice and its number, after two have signed',
      changed(honest, (outputs) => [...toThief(outputs), thief], { locktime: last + 1 }),
    ),
    row('one more, after two have signed', addedInput()),
    row(
      'the number of another output, after two have signed',
      changed(honest, (outputs) => outputs, { locktime: 0 }),
    ),
    row('the state without its NFT', {
      ...honest,
      outputs: honest.outputs.map((output, i) =>
        i === 0 ? { lockingBytecode: output.lockingBytecode, valueSatoshis: output.valueSatoshis } : output,
      ),
    }),
    row('what somebody else receives, by the signatures of two', foreign),
    row('the notice at output 0, in the place of the state', {
      ...honest,
      locktime: 0,
      outputs: [at(honest.outputs, last), ...honest.outputs.slice(1, last), at(honest.outputs, 0)],
    }),
  ];
};

const signers = (create: Create): readonly ThiefRow[] => {
  const address = create();
  const stream = receivedBy(address);
  return signerRows({
    announced: (unlocking) => announcedByVault([stream], unlocking),
    more: announcedByVault([stream, receivedBy(address, 9n)]),
    foreign: announcedByVault([placeMove(address, false)]),
    renamed: (output) => {
      const { token } = output;
      if (token?.nft === undefined) throw new Error('The state is at this output');
      const commitment = Uint8Array.of(...token.nft.commitment.slice(0, -20), ...hash160(THIEF.lockingBytecode));
      return { ...output, token: { ...token, nft: { ...token.nft, commitment } } };
    },
  });
};

/** What somebody in each role tries to gain by moves. */
export const THIEVES = {
  sender: senders,
  recipient: recipients,
  'new address': newcomers,
  stranger: strangers,
  'stranger, of a stream at its own address': ownAddress,
  'treasury signer': signers,
} as const satisfies Readonly<Record<string, (create: Create) => readonly ThiefRow[]>>;
