import { given } from '../execute/execute.js';
import { signed } from '../terms/bool.js';
import { literal, same, whole } from '../terms/bytes.js';
import { add, int, lengthOf } from '../terms/int.js';
import type { Bool, Bytes } from '../terms/term.js';

/** Hash160 of a key that is an argument. */
export const hashOfKey = (key: string): Bytes => whole({ kind: 'hash', function: 'hash160', of: whole(given(key)) });

/** The argument of a signature without its last byte, and that byte: the type. */
const typeOf = (signature: string): Bytes => {
  const all = given(signature);
  const [size, before] = [lengthOf(all), add(lengthOf(all), int(-1))];
  return whole({ kind: 'cut', of: whole(all), from: before, to: size });
};

/** The type covers every input and output: of the values of a byte, 0x41 and 0x61 alone give 0x61 with bit 5 set. */
export const coversAll = (signature: string): Bool =>
  same(
    whole({ kind: 'bitwise', operation: 'or', left: typeOf(signature), right: literal(Uint8Array.of(0x20)) }),
    literal(Uint8Array.of(0x61)),
  );

/** An argument is a signature of the transaction by the key that is another one. */
export const isSignedBy = (signature: string, key: string): Bool => signed(whole(given(signature)), whole(given(key)));
