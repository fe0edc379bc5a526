import { binToHex, hash160, hexToBin, sha256, utf8ToBin } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import {
  createPlanStream,
  DEFAULT_CANCEL_FILLS,
  encodePlanState,
  feeBoundsOf,
  layOutPlan,
  lockingBytecodeOf,
  memberFunding,
  partyHash,
  plannedMembers,
  type ContractState,
  type KeylessTransaction,
  type MemberFunding,
  type PlanProduct,
  type PlanState,
  type StreamDraft,
  type StreamModel,
  type UnsignedTransaction,
} from '../../src/index.js';

const bytes = (text: string, length: number): Uint8Array => sha256.hash(utf8ToBin(text)).slice(0, length);
const hash = (text: string): Uint8Array => hash160(utf8ToBin(text));
const txid = (text: string): string => binToHex(sha256.hash(utf8ToBin(text)));

const START = 1_800_000_000n;
const DAY = 86_400n;
/** The token of all cases. */
const TOKEN = txid('token');

const plain = (name: string, satoshis: bigint, vout = 0): Utxo => ({ txid: txid(name), vout, satoshis });
const coins = (who: string): Utxo[] => [
  plain(`${who} small`, 30_000n, 1),
  plain(`${who} genesis`, 60_000_000n),
  { ...plain(`${who} tokens`, 1_000n, 2), token: { category: TOKEN, amount: 5_000_000_000n } },
];

const tip = { height: 900_000, medianTimePast: Number(START + 40n * DAY) };
const [sender, recipient] = [lockingBytecodeOf(hash('sender')), lockingBytecodeOf(hash('recipient'))];

/** What streams of a kind are made of. */
const DRAFTS: Readonly<Record<'VESTING' | 'RECURRING', StreamDraft>> = {
  VESTING: {
    kind: 'VESTING',
    recipient,
    total: 50_000_000n,
    start: START,
    end: START + 100n * DAY,
    group: { kind: 'VESTING', cliff: 5n * DAY, step: 1n, noticeBlocks: 36 },
  },
  RECURRING: {
    kind: 'RECURRING',
    recipient,
    amount: 4_000_000n,
    lastAmount: 4_000_123n,
    periods: 12,
    firstDue: START,
    group: { kind: 'RECURRING', interval: 30n * DAY, noticeBlocks: 36, pausable: true, cancelable: true },
  },
};

interface Case {
  readonly product: PlanProduct;
  readonly stream: StreamModel;
  readonly funding: MemberFunding;
}

const caseOf = (kind: 'VESTING' | 'RECURRING', asset: 'BCH' | 'TOKEN'): Case => {
  const product = `${kind}_${asset}` as const;
  const layout = layOutPlan(
    {
      product,
      sender,
      nonce: bytes('nonce', 16),
      feeBound: feeBoundsOf(product).default,
      cancelFills: DEFAULT_CANCEL_FILLS,
      streams: [DRAFTS[kind]],
    },
    'mainnet',
  );
  const [part] = layout.ok ? layout.parts : [];
  const [member] = part === undefined ? [] : plannedMembers(part, asset === 'BCH' ? undefined : TOKEN);
  if (member === undefined) throw new Error('A plan of one has one stream');
  const opening = { ...member.opening, category: txid('category') };
  return {
    product,
    stream: createPlanStream(member.contract, opening),
    funding: memberFunding(member.contract, member),
  };
};

type Status = 'ACTIVE' | 'CANCELLED' | 'PAUSING' | 'PAUSED';

const RESERVE = 60_000n;
const to = partyHash(recipient);

/** A state that has paid something. */
const stateOf = (product: PlanProduct, status: Status): ContractState => {
  const isBch = product.endsWith('BCH');
  const isVesting = product.startsWith('VESTING');
  const left = isVesting ? 45_000_000n : 44_000_123n;
  const state: PlanState = isVesting
    ? { kind: 'VESTING', index: 1, released: 5_000_000n, start: START, end: START + 100n * DAY, recipient: to }
    : {
        kind: 'RECURRING',
        index: 1,
        status,
        unpaid: 11,
        next: START + 30n * DAY,
        amount: 4_000_000n,
        open: status === 'PAUSED' ? 'NONE' : 'ALL',
        recipient: to,
      };
  return {
    outpoint: { txid: txid('state'), vout: 0 },
    satoshis: (isBch ? left : 0n) + RESERVE,
    category: txid('category'),
    commitment: encodePlanState(product, state, RESERVE),
    ...(!isBch && { companion: { satoshis: 1_000n, amount: left } }),
    ...((status === 'CANCELLED' || status === 'PAUSING') && {
      clock: { outpoint: { txid: txid('clock'), vout: 1 }, satoshis: 1_900n },
    }),
  };
};

type Built = UnsignedTransaction | KeylessTransaction | undefined;

/** Everything that can be built of a stream, by name, at one time. */
const buildAll = ({ product, stream, funding }: Case): Record<string, Built> => {
  const time = START + 40n * DAY;
  const at = (status: Status) => stream.at(stateOf(product, status));
  const [own, theirs] = [coins('sender'), coins('recipient')];
  const payer = { hash: hash('payer'), coins: coins('payer') };
  const [active, cancelled] = [at('ACTIVE'), at('CANCELLED')];
  return {
    funding: funding.build(own, tip).transaction,
    preparation: funding.build(
      [plain('sender large', 80_000_000n, 1), ...own.filter(({ token }) => token !== undefined)],
      tip,
    ).transaction,
    claim: active.payoutAt(time)?.buildClaim(theirs),
    push: active.payoutAt(time)?.buildPush(),
    'paid push': active.payoutAt(time)?.buildPaidPush(payer),
    'last push': active.payoutAt(START + 900n * DAY)?.buildPush(),
    cancel: active.cancelAt(time)?.build(own).transaction,
    'push under notice': cancelled.payoutAt(time)?.buildPush(),
    'last push under notice': cancelled.payoutAt(START + 900n * DAY)?.buildPush(),
    refund: cancelled.noticeEnd()?.build()?.transaction,
    sweep: stream.buildSweep([plain('stray', 5_000n, 3)], own),
    ...(product.startsWith('RECURRING') && {
      pause: active.pauseAt(time)?.build(own),
      settle: at('PAUSING').noticeEnd()?.build()?.transaction,
      resume: at('PAUSED').resumeAt(time)?.build(own),
      'cancel of a settled pause': at('PAUSED').cancelAt(time)?.build(own).transaction,
    }),
  };
};

/** The bytes of a transaction, those to sign with placeholders. */
const bytesOf = (built: Built): Uint8Array | undefined => {
  if (built === undefined) return undefined;
  return 'hex' in built ? hexToBin(built.hex) : encodeUnsigned(built);
};

const encodeUnsigned = ({ wcTransaction }: UnsignedTransaction): Uint8Array =>
  utf8ToBin(
    JSON.stringify(wcTransaction.transaction, (_key, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value instanceof Uint8Array ? binToHex(value) : value,
    ),
  );

/** Size in bytes and digest of each transaction of each product, as `<product> <path>`. */
export const goldenTransactions = (): Record<string, string> =>
  Object.fromEntries(
    (['VESTING', 'RECURRING'] as const).flatMap((kind) =>
      (['BCH', 'TOKEN'] as const).flatMap((asset) => {
        const made = caseOf(kind, asset);
        return Object.entries(buildAll(made)).map(([path, built]) => {
          const encoded = bytesOf(built);
          const digest = encoded === undefined ? 'none' : binToHex(sha256.hash(encoded)).slice(0, 16);
          return [`${made.product} ${path}`, `${String(built?.size ?? 0)} ${digest}`] as const;
        });
      }),
    ),
  );
