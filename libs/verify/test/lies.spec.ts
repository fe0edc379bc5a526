import { isDeepStrictEqual } from 'node:util';
import { Difference, verify } from '../src/index.js';
import { readDraft } from '../src/reading/read-draft.js';
import { compare } from '../src/verify.js';
import { flows } from './support/flows.js';
import { liesOf, type Lie } from './support/lies.js';

/** Every lie about every transaction, instead of a sample. */
const isComplete = process.env['WEIR_ALL_LIES'] !== undefined;
const SAMPLE = 8;

/** Returns how a check refuses; undefined where it does not. */
const refusalOf = (check: () => unknown): Difference | undefined => {
  try {
    check();
  } catch (error) {
    if (error instanceof Difference) return error;
    throw error;
  }
  return undefined;
};

/** In a sample one stream of each product stands for its siblings. */
const tried = flows().filter(({ name }) => isComplete || !/ [23]: /.test(name));

/** In a sample of lies those that are tried lie evenly among all, and begin elsewhere for each transaction. */
const sampleOf = (lies: readonly Lie[], number: number): readonly Lie[] => {
  const step = Math.ceil(lies.length / SAMPLE);
  return isComplete ? lies : lies.filter((_, index) => index % step === number % step);
};

describe('verify', () => {
  it.each(tried.map((flow, number) => [flow.name, flow, number] as const))(
    'refuses lies about %s',
    (_, flow, number) => {
      const lies = liesOf(flow);
      expect(lies.length).toBeGreaterThan(5);
      const believed = sampleOf(lies, number).filter(
        ({ request }) => refusalOf(() => verify(request, flow.signer, flow.asked)) === undefined,
      );
      expect(believed.map(({ name }) => name)).toEqual([]);
    },
  );

  it('refuses every transaction that was asked for by somebody else, or for something else', () => {
    const readings = tried.map((flow) => ({ flow, reading: readDraft(flow.request, flow.signer) }));
    const taken = tried.flatMap((asking) =>
      readings
        .filter(({ flow }) => !isDeepStrictEqual(flow.asked, asking.asked))
        .filter(({ reading }) => refusalOf(() => compare(reading, asking.signer.network, asking.asked)) === undefined)
        .map(({ flow }) => `${flow.name} for ${asking.name}`),
    );
    expect(taken).toEqual([]);
  });
});
