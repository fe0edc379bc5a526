import { nodeFixture } from '../../../test/support/recorded-case.js';
import { decodeHeader } from '../primitives/block.js';
import { checkBlockTime } from './check-block.js';

interface Fixture {
  readonly blockTimeLimits: readonly {
    readonly name: string;
    readonly header: string;
    readonly mtp: number;
    readonly clock: number;
    readonly result: string | null;
  }[];
}

const { blockTimeLimits } = nodeFixture('headers') as Fixture;

describe('recorded limits of a block time', () => {
  it.each(blockTimeLimits)('$name', ({ clock, header, mtp, result }) => {
    expect(checkBlockTime(decodeHeader(Buffer.from(header, 'hex')), mtp, clock)?.reason ?? null).toBe(result);
  });
});
