import { hexToBin } from '@bitauth/libauth';
import { decodeOracleMessage, findPairProblem, hasPrice, type PriceMessage } from '@weir/payments';
import { isSignedMessage } from '@weir/payments/oracle';
import { type LocalOracle, startOracle } from '../src/index.js';

const NOON = 1_800_000_000n;
let now = NOON + 90n;
let gap: bigint | undefined;
let oracle: LocalOracle;
beforeAll(async () => {
  oracle = await startOracle({ priceAt: (time) => (time === gap ? undefined : 45_000n + (time % 7n)), now: () => now });
});
afterAll(() => oracle.stop());
beforeEach(() => {
  [now, gap] = [NOON + 90n, undefined];
});

interface Relayed {
  readonly message: string;
  readonly signature: string;
}
const ask = async (from: bigint, to: bigint, publicKey = oracle.publicKey): Promise<Relayed[]> => {
  const query = `publicKey=${publicKey}&minMessageTimestamp=${from}&maxMessageTimestamp=${to}`;
  const answer = await fetch(`${oracle.url}/api/v1/oracleMessages?${query}`);
  return ((await answer.json()) as { readonly oracleMessages: Relayed[] }).oracleMessages;
};
const decoded = (entries: readonly Relayed[]): PriceMessage[] =>
  entries.flatMap(({ message }) => {
    const found = decodeOracleMessage(hexToBin(message));
    return found !== undefined && hasPrice(found) ? [found] : [];
  });

describe('a local oracle', () => {
  it('hands out messages that it signed, up to now', async () => {
    const entries = await ask(NOON - 120n, NOON + 3_600n);
    for (const { message, signature } of entries)
      expect(
        isSignedMessage({ bytes: hexToBin(message), signature: hexToBin(signature) }, hexToBin(oracle.publicKey)),
      ).toBe(true);
    expect(decoded(entries).map(({ time }) => time - NOON)).toEqual([60n, 0n, -60n, -120n]);
  });

  it('signs pairs that fix the price of a date', async () => {
    const [message, previous] = decoded(await ask(NOON - 60n, NOON));
    if (message === undefined || previous === undefined) throw new Error('Expected two messages');
    expect(findPairProblem({ previous, message }, { due: NOON, grace: 86_400n })).toBeUndefined();
    expect(findPairProblem({ previous, message }, { due: NOON - 30n, grace: 86_400n })).toBeUndefined();
  });

  it('signs the same message of a minute after a restart, so that it never lies', async () => {
    const before = oracle.messageAt(NOON + 59n);
    const again = await startOracle({ priceAt: (time) => 45_000n + (time % 7n), now: () => now });
    expect([again.publicKey, again.messageAt(NOON)]).toEqual([oracle.publicKey, before]);
    const euro = await startOracle({ priceAt: () => 1n, name: 'EUR' });
    expect(euro.publicKey).not.toBe(oracle.publicKey);
    await Promise.all([again.stop(), euro.stop()]);
  });

  it('leaves a gap in the numbers where it signs nothing', async () => {
    gap = NOON;
    const [after, before] = decoded(await ask(NOON - 60n, NOON + 60n));
    expect((after?.priceNumber ?? 0n) - (before?.priceNumber ?? 0n)).toBe(2n);
  });

  it('has nothing of other keys, and nothing else to give', async () => {
    expect(await ask(NOON, NOON, `02${'ab'.repeat(32)}`)).toEqual([]);
    expect((await fetch(`${oracle.url}/other`)).status).toBe(404);
    const bare = await fetch(`${oracle.url}/api/v1/oracleMessages?publicKey=${oracle.publicKey}`);
    expect(((await bare.json()) as { readonly oracleMessages: Relayed[] }).oracleMessages).toHaveLength(1);
  });
});
