import { nodeFixture } from '../../../test/support/recorded-case.js';
import { blockSubsidy } from './block.js';
import { buildCoinbase, heightPush } from './coinbase.js';
import { decodeTransactionHex } from './transaction.js';

interface Fixture {
  readonly subsidy: readonly {
    readonly height: number;
    readonly coinbaseValueSatoshis: string;
    readonly transactions: number;
    readonly coinbaseTx: string;
  }[];
}

const { subsidy } = nodeFixture('headers') as Fixture;

/** Pushes of the recorded coinbases: the height, then the extra nonce. */
const extraNonceOf = (script: Uint8Array, height: number): number => {
  const [opcode = 0, ...data] = script.subarray(heightPush(height).length);
  if (opcode === 0) return 0;
  return data.slice(0, opcode).reduceRight((value, byte) => value * 256 + byte, 0);
};

describe('recorded coinbases', () => {
  it.each(subsidy.filter(({ transactions }) => transactions === 1))(
    'pays the subsidy of height $height',
    ({ coinbaseValueSatoshis, height }) => {
      expect(blockSubsidy(height)).toBe(BigInt(coinbaseValueSatoshis));
    },
  );

  it('adds the fees of the block', () => {
    const withFees = subsidy.find(({ transactions }) => transactions > 1);
    expect(BigInt(withFees?.coinbaseValueSatoshis ?? 0) - blockSubsidy(withFees?.height ?? 0)).toBe(300n);
  });

  it.each(subsidy)('builds the coinbase of height $height byte for byte', ({ coinbaseTx, height }) => {
    const recorded = decodeTransactionHex(coinbaseTx);
    const [input] = recorded?.content.inputs ?? [];
    const [output] = recorded?.content.outputs ?? [];
    const built = buildCoinbase({
      height,
      extraNonce: extraNonceOf(input?.unlockingBytecode ?? new Uint8Array(), height),
      value: output?.valueSatoshis ?? 0n,
      lockingBytecode: output?.lockingBytecode ?? new Uint8Array(),
    });
    expect(Buffer.from(built.raw).toString('hex')).toBe(coinbaseTx);
  });

  it('leaves nothing after many halvings', () => {
    expect(blockSubsidy(150 * 33)).toBe(0n);
  });
});
