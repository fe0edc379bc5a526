import { binToHex, secp256k1, sha256 } from '@bitauth/libauth';
import type { Chance } from '@weir/testing';
import { encodeNumber } from '../../src/terms/script-number.js';

/** A random script: words as in an artifact's bytecode, and what is pushed before it. */
export interface RandomScript {
  readonly words: readonly string[];
  readonly given: readonly Uint8Array[];
  /**
   * False where a signature may be malformed, or a number is written in a variable length. The executor
   * leaves both open: it may accept what the VM refuses, never the other way round.
   */
  readonly isExact: boolean;
}

const privateKey = Uint8Array.from({ length: 32 }, (_, i) => i + 1);
const bytesOf = (value: Uint8Array | string): Uint8Array => {
  if (typeof value === 'string') throw new Error(value);
  return value;
};
const KEY = bytesOf(secp256k1.derivePublicKeyCompressed(privateKey));
const MESSAGE = Uint8Array.of(1, 2, 3);
const SIGNATURES = [
  bytesOf(secp256k1.signMessageHashSchnorr(privateKey, sha256.hash(MESSAGE))),
  bytesOf(secp256k1.signMessageHashDER(privateKey, sha256.hash(MESSAGE))),
];

/** Whether a signature is one of the message; none here is of a transaction. */
export const isSigned = (signature: Uint8Array, key: Uint8Array, message: Uint8Array | undefined): boolean => {
  if (message === undefined || signature.length === 0) return false;
  const hash = sha256.hash(message);
  return signature.length === 64
    ? secp256k1.verifySignatureSchnorr(signature, key, hash)
    : secp256k1.verifySignatureDERLowS(signature, key, hash);
};

/** The shortest way to push bytes, as a word: nodes and the VM refuse any other. */
export const pushWord = (bytes: Uint8Array): string => {
  const [only] = bytes;
  if (only === undefined) return 'OP_0';
  if (bytes.length === 1 && only >= 1 && only <= 16) return `OP_${only}`;
  return bytes.length === 1 && only === 0x81 ? 'OP_1NEGATE' : binToHex(bytes);
};

const pushNumber = (value: number | bigint): string => pushWord(encodeNumber(BigInt(value)));

/** The elements of the stack, as far as it helps to write scripts that go on. */
type Kind = 'number' | 'bytes';

const READ_NUMBERS = [
  ...['OP_INPUTINDEX', 'OP_TXVERSION', 'OP_TXINPUTCOUNT', 'OP_TXOUTPUTCOUNT', 'OP_TXLOCKTIME'],
  'OP_DEPTH',
];
const INDEXED_NUMBERS = [
  ...['OP_UTXOVALUE', 'OP_OUTPUTVALUE', 'OP_UTXOTOKENAMOUNT', 'OP_OUTPUTTOKENAMOUNT', 'OP_INPUTSEQUENCENUMBER'],
  'OP_OUTPOINTINDEX',
];
const INDEXED_BYTES = [
  ...['OP_OUTPOINTTXHASH', 'OP_UTXOBYTECODE', 'OP_OUTPUTBYTECODE', 'OP_UTXOTOKENCATEGORY', 'OP_OUTPUTTOKENCATEGORY'],
  ...['OP_UTXOTOKENCOMMITMENT', 'OP_OUTPUTTOKENCOMMITMENT', 'OP_INPUTBYTECODE'],
];
const UNARY = ['OP_1ADD', 'OP_1SUB', 'OP_NEGATE', 'OP_ABS', 'OP_NOT', 'OP_0NOTEQUAL'];
const BINARY = [
  ...['OP_ADD', 'OP_SUB', 'OP_MUL', 'OP_DIV', 'OP_MOD', 'OP_MIN', 'OP_MAX', 'OP_NUMEQUAL', 'OP_NUMNOTEQUAL'],
  ...['OP_LESSTHAN', 'OP_GREATERTHAN', 'OP_LESSTHANOREQUAL', 'OP_GREATERTHANOREQUAL', 'OP_BOOLAND', 'OP_BOOLOR'],
];
const HASHES = ['OP_HASH160', 'OP_HASH256', 'OP_SHA256', 'OP_RIPEMD160', 'OP_SHA1'];
const BITWISE = ['OP_AND', 'OP_OR', 'OP_XOR'];
/** Opcodes that move items, and how many they need. */
const MOVES: readonly (readonly [name: string, needs: number])[] = [
  ...([
    ['OP_DUP', 1],
    ['OP_OVER', 2],
    ['OP_2DUP', 2],
    ['OP_3DUP', 3],
    ['OP_2OVER', 4],
    ['OP_SWAP', 2],
  ] as const),
  ...([
    ['OP_ROT', 3],
    ['OP_2SWAP', 4],
    ['OP_2ROT', 6],
    ['OP_DROP', 1],
    ['OP_2DROP', 2],
    ['OP_NIP', 2],
  ] as const),
  ['OP_TUCK', 2],
];

const move = (stack: Kind[], name: string): void => {
  const at = (depth: number): Kind => stack[stack.length - 1 - depth] ?? 'bytes';
  const take = (depth: number, count = 1) => stack.splice(stack.length - 1 - depth, count);
  const copies: Record<string, readonly number[]> = {
    OP_DUP: [0],
    OP_OVER: [1],
    OP_2DUP: [1, 0],
    OP_3DUP: [2, 1, 0],
    OP_2OVER: [3, 2],
  };
  const copied = copies[name];
  if (copied !== undefined) stack.push(...copied.map(at));
  else if (name === 'OP_TUCK') stack.splice(stack.length - 2, 0, at(0));
  else if (name === 'OP_DROP') take(0);
  else if (name === 'OP_2DROP') take(1, 2);
  else if (name === 'OP_NIP') take(1);
  else if (name === 'OP_SWAP') stack.push(...take(1));
  else if (name === 'OP_ROT') stack.push(...take(2));
  else stack.push(...take(name === 'OP_2SWAP' ? 3 : 5, 2));
};

/** Writes a script word after word. */
class Writer {
  readonly words: string[] = [];
  isExact = true;

  constructor(
    readonly chance: Chance,
    readonly stack: Kind[],
  ) {}

  top(depth = 0): Kind | undefined {
    return this.stack[this.stack.length - 1 - depth];
  }

  /** Writes words that take some items and leave others. */
  write(words: readonly string[], takes: number, leaves: readonly Kind[] = []): void {
    this.words.push(...words);
    this.stack.splice(Math.max(this.stack.length - takes, 0), takes, ...leaves);
  }

  pushAny(): void {
    const { chance } = this;
    if (chance.once(3)) this.write([pushWord(chance.bytes(chance.of([0, 1, 2, 3, 8, 20, 32, 33])))], 0, ['bytes']);
    else this.write([pushNumber(this.number())], 0, ['number']);
  }

  number(): bigint {
    const { chance } = this;
    const edge = chance.of([
      0,
      1,
      2,
      127,
      128,
      255,
      256,
      32_767,
      32_768,
      65_536,
      2 ** 31 - 1,
      2 ** 31,
      2 ** 39,
      2 ** 53,
    ]);
    const value = BigInt(chance.once(2) ? edge : chance.below(300)) + (chance.once(5) ? 1n << 63n : 0n);
    return chance.once(4) ? -value : value;
  }

  /** Makes the item on top a number, mostly. */
  toNumber(): void {
    if (this.top() === 'bytes' && !this.chance.once(20)) this.write(['OP_BIN2NUM'], 1, ['number']);
  }

  /** Makes sure that there are enough items, mostly. */
  need(count: number): void {
    while (this.stack.length < count && !this.chance.once(60)) this.pushAny();
  }

  twoNumbers(): void {
    this.need(2);
    this.toNumber();
    if (this.top(1) === 'bytes' && !this.chance.once(20)) {
      this.write(['OP_SWAP'], 2, ['number', 'bytes']);
      this.toNumber();
    }
  }

  /** An index of an input or output: a constant, now and then the element there. */
  index(): void {
    if (this.chance.once(6)) {
      this.need(1);
      this.toNumber();
    } else this.write([pushNumber(this.chance.of([0, 0, 0, 0, 0, 1, 1, 2, 3, 4, -1]))], 0, ['number']);
  }

  locks(): void {
    const { chance } = this;
    const least = chance.of([
      0,
      1,
      12,
      500_000_000,
      500_000_001,
      1_700_000_000,
      65_535,
      0x40_0000,
      2 ** 31,
      2 ** 39,
      -1,
    ]);
    if (chance.once(2)) this.write([pushNumber(least)], 0, ['number']);
    else if (chance.once(2)) this.write(['OP_TXLOCKTIME'], 0, ['number']);
    else this.write(['OP_INPUTINDEX', 'OP_INPUTSEQUENCENUMBER'], 0, ['number']);
    this.write([chance.of(['OP_CHECKLOCKTIMEVERIFY', 'OP_CHECKSEQUENCEVERIFY'])], 0);
    if (chance.once(2)) this.write(['OP_DROP'], 1);
  }

  signatures(): void {
    const { chance } = this;
    const verify = chance.once(3);
    const left: Kind[] = verify ? [] : ['number'];
    if (chance.once(12)) {
      // The element there is the signature: the script ends by its form or by the check, which the executor leaves open.
      this.isExact = false;
      this.need(2);
      this.write([chance.of(['OP_CHECKSIG', 'OP_CHECKSIGVERIFY'])], 2, ['number']);
      return;
    }
    if (chance.once(2)) {
      this.write(['OP_0', binToHex(KEY), verify ? 'OP_CHECKSIGVERIFY' : 'OP_CHECKSIG'], 0, left);
      return;
    }
    const signature = chance.once(4) ? new Uint8Array() : chance.of(SIGNATURES);
    const name = verify ? 'OP_CHECKDATASIGVERIFY' : 'OP_CHECKDATASIG';
    this.write([pushWord(signature), pushWord(MESSAGE), binToHex(KEY), name], 0, left);
  }

  branch(depth: number): void {
    const { chance, stack } = this;
    this.need(1);
    this.write([chance.of(['OP_IF', 'OP_NOTIF'])], 1);
    const before = [...stack];
    this.some(depth + 1, 1 + chance.below(4));
    const after = stack.length;
    if (chance.once(4)) {
      this.level(before.length);
      stack.splice(0, stack.length, ...before.map((): Kind => 'bytes'));
    } else {
      this.words.push('OP_ELSE');
      stack.splice(0, stack.length, ...before);
      this.some(depth + 1, 1 + chance.below(4));
      this.level(after);
      stack.splice(0, stack.length, ...stack.map((): Kind => 'bytes'));
    }
    this.words.push('OP_ENDIF');
  }

  /** Drops or pushes items until there are so many, mostly. */
  level(count: number): void {
    while (this.stack.length > count && !this.chance.once(200)) this.write(['OP_DROP'], 1);
    while (this.stack.length < count && !this.chance.once(200)) this.pushAny();
  }

  step(depth: number): void {
    const { chance } = this;
    switch (chance.below(20)) {
      case 0:
        this.pushAny();
        return;
      case 1:
        if (chance.once(4)) this.write(['OP_ACTIVEBYTECODE'], 0, ['bytes']);
        else this.write([chance.of(READ_NUMBERS)], 0, ['number']);
        return;
      case 2:
      case 3:
        this.index();
        this.write([chance.of(INDEXED_NUMBERS)], 1, ['number']);
        return;
      case 4:
      case 5:
        this.index();
        this.write([chance.of(INDEXED_BYTES)], 1, ['bytes']);
        return;
      case 6:
        this.need(1);
        this.toNumber();
        this.write([chance.of(UNARY)], 1, ['number']);
        return;
      case 7:
      case 8:
      case 9:
        this.twoNumbers();
        this.write([chance.of(BINARY)], 2, ['number']);
        return;
      case 10:
        this.twoNumbers();
        this.write([pushNumber(chance.below(70_000))], 0, ['number']);
        this.write(['OP_WITHIN'], 3, ['number']);
        return;
      case 11:
        this.need(1);
        this.write(['OP_SIZE'], 1, ['bytes', 'number']);
        return;
      case 12:
        this.need(2);
        this.write(['OP_CAT'], 2, ['bytes']);
        return;
      case 13:
        this.need(1);
        if (!chance.once(4)) this.write([pushNumber(chance.of([0, 1, 1, 2, 4, 5, 20, 32, -1]))], 0, ['number']);
        this.need(2);
        this.write(['OP_SPLIT'], 2, ['bytes', 'bytes']);
        return;
      case 14:
        this.need(1);
        if (chance.once(8)) this.isExact = false;
        else this.write([pushNumber(chance.of([0, 1, 2, 4, 5, 8, 9, 20]))], 0, ['number']);
        this.need(2);
        this.write(['OP_NUM2BIN'], 2, ['bytes']);
        return;
      case 15:
        this.need(1);
        if (chance.once(2)) {
          this.write([chance.of(['OP_REVERSEBYTES', ...HASHES])], 1, ['bytes']);
          return;
        }
        if (!chance.once(4)) {
          this.write(['OP_DUP', 'OP_REVERSEBYTES', chance.of(BITWISE)], 1, ['bytes']);
          return;
        }
        this.need(2);
        this.write([chance.of(BITWISE)], 2, ['bytes']);
        return;
      case 16:
        this.compare();
        return;
      case 17:
        if (chance.once(2)) this.locks();
        else this.signatures();
        return;
      case 18:
        if (depth < 2) this.branch(depth);
        else this.pushAny();
        return;
      default:
        this.moves();
        return;
    }
  }

  compare(): void {
    const { chance } = this;
    this.need(2);
    if (chance.once(2)) {
      this.write(['OP_EQUAL'], 2, ['number']);
      return;
    }
    // Verifying ends most scripts, so what is compared is made equal more often than not.
    if (chance.once(3)) {
      this.write([chance.of(['OP_EQUALVERIFY', 'OP_NUMEQUALVERIFY'])], 2);
      return;
    }
    if (chance.once(2)) {
      this.write(['OP_DUP', 'OP_EQUALVERIFY'], 1);
      return;
    }
    this.toNumber();
    this.write(chance.once(2) ? ['OP_DUP', 'OP_NUMEQUALVERIFY'] : ['OP_DUP', 'OP_0NOTEQUAL', 'OP_VERIFY'], 1);
    return;
  }

  moves(): void {
    const { chance, stack } = this;
    if (chance.once(4) && stack.length > 0) {
      const depth = chance.below(stack.length);
      const isPick = chance.once(2);
      this.words.push(pushNumber(depth), isPick ? 'OP_PICK' : 'OP_ROLL');
      const [item] = isPick ? stack.slice(stack.length - 1 - depth) : stack.splice(stack.length - 1 - depth, 1);
      if (item !== undefined) stack.push(item);
      return;
    }
    if (chance.once(8)) {
      this.need(1);
      const top = this.top() ?? 'bytes';
      this.write(['OP_TOALTSTACK'], 1);
      if (chance.once(2)) this.pushAny();
      this.write(['OP_FROMALTSTACK'], 0, [top]);
      return;
    }
    const [name, needs] = chance.of(MOVES);
    this.need(needs);
    this.words.push(name);
    if (stack.length >= needs) move(stack, name);
  }

  some(depth: number, count: number): void {
    for (let i = 0; i < count; i += 1) this.step(depth);
  }
}

/** Writes a script that mostly gets to its end, and as often as not succeeds there. */
export const randomScript = (chance: Chance): RandomScript => {
  const given = Array.from({ length: chance.below(4) }, () => {
    const length = chance.of([0, 1, 1, 2, 4, 8, 20, 33]);
    return chance.once(2) ? encodeNumber(BigInt(chance.below(70_000))) : chance.bytes(length);
  });
  const writer = new Writer(
    chance,
    given.map((): Kind => 'bytes'),
  );
  writer.some(0, 2 + chance.below(14));
  writer.level(1);
  // What is left is true more often than chance has it.
  if (chance.once(2)) writer.write(['OP_SIZE', 'OP_CAT', 'OP_HASH160', 'OP_SIZE', 'OP_NIP'], 1, ['number']);
  return { words: writer.words, given, isExact: writer.isExact };
};
