import { summarize, verify } from '../src/index.js';
import { TOKEN } from './support/coins.js';
import { flows } from './support/flows.js';

const told = Object.fromEntries(
  flows().map(({ name, request, signer, asked }) => [
    name,
    summarize(verify(request, signer, asked), new Map([[TOKEN, { symbol: 'RVR', decimals: 2 }]])),
  ]),
);

/** Each plan of a test has a category of its own. */
const withoutCategory = (sentence: string): string => sentence.replace(/ of [0-9a-f]{8}\.$/, ' of <category>.');

describe('summarize', () => {
  it('says what each kind of transaction does', () => {
    expect(
      Object.fromEntries(
        Object.entries(told)
          .filter(([name]) => !/ [23]: /.test(name))
          .map(([name, { sentences }]) => [name, sentences.map(withoutCategory)]),
      ),
    ).toMatchSnapshot();
  });

  it('shows whole addresses, exact amounts, and what leaves the wallet', () => {
    expect(told['VESTING_TOKEN: funding']?.rows).toMatchSnapshot();
    expect(told['RECURRING_BCH: funding']?.rows).toMatchSnapshot();
    expect(told['lock of tokens: funding of a list']?.rows).toMatchSnapshot();
  });
});
