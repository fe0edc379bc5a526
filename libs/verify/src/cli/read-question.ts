import { isHex } from '@bitauth/libauth';
import { isLocalNetwork, NETWORKS, parseParty, type Network } from '@weir/covenants';
import type { Signer } from '../reading/read-draft.js';
import type { SigningRequest } from '../request/signing-request.js';
import type { TokenName } from '../summary/words.js';
import type { AskedEffect, Asked } from '../verify.js';

/** What a file must hold, in words for its author. */
export class QuestionError extends Error {
  override readonly name = 'QuestionError';
}

/** A transaction, who is to sign it, and what they asked for. */
export interface Question {
  readonly request: SigningRequest;
  readonly signer: Signer;
  /** Undefined where the question does not state it: then the transaction can only be read. */
  readonly asked: Asked | undefined;
  readonly tokens: ReadonlyMap<string, TokenName>;
}

type Json = Readonly<Record<string, unknown>>;

/** Whether a whole number may be below zero. */
type Sign = 'UNSIGNED' | 'SIGNED';

/** Names of the fields of a type, at any depth, that hold whole numbers. */
type IntegerField<Value> = Value extends readonly (infer Item)[]
  ? IntegerField<Item>
  : Value extends object
    ? {
        [Name in keyof Value & string]-?: Extract<Value[Name], bigint | readonly bigint[]> extends never
          ? IntegerField<Value[Name]>
          : Name;
      }[keyof Value & string]
    : never;

/**
 * Fields of effects that hold amounts and times: whole numbers, in JSON as numbers or as decimals in quotes. The compiler refuses this
 * table where a field of an effect is missing: as a text it would equal no number of a transaction.
 */
const INTEGERS: Readonly<Record<IntegerField<AskedEffect>, Sign>> = {
  added: 'UNSIGNED',
  amount: 'UNSIGNED',
  amountPerPeriod: 'UNSIGNED',
  at: 'UNSIGNED',
  claimFees: 'UNSIGNED',
  cliff: 'UNSIGNED',
  counts: 'UNSIGNED',
  day: 'UNSIGNED',
  end: 'UNSIGNED',
  firstDue: 'UNSIGNED',
  grace: 'UNSIGNED',
  held: 'UNSIGNED',
  highest: 'UNSIGNED',
  interval: 'UNSIGNED',
  lastDue: 'UNSIGNED',
  leastTopUp: 'UNSIGNED',
  left: 'UNSIGNED',
  limit: 'UNSIGNED',
  lowest: 'UNSIGNED',
  months: 'UNSIGNED',
  nextDue: 'UNSIGNED',
  paidToRecipient: 'UNSIGNED',
  pool: 'UNSIGNED',
  pools: 'UNSIGNED',
  released: 'UNSIGNED',
  remaining: 'UNSIGNED',
  reserve: 'UNSIGNED',
  returnedToSender: 'UNSIGNED',
  satoshis: 'UNSIGNED',
  secondDay: 'UNSIGNED',
  spent: 'UNSIGNED',
  start: 'UNSIGNED',
  step: 'UNSIGNED',
  time: 'UNSIGNED',
  tokens: 'UNSIGNED',
  total: 'UNSIGNED',
  utcOffset: 'SIGNED',
};

const isIntegerField = (name: string): name is keyof typeof INTEGERS => Object.hasOwn(INTEGERS, name);

/** Fields that decide about money: an effect without them would allow too much. */
const REQUIRED: Readonly<Record<AskedEffect['kind'], readonly string[]>> = {
  OPENS_STREAMS: ['sender', 'streams'],
  MOVES_STREAM: ['move', 'category', 'index', 'sender'],
  CHANGES_RECIPIENT: ['move', 'category', 'index', 'sender', 'from', 'to'],
  OPENS_CURRENCY_PAYMENTS: [
    ...['sender', 'oracle', 'currency', 'decimals', 'interval', 'lowest', 'highest', 'noticeBlocks', 'isPausable'],
    ...['leastTopUp', 'payments'],
  ],
  MOVES_CURRENCY_PAYMENT: ['move', 'category', 'index', 'sender', 'added'],
  FILLS_TILL: ['category', 'index', 'sender', 'satoshis'],
  TAKES_TILL: ['category', 'index', 'sender'],
  OPENS_LOCKS: ['locks'],
  PAYS_LOCK: ['lock', 'recipient'],
  MOVES_LOCK: ['move', 'lock', 'from', 'to'],
  OPENS_CAMPAIGN: ['creator', 'pool', 'claims'],
  CLAIMS_AIRDROP: ['campaign', 'recipient', 'amount'],
  CLOSES_LANE: ['campaign', 'creator'],
  CLOSES_CAMPAIGN: ['category'],
  SWEEPS_PLAN: ['plan', 'sender'],
  SPENDS_VAULT: ['vault', 'closes'],
  OPENS_ROSTER: ['signers', 'guardianHash', 'quiet', 'review', 'satoshis'],
  CHANGES_ROSTER: ['vault', 'signers', 'guardianHash', 'quiet', 'review'],
  STEPS_RECOVERY: ['move', 'vault'],
  ENDS_RECOVERY: ['vault', 'signers', 'guardianHash', 'quiet', 'review'],
  OPENS_PURSES: ['vault', 'purses'],
  RECALLS_PURSE: ['purse'],
  PAYS_FROM_PURSE: ['purse', 'to', 'amount'],
  SENDS_PURSE_HOME: ['purse', 'treasury'],
  PAYS: ['to', 'amount'],
};

/** Effects that are about an asset, which is BCH unless they name a category. */
const OF_ASSET: ReadonlySet<string> = new Set([
  'OPENS_STREAMS',
  'OPENS_LOCKS',
  'OPENS_CAMPAIGN',
  'CLAIMS_AIRDROP',
  'OPENS_PURSES',
  'PAYS_FROM_PURSE',
  'PAYS',
]);

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const objectAt = (value: unknown, path: string): Json => {
  if (!isObject(value)) throw new QuestionError(`${path} must be an object`);
  return value;
};

const listAt = (value: unknown, path: string): readonly unknown[] => {
  if (value === undefined) throw new QuestionError(`${path} is missing: a list`);
  if (!Array.isArray(value)) throw new QuestionError(`${path} must be a list: [ … ]`);
  return value;
};

const textsAt = (value: unknown, path: string): readonly string[] =>
  listAt(value, path).map((item, index) => {
    if (typeof item !== 'string') throw new QuestionError(`${path}[${index}] must be a text`);
    return item;
  });

const integer = (value: unknown, path: string, sign: Sign = 'UNSIGNED'): bigint => {
  const isInteger = Number.isSafeInteger(value) || (typeof value === 'string' && /^-?\d{1,20}$/.test(value));
  if (!isInteger || (sign === 'UNSIGNED' && Number(value) < 0))
    throw new QuestionError(
      `${path} must be a whole number: satoshis (0.5 BCH are 50000000), base units of a token, Unix seconds; above 2^53 in quotes`,
    );
  return BigInt(value as number | string);
};

/** Returns a value of JSON with its whole numbers as bigint, and null as undefined. */
const withIntegers = (value: unknown, path: string): unknown => {
  if (value === null) return undefined;
  if (Array.isArray(value)) return value.map((item, index) => withIntegers(item, `${path}[${index}]`));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => {
      const at = `${path}.${key}`;
      if (!isIntegerField(key) || field === null) return [key, withIntegers(field, at)];
      const sign = INTEGERS[key];
      return [
        key,
        Array.isArray(field)
          ? field.map((item, index) => integer(item, `${at}[${index}]`, sign))
          : integer(field, at, sign),
      ];
    }),
  );
};

/** A field that nobody reads is a typo, or a wish that nobody checks. */
const assertKnown = (object: Json, names: readonly string[], path: string): void => {
  for (const name of Object.keys(object))
    if (!names.includes(name)) throw new QuestionError(`${path}.${name} is not known; known are ${names.join(', ')}`);
};

const assertGiven = (object: Json, names: readonly string[], path: string): void => {
  for (const name of names) if (object[name] === undefined) throw new QuestionError(`${path}.${name} is missing`);
};

const PAYDAYS = ['months', 'day', 'secondDay', 'time', 'utcOffset'] as const;

/** Periods fall due after an interval, or on paydays. */
const requiredOf = (kind: AskedEffect['kind'], effect: Json): readonly string[] =>
  kind === 'OPENS_CURRENCY_PAYMENTS' && effect['paydays'] !== undefined
    ? REQUIRED[kind].filter((name) => name !== 'interval')
    : REQUIRED[kind];

const effectAt = (value: unknown, path: string): AskedEffect => {
  const effect = objectAt(withIntegers(objectAt(value, path), path), path);
  const kind = Object.keys(REQUIRED).find((known) => known === effect['kind']) as AskedEffect['kind'] | undefined;
  if (kind === undefined) throw new QuestionError(`${path}.kind must be one of ${Object.keys(REQUIRED).join(', ')}`);
  assertGiven(effect, requiredOf(kind, effect), path);
  if (effect['paydays'] !== undefined)
    assertGiven(objectAt(effect['paydays'], `${path}.paydays`), PAYDAYS, `${path}.paydays`);
  if (kind === 'OPENS_STREAMS')
    for (const [index, stream] of listAt(effect['streams'], `${path}.streams`).entries())
      assertGiven(objectAt(stream, `${path}.streams[${index}]`), ['recipient', 'total'], `${path}.streams[${index}]`);
  if (kind === 'OPENS_LOCKS')
    for (const [index, lock] of listAt(effect['locks'], `${path}.locks`).entries()) {
      const at = `${path}.locks[${index}]`;
      assertGiven(objectAt(lock, at), ['recipient', 'total', 'schedule'], at);
    }
  return (OF_ASSET.has(kind) ? { asset: undefined, ...effect } : effect) as unknown as AskedEffect;
};

const askedAt = (value: unknown): Asked => {
  const asked = Array.isArray(value) ? { effects: value as unknown } : objectAt(value, 'asked');
  assertKnown(asked, ['effects', 'feeRate'], 'asked');
  return {
    effects: listAt(asked['effects'], 'asked.effects').map((item, index) => effectAt(item, `asked.effects[${index}]`)),
    ...(asked['feeRate'] !== undefined && { feeRate: integer(asked['feeRate'], 'asked.feeRate') }),
  };
};

const requestAt = (value: unknown): SigningRequest => {
  if (value === undefined) throw new QuestionError("wcTransaction is missing: take it from the service's answer");
  if (value === null)
    throw new QuestionError('wcTransaction is null: the service built nothing to sign, and its answer says why');
  const request = objectAt(value, 'wcTransaction');
  const { transaction } = request;
  if (typeof transaction !== 'string') throw new QuestionError('wcTransaction.transaction must be hex');
  return { transaction, sourceOutputs: listAt(request['sourceOutputs'], 'wcTransaction.sourceOutputs') };
};

const addressAt = (address: string, network: Network, path: string): Uint8Array => {
  const parsed = parseParty(address, network);
  if (!parsed.ok)
    throw new QuestionError(
      `${path} is not an address of ${network}: ${address}. An address of another network needs its name, such as "network": "chipnet"`,
    );
  return parsed.party;
};

const tokensAt = (value: unknown): ReadonlyMap<string, TokenName> =>
  new Map(
    Object.entries(objectAt(value ?? {}, 'tokens')).map(([category, name]) => {
      const { symbol, decimals } = objectAt(name, `tokens.${category}`);
      if (typeof symbol !== 'string' || typeof decimals !== 'number')
        throw new QuestionError(`tokens.${category} must hold a symbol and a number of decimals`);
      return [category, { symbol, decimals }];
    }),
  );

/** Fields of a question. */
const FIELDS = ['wcTransaction', 'addresses', 'network', 'asked', 'fundings', 'height', 'time', 'tokens'] as const;

const networkAt = (value: unknown = 'mainnet'): Network => {
  const network = NETWORKS.find((known) => known === value);
  if (network === undefined) throw new QuestionError(`network must be one of ${NETWORKS.join(', ')}`);
  return network;
};

/** Digits of a hash: shorter than any transaction. */
const HASH_DIGITS = 64;

const transactionsAt = (value: unknown, path: string): readonly string[] => {
  const list = textsAt(value, path);
  for (const [index, hex] of list.entries()) {
    if (!isHex(hex) || hex === '') throw new QuestionError(`${path}[${index}] must be hex`);
    if (hex.length === HASH_DIGITS)
      throw new QuestionError(
        `${path}[${index}] is a hash: give the transaction itself, as blockchain.transaction.get of an Electrum server answers it`,
      );
  }
  return list;
};

const objectIn = (text: string): Json => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new QuestionError(`This is not JSON: ${(cause as Error).message}`);
  }
  return objectAt(parsed, 'The question');
};

/** Refuses what the service answered, as it came: it holds neither whose signature is asked for nor what they want. */
const assertQuestion = (given: Json): void => {
  const { success, message } = given;
  if (success === false) throw new QuestionError(`This is an error that the service answered: ${String(message)}`);
  if (success !== undefined)
    throw new QuestionError(
      'This is the whole answer of the service. Give its wcTransaction beside your own addresses: ' +
        '{ "wcTransaction": …, "addresses": ["…"], "network": "…", "asked": [ … ] }',
    );
};

/**
 * Reads a question from JSON: `wcTransaction` as the API answers it, `addresses` of the signer's own, `network` (mainnet
 * by default), and `asked`: the effects that were asked for, as a list or with a `feeRate` as in {@link Asked}. Optional
 * are `fundings` (transactions, hex), `height` of the chain's tip, `time` (Unix seconds), and `tokens` (symbol
 * and decimals by category).
 *
 * @param now Unix seconds, by this device; chains that mine on demand have a time of their own
 * @throws QuestionError with the path of the first field that is missing, wrong or not known
 */
export const readQuestion = (text: string, now: bigint): Question => {
  const question = objectIn(text);
  assertQuestion(question);
  assertKnown(question, FIELDS, 'The question');
  const network = networkAt(question['network']);
  const request = requestAt(question['wcTransaction']);
  const addresses = textsAt(question['addresses'], 'addresses');
  const { height, time = isLocalNetwork(network) ? undefined : now.toString() } = question;
  return {
    request,
    signer: {
      network,
      own: addresses.map((address, index) => addressAt(address, network, `addresses[${index}]`)),
      fundings: transactionsAt(question['fundings'] ?? [], 'fundings'),
      ...(height !== undefined && { height: Number(integer(height, 'height')) }),
      ...(time !== undefined && { time: integer(time, 'time') }),
    },
    asked: question['asked'] === undefined ? undefined : askedAt(question['asked']),
    tokens: tokensAt(question['tokens']),
  };
};
