import { nodeFixture } from '../../../test/support/recorded-case.js';
import { decodeHeader, encodeHeader, hashHeader, medianTimePast, satisfiesProofOfWork, solveHeader } from './block.js';

interface Fixture {
  readonly headers: readonly {
    readonly height: number;
    readonly hash: string;
    readonly hex: string;
    readonly time: number;
    readonly mediantime: number;
    readonly merkleroot: string;
    readonly nonce: number;
  }[];
  readonly timesBefore: readonly number[];
}

const { headers, timesBefore } = nodeFixture('headers') as Fixture;

describe('recorded headers', () => {
  it.each(headers)('reads, hashes and writes the header of block $height', ({ hash, hex, merkleroot, nonce, time }) => {
    const header = decodeHeader(Buffer.from(hex, 'hex'));
    expect(header).toMatchObject({ version: 0x20000000, bits: 0x207fffff, merkleRoot: merkleroot, nonce, time });
    expect(hashHeader(header)).toBe(hash);
    expect(satisfiesProofOfWork(hash)).toBe(true);
    expect(Buffer.from(encodeHeader(header)).toString('hex')).toBe(hex);
  });

  it.each(headers.slice(1).map((header, index) => ({ header, before: headers[index] })))(
    'links block $header.height to the one before',
    ({ before, header }) => {
      expect(decodeHeader(Buffer.from(header.hex, 'hex')).previousHash).toBe(before?.hash);
    },
  );

  it.each(headers)(
    'finds the median time of block $height among uneven and backward times',
    ({ height, mediantime }) => {
      const times = [...timesBefore, ...headers.filter((each) => each.height <= height).map((each) => each.time)];
      expect(medianTimePast(times)).toBe(mediantime);
    },
  );
});

describe('proof of work', () => {
  it('needs a hash of at most 7fffff followed by zeros', () => {
    expect(satisfiesProofOfWork(`7fffff${'0'.repeat(58)}`)).toBe(true);
    expect(satisfiesProofOfWork(`7fffff${'0'.repeat(57)}1`)).toBe(false);
  });

  it('takes the nonces the real miner found', () => {
    for (const { hex, nonce } of headers) expect(solveHeader(decodeHeader(Buffer.from(hex, 'hex'))).nonce).toBe(nonce);
  });
});
