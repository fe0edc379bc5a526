import { normalise, type RecordedCall, recordedFrom, withValues } from './support/recorded.js';
import { RpcClient } from './support/rpc-client.js';
import { buildScene, type Scene } from './support/scene.js';

const recorded = recordedFrom('calls');

/** What no client of ours asks for is not served: double spend proofs, and candidates for reusable addresses. */
const isServed = ({ method }: RecordedCall): boolean => !/\.(?:dsproof|rpa)\./u.test(method);

const servedFeatures = (call: RecordedCall): RecordedCall => {
  if (call.method !== 'server.features') return call;
  const { rpa: _rpa, ...features } = call.result as Record<string, unknown>;
  return { ...call, result: { ...features, dsproof: false } };
};

describe('every recorded call', () => {
  let scene: Scene;
  let client: RpcClient;

  beforeAll(async () => {
    scene = await buildScene(recorded.scene.height);
  });
  afterAll(() => scene.devnet.stop());

  describe.each(['1.4.3', '1.5', '1.6'])('in protocol %s', (version) => {
    const calls = recorded.calls
      .map((call, index) => recorded.overrides[version]?.[String(index)] ?? call)
      .filter(isServed)
      .map(servedFeatures);

    beforeAll(async () => {
      client =
        version === '1.5' ? await RpcClient.tcp(scene.devnet.tcpPort) : await RpcClient.webSocket(scene.devnet.url);
    });
    afterAll(() => client.close());

    it.each(calls.map((call, index) => [index, call.method, JSON.stringify(call.params), call] as const))(
      '%i %s %s',
      async (_index, method, _params, call) => {
        const params = withValues(call.params, scene.names) as unknown[];
        const { error, result } = await client.ask(method, ...params);
        const expected = withValues({ error: call.error, result: call.result }, scene.names);
        expect(normalise({ error, result }, scene.names)).toEqual(normalise(expected, scene.names));
      },
    );
  });
});
