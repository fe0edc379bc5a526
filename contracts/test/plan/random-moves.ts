import {
  encodeDataPush,
  encodeLockingBytecodeP2sh32,
  flattenBinArray,
  hash160,
  hash256,
  type Output,
} from '@bitauth/libauth';
import type { Chance } from '@weir/testing';
import { withoutToken } from '../attacks/mutations.js';
import { at, named32, replaced } from '../support/bytes.js';
import { coinNamed, payTo, purse } from '../support/coins.js';
import { createParty, outsider, recipient, sender, type Party } from '../support/parties.js';
import { SEQUENCE_PLAIN, type Draft, type DraftInput } from '../support/transaction.js';
import { createAddress, isRecurring, KINDS, PLAN_CLOCK, PLAN_COMPANION, type Address } from './covenant.js';
import { draftPay, streamInputs } from './drafts.js';
import { consentOf, draftAnnounce, draftAnnounceBehind, draftFinish, draftOwnFinish, noticeOf } from './move-drafts.js';
import { ownHash, STATUS } from './state.js';
import { categoryOf, DAY, DOLLARS, placeStream, PLAN, readStream, START, type Stream } from './stream.js';

/** Somebody whose address is a script that asks for a signature. */
const scripted = createParty('recipient with a script');
const SCRIPT = flattenBinArray([encodeDataPush(scripted.publicKey), Uint8Array.of(0xac)]);
const SCRIPT_LOCK = encodeLockingBytecodeP2sh32(hash256(SCRIPT));

/** Where recipients move to: addresses of every form, and some that are none. */
const PLACES: readonly Uint8Array[] = [
  ...[createParty('recipient, moved').lockingBytecode, recipient.lockingBytecode, SCRIPT_LOCK],
  ...[
    new Uint8Array(35).fill(0x51),
    new Uint8Array(36).fill(0x51),
    Uint8Array.of(0x6a, 0x01, 0x02),
    Uint8Array.of(0xef, 0x01, 0x02),
    Uint8Array.of(0x51),
  ],
  new Uint8Array(),
];

const OTHER_PLAN = named32('category of another plan that moves');
const DELAY = 1_008;

/** Four covenants; of each a plan, one of a delay of a block, and one whose streams do not move. */
export const MOVING: readonly Address[] = KINDS.flatMap((kind) => [
  createAddress(kind),
  createAddress(kind, { delay: 1n, nonce: named32('plan of a block').slice(0, 16) }),
  createAddress(kind, { delay: 0n, nonce: named32('plan that stays').slice(0, 16) }),
]);

const SEQUENCES = [0, 1, DELAY - 1, DELAY, 65_535, 65_536, 0x40_0000 + DELAY, 0x8000_0001, SEQUENCE_PLAIN, 0xffff_ffff];
const SIGHASHES = [0x61, 0x61, 0x61, 0x61, 0x41, 0x41, 0xc1, 0xc1, 0x42, 0x62, 0xc2, 0x43, 0x63, 0xc3];
const TIMES = [-1n, 30n, 65n, 200n, 359n, 360n, 999n, 1_000n].map((days) => START + days * DAY);

/** A coin of somebody, who signs it or whose script asks for a signature. */
const coinOf = (chance: Chance, owner: Party): DraftInput => {
  const sighash = chance.of(SIGHASHES);
  if (owner !== scripted) return consentOf(owner, sighash);
  return {
    coin: coinNamed('a coin of a script', { lockingBytecode: SCRIPT_LOCK, valueSatoshis: 400_000n }),
    sequence: SEQUENCE_PLAIN,
    unlocking: { kind: 'call', script: SCRIPT, selector: undefined, args: [{ signer: scripted, sighash }] },
  };
};

const lockOf = (party: Party): Uint8Array => (party === scripted ? SCRIPT_LOCK : party.lockingBytecode);

const someStream = (chance: Chance, address: Address, index: bigint, owner: Party, isPending: boolean): Stream => {
  const recurring = isRecurring(address.kind);
  const noticed = chance.once(12);
  const own = hash160(lockOf(owner));
  const behind = isPending ? hash160(chance.of(PLACES)) : new Uint8Array();
  const status = chance.of(
    noticed ? [STATUS.pausing, STATUS.cancelled] : [STATUS.active, STATUS.active, STATUS.pausedRunning],
  );
  return placeStream(address, {
    index,
    noticed,
    category: address.terms.delay === BigInt(DELAY) ? PLAN : OTHER_PLAN,
    to: lockOf(owner),
    state: {
      ...(recurring && { status, unpaid: BigInt(chance.of([1, 2, 12])) }),
      recipient: Uint8Array.of(...own, ...behind, ...(chance.once(20) ? [0] : [])),
    },
  });
};

const draftOf = (chance: Chance): { readonly draft: Draft; readonly streams: readonly Stream[] } => {
  const owner = chance.of([recipient, recipient, scripted]);
  const kind = chance.of(['announce', 'finish', 'collect'] as const);
  const many = kind === 'collect' ? 1 : 1 + chance.below(3);
  const streams = Array.from({ length: many }, (_, k) => {
    const isPending = chance.once(8) ? kind === 'announce' : kind !== 'announce' || chance.once(2);
    const address = chance.once(3)
      ? chance.of(MOVING)
      : chance.of(MOVING.filter(({ terms }) => terms.delay === BigInt(DELAY)));
    return someStream(chance, address, BigInt(at([1, 2, 3, 5], k)), chance.once(12) ? outsider : owner, isPending);
  });
  const first = at(streams, 0);
  const consent = coinOf(chance, chance.once(10) ? chance.of([sender, outsider]) : owner);
  const sequence = chance.once(6) ? chance.of(SEQUENCES) : undefined;
  if (kind === 'announce') {
    const to = chance.of(PLACES);
    const behind = { lead: consent, kept: consent.coin.output, payer: purse(outsider, 400_000n, 'payer behind') };
    const draft = chance.once(3)
      ? draftAnnounceBehind(streams, to, behind)
      : draftAnnounce(streams, to, consent, sequence);
    return { streams, draft };
  }
  if (kind === 'finish') {
    const draft = chance.once(2) ? draftOwnFinish(first, sequence ?? DELAY) : draftFinish(streams, sequence ?? DELAY);
    return { streams, draft };
  }
  const made = draftPay(first, chance.of(TIMES), { purse: consent });
  const held = streamInputs(first, 'collect');
  const others = made.inputs.slice(held.length).filter(({ unlocking }) => unlocking !== PLAN_CLOCK.unlocking);
  return { streams, draft: { ...made, inputs: [...held, ...others] } };
};

interface Parts {
  inputs: DraftInput[];
  outputs: Output[];
  locktime: number;
  version: number;
}

const PATHS = ['announce', 'finish', 'collect'] as const;

/** One change of places, of what an output carries, or of what is spent. */
const disturb = (chance: Chance, parts: Parts, streams: readonly Stream[]): void => {
  const { inputs, outputs } = parts;
  const stream = chance.of(streams);
  const [i, j] = [chance.below(inputs.length), chance.below(inputs.length)];
  const [o, p] = [chance.below(outputs.length), chance.below(outputs.length)];
  const output = at(outputs, o);
  const add = (input: DraftInput) => {
    if (!inputs.some(({ coin }) => coin.txid === input.coin.txid && coin.vout === input.coin.vout))
      inputs.splice(chance.below(inputs.length + 1), 0, input);
  };
  const commit = (change: (bytes: readonly number[]) => readonly number[]) => {
    const { token } = output;
    const nft = token?.nft;
    if (token === undefined || nft === undefined || nft.commitment.length === 0) return;
    const commitment = Uint8Array.from(change([...nft.commitment]));
    outputs[o] = { ...output, token: { ...token, nft: { ...nft, commitment } } };
  };
  const changes: readonly (() => void)[] = [
    () => void ([inputs[i], inputs[j]] = [at(inputs, j), at(inputs, i)]),
    () => void ([outputs[o], outputs[p]] = [at(outputs, p), output]),
    () => {
      if (inputs.length > 1) inputs.splice(i, 1);
    },
    () => {
      if (outputs.length > 1) outputs.splice(o, 1);
    },
    () => {
      add(coinOf(chance, chance.of([recipient, outsider, scripted])));
    },
    () => {
      add(purse(sender, 5_000n, `stranger ${inputs.length}`));
    },
    () => {
      const [state, companion] = streamInputs(stream, chance.of(PATHS));
      const place = inputs.findIndex(({ coin }) => coin === stream.state);
      if (state !== undefined && place >= 0) inputs[place] = { ...state, sequence: at(inputs, place).sequence };
      else if (companion !== undefined) add(companion);
    },
    () => void (inputs[i] = { ...at(inputs, i), sequence: chance.of(SEQUENCES) }),
    () => void (parts.version = chance.of([1, 2])),
    () => void (parts.locktime = Number(chance.of([0n, 1n, 2n, 850_000n, ...TIMES]))),
    () =>
      void (outputs[o] = { ...output, valueSatoshis: output.valueSatoshis + chance.of([-1_000n, -1n, 1n, 1_000n]) }),
    () => {
      const { token } = output;
      if (token !== undefined)
        outputs[o] = { ...output, token: { ...token, amount: token.amount + chance.of([-1n, 1n, 7n]) } };
    },
    () => {
      const category = chance.of([categoryOf(stream), DOLLARS, OTHER_PLAN]);
      if (output.token !== undefined) outputs[o] = { ...output, token: { ...output.token, category } };
    },
    () => {
      const { token } = output;
      const capability = chance.of(['none', 'mutable', 'minting'] as const);
      if (token?.nft !== undefined) outputs[o] = { ...output, token: { ...token, nft: { ...token.nft, capability } } };
    },
    () => void (outputs[o] = withoutToken(output)),
    () => {
      commit((bytes) => replaced(bytes, chance.below(bytes.length), (byte) => (byte + chance.of([1, 2, 255])) & 255));
    },
    () => {
      commit((bytes) => bytes.slice(0, bytes.length - chance.of([1, 20, 20])));
    },
    () => {
      commit((bytes) => [...bytes, ...(chance.once(2) ? hash160(chance.of(PLACES)) : [0])]);
    },
    () => {
      commit((bytes) => [...bytes.slice(0, -20), ...hash160(chance.of(PLACES))]);
    },
    () => {
      commit((bytes) => [...bytes.slice(0, bytes.length - 40), ...ownHash(readStream(stream)), ...bytes.slice(-20)]);
    },
    () => void (outputs[chance.once(3) ? o : 0] = chance.of([noticeOf(chance.of(PLACES)), payTo(outsider, 1_000n)])),
    () => {
      const place = parts.locktime < outputs.length ? parts.locktime : 0;
      const first = at(outputs, place);
      if (first.lockingBytecode.length === 0) return;
      const lockingBytecode = Uint8Array.from(
        replaced(
          [...first.lockingBytecode],
          chance.below(Math.min(12, first.lockingBytecode.length)),
          (byte) => (byte + 1) & 255,
        ),
      );
      outputs[place] = { ...first, lockingBytecode };
    },
    () => {
      const locks = [recipient, sender, outsider].map(({ lockingBytecode }) => lockingBytecode);
      outputs[o] = {
        ...output,
        lockingBytecode: chance.of([...locks, stream.address.lockingBytecode, PLAN_COMPANION.lockingBytecode]),
      };
    },
    () => void outputs.splice(o, 0, payTo(sender, 1_000n)),
  ];
  chance.of(changes)();
};

const sum = (outputs: readonly Output[]): bigint => outputs.reduce((all, { valueSatoshis }) => all + valueSatoshis, 0n);

/** A random transaction of announcements, moves and payments while a move is pending, of one plan or of several. */
export const randomMove = (chance: Chance): Draft => {
  const { draft, streams } = draftOf(chance);
  const parts: Parts = { ...draft, inputs: [...draft.inputs], outputs: [...draft.outputs] };
  for (let steps = chance.of([0, 0, 1, 1, 2, 3]); steps > 0; steps -= 1) disturb(chance, parts, streams);
  const missing = sum(parts.outputs) - sum(parts.inputs.map(({ coin }) => coin.output));
  // Behind all others, unless the recipient's coin has to be last.
  if (missing > 0n)
    parts.inputs.splice(Math.max(1, parts.inputs.length - 1), 0, purse(outsider, missing, 'what is missing'));
  return parts;
};
