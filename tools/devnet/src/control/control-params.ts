import { lockingBytecodeOf, type AddressPrefix } from '../electrum/address.js';
import type { Method } from '../electrum/rpc/method.js';
import { invalidParams, isObject } from '../electrum/rpc/rpc-message.js';
import type { CallContext } from '../electrum/services.js';

/** Reads the members of a control call's request object one by one; a member that is wrong is refused by name. */
export class ControlParams {
  readonly #members: Readonly<Record<string, unknown>>;

  constructor(params: readonly unknown[]) {
    const [request = {}] = params;
    if (!isObject(request)) throw invalidParams('Expected one object as the parameter');
    this.#members = request;
  }

  /** Whether the member is present. */
  has(name: string): boolean {
    return this.#members[name] !== undefined && this.#members[name] !== null;
  }

  /** Reads a whole number in a range, both ends included. */
  integer(name: string, minimum: number, maximum = Number.MAX_SAFE_INTEGER): number {
    const value = this.#members[name];
    if (typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum) return value;
    throw invalidParams(`${name}: expected a whole number from ${minimum} to ${maximum}`);
  }

  /** Reads text. */
  text(name: string): string {
    const value = this.#members[name];
    if (typeof value === 'string') return value;
    throw invalidParams(`${name}: expected text`);
  }

  /** Reads bytes as hex. Anything else is refused, since it would decode to other bytes. */
  hex(name: string): string {
    const value = this.text(name);
    if (/^(?:[0-9a-f]{2})*$/i.test(value)) return value;
    throw invalidParams(`${name}: expected bytes as hex`);
  }

  /** Reads an amount: a whole number as decimal text. */
  amount(name: string): bigint {
    const value = this.text(name);
    if (/^\d{1,19}$/.test(value)) return BigInt(value);
    throw invalidParams(`${name}: expected an amount in base units as decimal text`);
  }

  oneOf<const Choice extends string>(name: string, choices: readonly Choice[]): Choice {
    const value = this.#members[name];
    const choice = choices.find((each) => each === value);
    if (choice === undefined) throw invalidParams(`${name}: expected one of ${choices.join(', ')}`);
    return choice;
  }

  /** Whether the member is an array. */
  isList(name: string): boolean {
    return Array.isArray(this.#members[name]);
  }

  /** Reads an array of text. */
  texts(name: string): string[] {
    const value = this.#members[name];
    if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
    throw invalidParams(`${name}: expected a list of texts`);
  }

  /** Reads a nested object. */
  object(name: string): ControlParams {
    return new ControlParams([this.#members[name]]);
  }

  /** Reads an address, or a locking bytecode in hex, as a locking bytecode in hex. */
  destination(name: string, prefix: AddressPrefix): string {
    const value = this.text(name);
    const lockingBytecode = lockingBytecodeOf(value, prefix) ?? (/^(?:[0-9a-f]{2})+$/.test(value) ? value : undefined);
    if (lockingBytecode === undefined)
      throw invalidParams(`${name}: expected an address (${prefix}:) or a locking bytecode`);
    return lockingBytecode;
  }

  /** Reads a member that may be absent. */
  optional<Value>(name: string, read: (name: string) => Value): Value | undefined {
    return this.has(name) ? read(name) : undefined;
  }
}

type ControlHandle = (context: CallContext, params: ControlParams) => unknown;

/** Defines a control call, which takes at most one parameter: an object. */
export const control = (handle: ControlHandle): Method<CallContext> => ({
  min: 0,
  max: 1,
  handle: (context, params) => handle(context, new ControlParams(params)),
});
