import Type, { type TNumber, type TProperties, type TSchema, type TStringOptions } from 'typebox';
import { BCH_DECIMALS, MAX_ADDRESSES, MAX_AMOUNT, MAX_STANDARD_SIZE, MAX_TIME, MIN_TIME } from '@weir/kinds';
import { marked, Nullable } from './marks.js';

/** What the OpenAPI document shows of a field beside its description. */
interface Shown {
  readonly examples?: unknown[];
}

export const Text = (description: string, options: Shown = {}) => Type.String({ description, ...options });
export const Integer = (description: string, options: Shown = {}) => Type.Integer({ description, ...options });
export const Flag = (description: string) => Type.Boolean({ description });
export const TextOrNull = (description: string) => Nullable(Text(description));
export const IntegerOrNull = (description: string) => Nullable(Integer(description));
export const FlagOrNull = (description: string) => Nullable(Flag(description));
export const Uuid = (description?: string) =>
  Type.String({ format: 'uuid', ...(description !== undefined && { description }) });

/** An object that has a name in the OpenAPI document. */
export const Named = <Properties extends TProperties>(title: string, description: string, properties: Properties) =>
  Type.Object(properties, { title, description });

/**
 * An amount in a request. Amounts with more than 8 decimals, or too small to be paid out, are refused later, with a
 * code of their own.
 */
export const AmountInput = (description: string) =>
  Type.Unsafe<number | string>({
    type: ['number', 'string'],
    maxLength: 32,
    description: `${description} A JSON number or a decimal string: of BCH with at most ${BCH_DECIMALS} decimals, at least 0.00000546; of a token in whole base units, 1 to ${MAX_AMOUNT}, beyond 9007199254740991 as a string.`,
    examples: [1.5],
  });

/**
 * An amount in a response: decimal BCH for BCH, whole base units for tokens.
 *
 * @param unit `BCH` where it is BCH for every asset of the record
 */
export const Amount = (description: string, unit: 'BCH' | 'of the asset' = 'of the asset') =>
  marked<TNumber, 'amount of BCH' | 'amount of the asset'>(
    Type.Number({
      description: `${description} Decimal BCH${unit === 'BCH' ? '' : ' (whole base units for tokens)'}.`,
      examples: [1.5],
    }),
    unit === 'BCH' ? 'amount of BCH' : 'amount of the asset',
  );

/** An amount of a token in a response: whole base units, for every asset of the record. */
export const TokenAmount = (description: string) => marked(Type.Number({ description }), 'amount of a token');

/** Marks the exact text of an amount: that of the property whose name it extends by `Base` or `_base`. */
export const exact = <Schema extends TSchema>(schema: Schema) => marked(schema, 'base units');

/** The exact amount as text: satoshis for BCH, base units for tokens. */
export const BaseAmount = () =>
  exact(
    Type.String({
      pattern: '^\\d+$',
      description: 'The same amount, exactly, in satoshis (base units for tokens).',
      examples: ['150000000'],
    }),
  );

type BaseName<Name extends string> = Name extends `${string}_${string}` ? `${Name}_base` : `${Name}Base`;

/** An amount in a response, and beside it its exact text, which is named as the record spells its fields. */
export const amountFields = <const Name extends string>(name: Name, ...amount: Parameters<typeof Amount>) =>
  ({ [name]: Amount(...amount), [name.includes('_') ? `${name}_base` : `${name}Base`]: BaseAmount() }) as Record<
    Name,
    ReturnType<typeof Amount>
  > &
    Record<BaseName<Name>, ReturnType<typeof BaseAmount>>;

/** The field that every successful answer begins with. */
export const Success = () => Type.Literal(true, { description: 'The request was answered.' });

/** The body of a successful answer; it has a name in the OpenAPI document. */
export const Answer = <Properties extends TProperties>(title: string, description: string, properties: Properties) =>
  Named(title, description, { success: Success(), ...properties });

/** The time at which time-dependent figures were computed. */
export const AsOf = () =>
  Type.Integer({
    description:
      "The time everything time-dependent was computed at, Unix seconds: the latest locktime the chain accepts now. It follows the chain's median time and lags the clock by about an hour.",
    examples: [1_767_229_199],
  });

/** Most hex characters of a transaction: nodes relay no larger one. */
export const MAX_TRANSACTION_HEX = 2 * MAX_STANDARD_SIZE;

/** Most characters of an address, with room for a prefix. */
export const MAX_ADDRESS_LENGTH = 128;

/** Pattern of text without null characters, which databases cannot store. */
export const PLAIN_TEXT = '^[^\\u0000]*$';

/** An address of a person, or of a script such as a vault. */
export const AnyAddress = (description: string) =>
  Type.String({
    maxLength: MAX_ADDRESS_LENGTH,
    description: `${description} A cash address of the configured network, of a key (P2PKH) or of a script (P2SH); the prefix is optional.`,
    examples: ['bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07'],
  });

/** An address of a person, P2PKH. The service parses it, and names what is wrong with it. */
export const Address = (description: string) =>
  Type.String({
    maxLength: MAX_ADDRESS_LENGTH,
    description: `${description} A P2PKH cash address of the configured network; the prefix is optional.`,
    examples: ['bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07'],
  });

/** An address of a party of any standard kind: a key, or a script such as a vault. */
export const PartyAddress = (description: string) =>
  Type.String({
    maxLength: MAX_ADDRESS_LENGTH,
    description: `${description} A cash address of the configured network, of a key or of a script (a vault, a multisig); the prefix is optional.`,
    examples: ['bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07'],
  });

const SEVERAL = `^[^,]{0,128}(,[^,]{0,128}){0,${MAX_ADDRESSES - 1}}$`;

/** Addresses of one wallet, P2PKH. The service parses them, and names what is wrong with one. */
export const KeyAddresses = (description: string) =>
  Type.String({
    pattern: SEVERAL,
    description: `${description} A P2PKH cash address of the configured network, or those of one wallet, up to ${MAX_ADDRESSES} separated by commas; the prefix is optional.`,
    examples: ['bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07'],
  });

/** Addresses of one wallet, of which any may be the party. The service parses them, and names what is wrong with one. */
export const PartyAddresses = (description: string) =>
  Type.String({
    pattern: SEVERAL,
    description: `${description} A cash address of the configured network, of a key or of a script (a vault, a multisig), or those of one wallet, up to ${MAX_ADDRESSES} separated by commas; the prefix is optional.`,
    examples: ['bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07'],
  });

/** A contract's address in a response. */
export const ContractAddress = () =>
  Type.String({
    description: 'The P2SH32 cash address of the contract.',
    examples: ['bchtest:rwjenp54j7j3mac5g9dtd2hy4we68mxewfqkswzlmw920kt9v4yrwzapp90p4'],
  });

/** 32 bytes as hex in a request; upper case is accepted and converted. */
export const Hash = (options: TStringOptions) =>
  marked(Type.String({ pattern: '^[0-9a-fA-F]{64}$', ...options }), 'hex');

/** A transaction's hash as explorers show it; upper case is accepted and converted. */
export const TransactionHash = (description: string) =>
  Hash({
    description: `${description} 64 hex characters.`,
    examples: ['d2b6ce6e2d7c16b1f2c64e5d1ad4ea5d5f2a3c1e6a0b9f7d8c3e4b5a69788716'],
  });

/** A time in a request or response. The service checks its range, and recognizes milliseconds. */
export const Timestamp = (description: string) =>
  Type.Integer({ description: `${description} Unix seconds, ${MIN_TIME} to ${MAX_TIME}.`, examples: [1_767_225_600] });
