import { isDeepStrictEqual } from 'node:util';
import { Difference, verify, type Asked, type Signer, type SigningRequest } from '../src/index.js';
import { flows } from './support/flows.js';
import { liesOf } from './support/lies.js';

/** Returns how a transaction was refused; undefined where it was accepted. */
const refusalOf = (request: SigningRequest, signer: Signer, asked: Asked): Difference | undefined => {
  try {
    verify(request, signer, asked);
  } catch (error) {
    if (error instanceof Difference) return error;
    throw error;
  }
  return undefined;
};

/** One stream of each product stands for its siblings; all of them with `WEIR_ALL_LIES=1`. */
const tried = flows().filter(({ name }) => process.env['WEIR_ALL_LIES'] !== undefined || !/ [23]: /.test(name));

describe('verify', () => {
  it.each(tried.map((flow) => [flow.name, flow] as const))('refuses every lie about %s', (_, flow) => {
    const lies = liesOf(flow);
    expect(lies.length).toBeGreaterThan(5);
    const believed = lies.filter(({ request }) => refusalOf(request, flow.signer, flow.asked) === undefined);
    expect(believed.map(({ name }) => name)).toEqual([]);
  });

  it('refuses every transaction that was asked for by somebody else, or for something else', () => {
    const taken = tried.flatMap((flow) =>
      tried
        .filter((other) => !isDeepStrictEqual(other.asked, flow.asked))
        .filter((other) => refusalOf(other.request, other.signer, flow.asked) === undefined)
        .map((other) => `${other.name} for ${flow.name}`),
    );
    expect(taken).toEqual([]);
  });
});
