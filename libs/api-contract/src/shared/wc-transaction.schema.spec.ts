import { Compile } from 'typebox/compile';
import {
  NullableWcTransaction,
  plainWcTransaction,
  taggedWcTransaction,
  WcTransaction,
} from './wc-transaction.schema.js';

/** Takes libauth's tags off, as a reader of the tagged encoding does. */
const untag = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  return /^<Uint8Array: 0x([0-9a-f]*)>$/.exec(value)?.[1] ?? /^<bigint: (\d+)n>$/.exec(value)?.[1] ?? value;
};

describe('WcTransaction', () => {
  it.each([
    ['tagged', taggedWcTransaction],
    ['plain', plainWcTransaction],
  ])('takes its %s example', (_, example) => {
    expect(Compile(WcTransaction).Check(example)).toBe(true);
    expect(Compile(NullableWcTransaction).Check(example)).toBe(true);
  });

  it('shows one transaction in both encodings', () => {
    const untagged = taggedWcTransaction.sourceOutputs.map((source) =>
      Object.fromEntries(Object.entries(source).map(([name, value]) => [name, untag(value)])),
    );
    expect({ ...taggedWcTransaction, sourceOutputs: untagged }).toEqual(plainWcTransaction);
  });

  it('may be null when nothing needs a signature', () => {
    expect(Compile(NullableWcTransaction).Check(null)).toBe(true);
    expect(Compile(WcTransaction).Check(null)).toBe(false);
  });
});
