import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { useNet } from './support/net.js';
import type { Tamper } from './support/tampering-proxy.js';

const net = useNet(1);

const client = fileURLToPath(new URL('./support/hostile-client.ts', import.meta.url));
/** After the version, everything is answered with this. */
const always =
  (text: string): Tamper =>
  (message, request) =>
    request?.method === 'server.version' ? message : text;
const onVersion =
  (text: string): Tamper =>
  (message, request) =>
    request?.method === 'server.version' ? text : message;

const tampers: [string, Tamper][] = [
  ['no JSON', always('nonsense')],
  ['a list', always('[1,2]')],
  ['an answer to nobody', always('{"id":null,"result":1}')],
  ['an error to nobody', always('{"id":null,"error":{"code":-32700,"message":"?"}}')],
  ['an error without words', always('{"id":1,"error":{}}')],
  ['a key twice', always('{"id":1,"result":{"a":1,"a":2}}')],
  ['a notice without parameters', always('{"method":"blockchain.headers.subscribe"}')],
  ['a tip that is null', always('{"method":"blockchain.headers.subscribe","params":[null]}')],
  ['a tip of nonsense', always('{"method":"blockchain.headers.subscribe","params":[{"height":"x","hex":"zz"}]}')],
  ['a refused version', onVersion('{"id":"versionNegotiation","error":{"code":1,"message":"unsupported"}}')],
  ['another version', onVersion('{"id":"versionNegotiation","result":["X","1.4"]}')],
  ['a version that is none', onVersion('{"id":"versionNegotiation","result":null}')],
  ['nothing', () => undefined],
];

// The protocol client throws some of these where nobody can catch it: only a process of its own shows that it lives.
it('what servers send does not end the process, and a correct one is still heard', async () => {
  const proxies = await Promise.all(tampers.map(([, tamper]) => net.proxy(tamper)));
  const urls = [...proxies.map(({ url }) => url), net.servers[0]?.url ?? ''];
  const args = ['--conditions=@weir/source', '--import', 'tsx', client, ...urls];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, NODE_OPTIONS: '' } });
  const servers = JSON.parse(stdout) as { readonly usable: boolean; readonly lastError: string | null }[];
  expect(servers.at(-1)?.usable).toBe(true);
  tampers.forEach(([name], i) => expect([name, typeof servers[i]?.lastError]).toEqual([name, 'string']));
});
