import fc from 'fast-check';
import type { Client, Refusal } from './support/client.js';
import { createActiveStream, createCancelledStream, createStream } from './support/stream-scenario.js';
import { startWorld } from './support/world.js';
import type { World } from './support/world.js';

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

let world: World;
let document: OpenApi;
let ids: readonly string[];
let addresses: readonly string[];
let hashes: readonly string[];
beforeAll(async () => {
  world = await startWorld();
  document = (await world.client.get<OpenApi>('/docs/json')).body;
  const active = await createActiveStream(world);
  const streams = [await createStream(world), active, await createCancelledStream(world)];
  ids = [...streams.map(({ id }) => id), '0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2'];
  addresses = streams.flatMap(({ sender, recipient }) => [sender.address, recipient.tokenAddress]);
  hashes = [active.fundingTxHash, active.fundingTxHash.toUpperCase(), 'a'.repeat(64)];
});
afterAll(() => world.stop());

/** Field names of a request body, wherever the document keeps its schema. */
const bodyFields = (operation: object): string[] => {
  const text = JSON.stringify(operation);
  const name = /"requestBody".*?#\/components\/schemas\/(\w+)/.exec(text)?.[1];
  const schema = JSON.stringify(name === undefined ? (operation as { requestBody?: unknown }).requestBody : document.components.schemas[name]) as string | undefined;
  return [...(schema ?? '').matchAll(/"(\w+)":\{"(?:type|enum|maxLength|description)/g)].map(([, field = '']) => field);
};

const queryFields = (operation: object): string[] => [...JSON.stringify(operation).matchAll(/"in":"query","name":"(\w+)"/g)].map(([, field = '']) => field);

/** Values of every kind, good, bad and hostile. */
const anyValue = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.constantFrom(...addresses, ...hashes, ...ids),
    fc.constantFrom('LINEAR', 'STEP', 'RECURRING', 'BCH', 'CASHTOKENS', true, false, null, '', ' ', '\u0000', '\ud800', '💧', "'; --", '__proto__'),
    fc.constantFrom(0, -0, -1, 1, 0.1 + 0.2, 1e-9, 1e308, 2 ** 53, 4_294_967_295, 1_767_225_600, 1_767_225_600_000, '1', '1e5', '-1', 'NaN', '1.000000001'),
    fc.jsonValue({ maxDepth: 3 }),
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.integer({ min: 1_600_000_000, max: 1_900_000_000 }),
    fc.double(),
  );

/** What fields usually hold, so that one bad value gets as far as the good ones beside it. */
const usual = (caller: string): Readonly<Record<string, unknown>> => ({
  recipient: addresses[1],
  recipientAddress: caller,
  sender: caller,
  totalAmount: 1,
  claimedAmount: 1,
  streamType: 'LINEAR',
  txHash: hashes[0],
  txHex: '00',
});

/** The usual body of a route, with some fields changed. */
const bodyOf = (fields: readonly string[], caller: string, changes: Readonly<Record<string, unknown>>): object => {
  const known = Object.entries(usual(caller)).filter(([name]) => fields.includes(name));
  return { ...Object.fromEntries(known), ...changes };
};

const send = (client: Client, method: string, path: string, query: string, body: unknown) => {
  const url = query === '' ? path : `${path}?${query}`;
  return method === 'get' ? client.get<Refusal>(url) : client.post<Refusal>(url, body as object);
};

/** What a client might put into a query string for a value: text as it is, anything else as JSON (which not all values have). */
const inQuery = (value: unknown): string => (typeof value === 'string' ? value : [JSON.stringify(value)].join(''));

describe('whatever a client sends', () => {
  it('is answered, and never with a fault of ours', async () => {
    const routes = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({ path, method, body: bodyFields(operation), query: queryFields(operation) })),
    );
    expect(routes.filter(({ body }) => body.length > 0)).toHaveLength(18);
    expect(routes.filter(({ query }) => query.length > 0)).toHaveLength(12);

    const request = fc.constantFrom(...routes).chain((route) =>
      fc.record({
        route: fc.constant(route),
        id: fc.constantFrom(...ids),
        caller: fc.constantFrom(...addresses),
        changes: route.body.length === 0 ? fc.constant({}) : fc.dictionary(fc.constantFrom(...route.body), anyValue(), { maxKeys: 2 }),
        query: fc.record(Object.fromEntries(route.query.map((field) => [field, anyValue()])), { requiredKeys: [] }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(request, async ({ route, id, caller, changes, query }) => {
        const text = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(Buffer.from(inQuery(value)).toString())}`);
        const { status, body: answer } = await send(world.client.as(caller), route.method, route.path.replace('{id}', id), text.join('&'), bodyOf(route.body, caller, changes));
        if (status >= 500) throw new Error(`${status} ${answer.code}: ${answer.message}`);
        if (status >= 400) expect(answer).toMatchObject({ success: false, code: expect.stringMatching(/^[A-Z_]+$/) as unknown });
      }),
      { numRuns: 500 },
    );
  }, 120_000);
});
