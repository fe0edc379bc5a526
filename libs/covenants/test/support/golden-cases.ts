import { binToHex, hash160, hexToBin, sha256, utf8ToBin } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import {
  createStreamContract,
  encodeRecurringState,
  encodeVestingState,
  type ContractState,
  type KeylessTransaction,
  type StreamContract,
  type StreamParameters,
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

const parties = { sender: hash('sender'), recipient: hash('recipient'), nonce: bytes('nonce', 16) };
const tip = { height: 900_000, medianTimePast: Number(START + 40n * DAY) };

const assets = { BCH: { type: 'BCH' }, TOKEN: { type: 'FUNGIBLE_TOKEN', category: TOKEN } } as const;

/** What streams of a kind are made of. */
const parametersOf = (kind: StreamParameters['kind'], asset: keyof typeof assets): StreamParameters =>
  kind === 'VESTING'
    ? {
        kind,
        asset: assets[asset],
        parameters: {
          ...parties,
          noticeBlocks: 36,
          schedule: { total: 50_000_000n, start: START, end: START + 100n * DAY, cliff: START + 5n * DAY, step: 0n },
        },
      }
    : {
        kind,
        asset: assets[asset],
        parameters: {
          ...parties,
          noticeBlocks: 36,
          cancelable: true,
          pausable: true,
          plan: {
            amountPerPeriod: 4_000_000n,
            lastAmount: 4_000_123n,
            periods: 12n,
            interval: 30n * DAY,
            firstDue: START,
          },
        },
      };

/** A state with non-zero counters. */
const stateOf = (
  { kind, asset }: Pick<StreamParameters, 'kind' | 'asset'>,
  status: 'ACTIVE' | 'CANCELLED' | 'PAUSING' | 'PAUSED',
): ContractState => {
  const latest = START + 10n * DAY;
  const commitment =
    kind === 'VESTING'
      ? encodeVestingState({ status: status === 'CANCELLED' ? 'CANCELLED' : 'ACTIVE', released: 5_000_000n, latest })
      : encodeRecurringState({ status, paid: 1n, nextDue: START + 30n * DAY, latest });
  const left = kind === 'VESTING' ? 45_000_000n : 44_000_123n;
  const isBch = asset.type === 'BCH';
  return {
    outpoint: { txid: txid('state'), vout: 0 },
    satoshis: (isBch ? left : 0n) + 60_000n,
    category: txid('category'),
    commitment,
    ...(!isBch && { companion: { satoshis: 1_000n, amount: left } }),
    ...((status === 'CANCELLED' || status === 'PAUSING') && {
      clock: { outpoint: { txid: txid('clock'), vout: 1 }, satoshis: 1_900n },
    }),
  };
};

type Built = UnsignedTransaction | KeylessTransaction | undefined;

/** Everything that can be built of a contract, by name, at one time. */
const buildAll = (contract: StreamContract): Record<string, Built> => {
  const time = START + 40n * DAY;
  const at = (status: Parameters<typeof stateOf>[1]) => contract.at(stateOf(contract.announced, status));
  const sender = coins('sender');
  const recipient = coins('recipient');
  const payer = { hash: hash('payer'), coins: coins('payer') };
  const [active, cancelled] = [at('ACTIVE'), at('CANCELLED')];
  const recurring = contract.announced.kind === 'RECURRING';
  return {
    funding: contract.buildFunding(sender, tip).transaction,
    preparation: contract.buildFunding(
      [plain('sender large', 80_000_000n, 1), ...sender.filter(({ token }) => token !== undefined)],
      tip,
    ).transaction,
    claim: active.payoutAt(time)?.buildClaim(recipient),
    'paid push': active.payoutAt(time)?.buildPaidPush(payer),
    'last claim': active.payoutAt(START + 900n * DAY)?.buildClaim(recipient),
    cancel: active.cancelAt(time)?.build(sender).transaction,
    'push under notice': cancelled.payoutAt(time)?.buildPush(),
    'last push under notice': cancelled.payoutAt(START + 900n * DAY)?.buildPush(),
    refund: cancelled.noticeEnd()?.build()?.transaction,
    sweep: contract.buildSweep([plain('stray', 5_000n, 3)], sender),
    ...(recurring && {
      pause: active.pauseAt(time)?.build(sender),
      settle: at('PAUSING').noticeEnd()?.build()?.transaction,
      'cancel while pausing': at('PAUSING').cancelAt(time)?.build(sender).transaction,
      resume: at('PAUSED')
        .resumeAt(time, time + 3_000n)
        ?.build(sender),
      'cancel of a settled pause': at('PAUSED').cancelAt(time)?.build(sender).transaction,
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
        const contract = createStreamContract(parametersOf(kind, asset), 'mainnet');
        return Object.entries(buildAll(contract)).map(([path, built]) => {
          const encoded = bytesOf(built);
          const digest = encoded === undefined ? 'none' : binToHex(sha256.hash(encoded)).slice(0, 16);
          return [`${contract.product} ${path}`, `${String(built?.size ?? 0)} ${digest}`] as const;
        });
      }),
    ),
  );
